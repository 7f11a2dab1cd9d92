import { expect, test } from 'bun:test'
import { addCatch, addFunding, pastDates, setRules } from './support/factories.ts'
import { heaviestRules } from './support/protest-world.ts'
import { makeScene } from './support/scene.ts'

const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** An ended tournament whose winner has a backer. */
async function makeEnded({ isRuled }: { isRuled: boolean }) {
  const scene = await makeScene({ ...pastDates(), payout_days: 14 })
  const { db, entry, tournament, organiser, bo, page } = scene
  if (isRuled) {
    const rules = heaviestRules({ protests: null })
    await setRules(db, tournament, { ...rules, awards: rules.awards.slice(0, 1) }, organiser.id)
  }
  const { starts_at: start } = pastDates()
  const fish = await addCatch(db, { entry_id: entry, caught_at: start + 1000, created_at: start + 1000 })
  await addFunding(db, { entry_id: entry, backer_id: bo.id, completed_at: start - 1000 })
  const confirm = () =>
    page(`/api/tournaments/${tournament}/results`, {
      json: isRuled ? {} : { winnings: [{ entryId: entry, amount: 1000 }] },
      cookie: organiser.cookie,
    })
  const places = [
    `/tournament/${tournament}`,
    `/tournament/${tournament}/race`,
    `/kiosk/${tournament}`,
    `/embed/${tournament}`,
    `/tournament/${tournament}/updates.atom`,
  ]
  const texts = (also: readonly string[] = []) =>
    Promise.all(
      [...places, ...also].map(async path => textOf(await (await page(path, { cookie: bo.cookie })).text())),
    )
  const pictures = () =>
    Promise.all(
      [`/og/tournament/${tournament}.png`, `/og/entry/${entry}.png`].map(
        async path => (await page(path, { headers: { 'if-none-match': '*' } })).headers.get('etag') ?? path,
      ),
    )
  return { ...scene, fish, confirm, texts, pictures }
}

test('the state of results is said on pages, screens, embeds, feeds, pictures, statements and in mails', async () => {
  const { entry, organiser, fish, mails, sendMails, page, confirm, texts, pictures } = await makeEnded({
    isRuled: true,
  })
  for (const text of await texts()) expect(text).toContain('Results are provisional')
  const provisional = await pictures()
  expect((await confirm()).status).toBe(201)
  await sendMails()
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Results are official.')])
  expect(mails[0]?.text).toContain('14 days after the results were confirmed.')
  const statement = `/statement/${entry}`
  for (const text of await texts([statement])) expect(text).toContain('Results are official')
  const official = await pictures()
  const ruling = { method: 'PUT', json: { reason: 'Mutilated' }, cookie: organiser.cookie }
  expect((await page(`/api/catches/${fish}/disqualification`, ruling)).status).toBe(200)
  for (const text of await texts([statement])) expect(text).toContain('Results are under review')
  expect(new Set([...provisional, ...official, ...(await pictures())]).size).toBe(6)
})

test('a tournament without rules says nothing of it', async () => {
  const { entry, mails, sendMails, confirm, texts } = await makeEnded({ isRuled: false })
  expect((await confirm()).status).toBe(201)
  await sendMails()
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('14 days after the end.')])
  for (const text of [...(await texts([`/statement/${entry}`])), ...mails.map(mail => mail.text)])
    expect(text).not.toMatch(/Results are/)
})
