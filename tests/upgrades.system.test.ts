import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Funding } from '#contract/money/funding.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { findFaults } from '#server/money/ledger/index.ts'
import { restore } from '#server/site/backups/restore-backup.ts'
import { afterTest } from './support/after-test.ts'
import { startServer, withDatabase } from './support/server.ts'

/**
 * `upgrades/` has backups that servers of earlier commits made, and what their API answered then, without texts and
 * times of sessions: `06ace2e` is the first commit that took money, `d050883` the first that took videos. Their four
 * accounts have fundings, refunds, a settled tournament with paid and owed shares, a picture and crew.
 */

type Share = Pick<Payout, 'id' | 'status'>

interface Recorded {
  password: string
  /** Addresses. */
  people: string[]
  image: string
  video: { id: string; post: string; sha256: string } | null
  answers: { who: string; path: string; answer: unknown }[]
}

const fromPage = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const folder = join(import.meta.dir, 'upgrades')

async function upgrade(commit: string) {
  const recording: Recorded = JSON.parse(readFileSync(join(folder, `${commit}.json`), 'utf8'))
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-upgrade-'))
  afterTest(() => rmSync(dataDir, { recursive: true, force: true }))
  await restore({ dataDir, file: join(folder, `${commit}.tar.gz`), force: false, now: new Date() })
  const server = await startServer({ DATA_DIR: dataDir })
  afterTest(() => server.kill())
  return { ...recording, dataDir, server }
}

test.each(['06ace2e', 'd050883'])(
  'a backup of %s is restored and upgraded: every cent, account, picture, video and answer is there',
  async commit => {
    const { server, dataDir, people, password, image, video, answers } = await upgrade(commit)
    const { origin } = server
    const cookies: Record<string, string> = { visitor: '' }
    for (const email of people) {
      const response = await fetch(`${origin}/api/auth/sign-in`, {
        method: 'POST',
        body: JSON.stringify({ email, password }),
        headers: fromPage,
      })
      expect([email, response.status]).toEqual([email, 200])
      cookies[email.split('@')[0] ?? ''] = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
    const send = (who: string, path: string, json?: object) =>
      fetch(origin + path, {
        ...(json && { method: 'POST', body: JSON.stringify(json) }),
        headers: { ...fromPage, cookie: cookies[who] ?? '' },
      })
    for (const { who, path, answer } of answers) {
      const response = await send(who, path)
      expect([path, response.status]).toEqual([path, 200])
      expect({ [path]: await response.json() }).toMatchObject({ [path]: answer })
    }
    expect((await send('visitor', image)).headers.get('content-type')).toBe('image/webp')
    if (video) {
      const post = await (await send('visitor', `/api/crew/posts/${video.post}`)).json()
      expect((await send('visitor', post.video.videoUrl)).headers.get('content-type')).toStartWith('video/')
      // The original goes an hour after it was made.
      const web = readFileSync(join(dataDir, 'uploads/videos/stored', video.id, 'web'))
      expect(new Bun.CryptoHasher('sha256').update(web).digest('hex')).toBe(video.sha256)
    }
    const agrees = () => withDatabase(dataDir, db => findFaults(db))
    expect(await agrees()).toEqual([])

    // Paying and funding go on.
    const answerTo = (who: string, ending: string) =>
      answers.find(each => each.who === who && each.path.endsWith(ending))?.answer
    const share = (answerTo('olga', '/payouts') as Share[]).find(({ status }) => status === 'owed')
    const payoutResponse = await send('olga', `/api/payouts/${share?.id}/paid`, { reference: 'Cheque 8' })
    expect(payoutResponse.status).toBe(200)
    const entries = (answerTo('cy', '/api/funding/my') as Funding[]).map(funding => funding.tournament_entry)
    const entry = entries.find(({ tournament }) => tournament.status === 'active')
    const payment = { amount: '20.00', tournamentEntryId: entry?.id }
    const { clientSecret } = await (await send('bo', '/api/create-payment-intent', payment)).json()
    const fundingResponse = await send('bo', '/api/funding', {
      ...payment,
      stripePaymentIntentId: clientSecret.split('_secret')[0],
    })
    expect(fundingResponse.status).toBe(201)
    expect(await agrees()).toEqual([])
  },
  60_000,
)
