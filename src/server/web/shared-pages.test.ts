import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
// Loaded by the first request that needs it, and until then pages are streamed.
import '#contract/schemas.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import {
  addCatch,
  addEntry,
  addFunding,
  addSigned,
  addTournament,
  addUpdate,
} from '../../../tests/support/factories.ts'

const members = [
  { email: 'ana@example.org', metadata: { first_name: 'Ana', last_name: 'Reyes' } },
  { email: 'bo@example.org', metadata: { first_name: 'Bo' } },
  { email: '"<b>$&"@example.org', metadata: {} },
  { email: 'odd@example.org', metadata: { first_name: '$1 </main>', last_name: '<!-- &amp;' } },
].map(({ email, metadata }) => ({ email, metadata: JSON.stringify(metadata) }))

const settled = (html: string, nonce: string) =>
  html
    .replaceAll(nonce, 'nonce')
    .replace('"search":"?whole"', '"search":""')
    .replaceAll(/"(?:requestId|eventId)":"[^"]*"/g, '')
    // React hoists these for pictures of the content; the shared page lets the browser find them.
    .replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
    .replaceAll(/"(?:dataUpdatedAt|dehydratedAt)":\d+/g, '')

async function read({ page }: TestApp, path: string, headers: Record<string, string>): Promise<string> {
  const response = await page(path, { headers })
  expect(response.status).toBe(200)
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '?'
  return settled(await response.text(), nonce)
}

/** Tournaments in each section, with boats, catches and updates. */
async function fill({ db }: TestApp) {
  const day = 86_400_000
  for (const start of [-9, -1, 5]) {
    const tournament = await addTournament(db, {
      starts_at: Date.now() + start * day,
      ends_at: Date.now() + (start + 2) * day,
    })
    const entry = await addEntry(db, { tournament_id: tournament, current_position: 1 })
    await addCatch(db, { entry_id: entry })
    await addUpdate(db, { entry_id: entry })
  }
}

test('a page joined from shared parts is the page that would be rendered for its viewer', async () => {
  const site = await makeTestApp()
  site.setNow(Date.now())
  await fill(site)
  const signed = await Promise.all(members.map(member => addSigned(site.db, member)))
  const cookies = signed.map(({ cookie }) => cookie)
  // "Your Boats", one person's own part.
  const [ana] = signed
  const { id: entry } = await site.db.selectFrom('entries').select('id').executeTakeFirstOrThrow()
  const coming = await addEntry(site.db, {
    tournament_id: await addTournament(site.db, {
      starts_at: Date.now() + 86_400_000,
      ends_at: Date.now() + 2 * 86_400_000,
    }),
  })
  for (const entry_id of [entry, coming])
    await addFunding(site.db, { entry_id, ...(ana && { backer_id: ana.id }) })
  for (const cookie of ['', ...cookies])
    for (const theme of ['', 'theme=dark'])
      for (const path of ['/', '/tournaments']) {
        const headers = { cookie: [cookie, theme].filter(Boolean).join('; ') }
        // A query turns sharing off.
        const whole = await read(site, `${path}?whole`, headers)
        expect(await read(site, path, headers)).toBe(whole)
        expect(await read(site, path, headers)).toBe(whole)
      }
  expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
})

test('a page whose unchanged parts come from before is the page that would be rendered', async () => {
  const site = await makeTestApp()
  site.setNow(Date.now())
  await fill(site)
  const { cookie } = await addSigned(site.db)
  await addSigned(site.db, { email: 'another@example.org' })
  const day = 86_400_000
  const first = await site.db.selectFrom('entries').selectAll().executeTakeFirstOrThrow()
  const writes = [
    // On no card.
    () => site.db.updateTable('users').set({ metadata: '{"first_name":"Cy"}' }).where('email', 'like', 'a%'),
    () => site.db.updateTable('tournaments').set({ name: 'Renamed' }).where('id', '=', first.tournament_id),
    () => site.db.updateTable('boats').set({ name: '</template> $1' }).where('id', '=', first.boat_id),
    () => site.db.updateTable('entries').set({ current_position: null }).where('id', '=', first.id),
    () => site.db.deleteFrom('updates').where('entry_id', '=', first.id),
  ]
  const isSame = async () =>
    expect(await read(site, '/', { cookie })).toBe(await read(site, '/?whole', { cookie }))
  await isSame()
  for (const write of writes) {
    await write().execute()
    await isSame()
  }
  // Moves the cards and rows after it.
  const tournament = await addTournament(site.db, {
    starts_at: Date.now() - 2 * day,
    ends_at: Date.now() + day / 2,
  })
  await addCatch(site.db, { entry_id: await addEntry(site.db, { tournament_id: tournament }) })
  await isSame()
})

test('compresses to the same text', async () => {
  const site = await makeTestApp()
  site.setNow(Date.now())
  await fill(site)
  const { cookie } = await addSigned(site.db)
  const plain = await site.page('/', { cookie })
  const packed = await site.page('/', { cookie, headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const text = gunzipSync(await packed.arrayBuffer()).toString()
  const unnamed = (html: string) =>
    html.replaceAll(/nonce="[^"]*"|"requestId":"[^"]*"|"(?:dataUpdatedAt|dehydratedAt)":\d+/g, '')
  expect(unnamed(text)).toBe(unnamed(await plain.text()))
})

test('never shows what was before an answered write, nor another person', async () => {
  const site = await makeTestApp()
  const people = await Promise.all(
    [1, 2, 3, 4].map(async n => {
      const email = `person-${n}@example.org`
      return { email, cookie: (await addSigned(site.db, { email })).cookie }
    }),
  )
  const { cookie = '' } = people[0] ?? {}
  const { id: organiser } = await site.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'person-1@example.org')
    .executeTakeFirstOrThrow()
  const names = ['Cup', 'Open', 'Classic']
  const ids = await Promise.all(
    names.map(name => addTournament(site.db, { name: `${name} 0`, organiser_id: organiser })),
  )
  /** Of each tournament. */
  const written = names.map(() => 0)
  const rounds = 40
  const write = async () => {
    for (let round = 1; round <= rounds; round++) {
      const nth = round % names.length
      const answer = await site.page(`/api/tournaments/${ids[nth]}`, {
        method: 'PATCH',
        json: { name: `${names[nth]} ${round}` },
        cookie,
      })
      expect(answer.status).toBe(200)
      written[nth] = round
    }
  }
  const readAs = async ({ email, cookie }: (typeof people)[number]) => {
    for (let reads = 0; reads < 40; reads++) {
      const least = [...written]
      const html = await (await site.page('/', { cookie })).text()
      for (const [nth, name] of names.entries()) {
        const seen = [...html.matchAll(new RegExp(`${name} (\\d+)`, 'g'))].map(match => Number(match[1]))
        expect(seen.length).toBeGreaterThan(1)
        expect(Math.min(...seen)).toBeGreaterThanOrEqual(least[nth] ?? 0)
        // The card and its data are of the same time.
        expect(Math.max(...seen)).toBe(Math.min(...seen))
      }
      expect([...new Set(html.match(/person-\d@example\.org/g))]).toEqual([email])
    }
  }
  await Promise.all([write(), ...people.map(readAs)])
})

test('follows the clock within a second, and a change of one’s name at once', async () => {
  const site = await makeTestApp()
  const now = Date.now()
  site.setNow(now)
  await addTournament(site.db, { starts_at: now + 5000, ends_at: now + 90_000_000, name: 'Soon' })
  const { cookie, id } = await addSigned(site.db, { metadata: '{"first_name":"Before"}' })
  const html = async () => (await site.page('/', { cookie })).text()
  expect(await html()).toContain('Before')
  await site.db
    .updateTable('users')
    .set({ metadata: '{"first_name":"After"}' })
    .where('id', '=', id)
    .execute()
  expect(await html()).not.toContain('Before')
  expect(await html()).toContain('After')
  expect(await html()).toContain('"status":"upcoming"')
  site.setNow(now + 6000)
  expect(await html()).toContain('"status":"active"')
})
