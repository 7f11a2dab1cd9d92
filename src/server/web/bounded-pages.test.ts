import { beforeAll, expect, test } from 'bun:test'
import { day, hour } from '#contract/time.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addRuledTournament, billfishRules, releaseOf } from '../../../tests/support/billfish-tournament.ts'
import {
  addAnnouncement,
  addBoat,
  addCrew,
  addEntry,
  addFunding,
  addScene,
  addTournament,
  addUpdate,
} from '../../../tests/support/factories.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof addScene>>

beforeAll(async () => {
  app = await makeTestApp()
  const { db } = app
  scene = await addScene(db)
  const { captain, organiser, tournament, entry } = scene
  const now = Date.now()
  const ownership = { owner_id: captain.id }
  for (let n = 0; n < 69; n++) {
    const entry_id = await addEntry(db, { tournament_id: tournament }, { ...ownership, name: `Boat ${n}` })
    await addUpdate(db, { entry_id, author_id: captain.id })
    await addFunding(db, { entry_id: entry, backer_id: organiser.id, amount_cents: 1000 })
  }
  for (let n = 0; n < 30; n++)
    await addAnnouncement(db, {
      tournament_id: tournament,
      author_id: organiser.id,
      content: `Announcement ${n}`,
      created_at: now - n,
    })
  const busy = await addBoat(db, { ...ownership, name: 'Busy' })
  for (let n = 0; n < 15; n++) await addCrew(db, { boat_id: busy })
  for (let n = 1; n <= 51; n++) {
    const dates = { starts_at: now + hour * n, ends_at: now + hour * (n + 1) }
    await addEntry(db, { boat_id: busy, tournament_id: await addTournament(db, dates) })
  }
})

async function read(path: string, who: 'organiser' | 'captain'): Promise<string> {
  const answer = await app.page(path.replace(':id', scene.tournament), { cookie: scene[who].cookie })
  expect(answer.status).toBe(200)
  return answer.text()
}

test.each([
  ['captain', '/tournament/:id', 'boats of one’s own', />Who Backs It</g, 12],
  ['captain', '/tournament/:id', 'announcements', /<span [^>]*>Announcement \d/g, 20],
  ['captain', '/kiosk/:id', 'boats', /<p [^>]*>Captain /g, 40],
  ['captain', '/boats', 'crew of a boat', />Remove</g, 10],
  ['organiser', '/my-funding', 'fundings', /aria-label="Funding of /g, 12],
  ['organiser', '/tournament/:id/manage?section=weigh-in', 'boats', /<button [^>]*><span [^>]*><span/g, 60],
  ['organiser', '/tournament/:id/manage?section=updates', 'updates', /aria-label="Delete the update /g, 20],
  ['organiser', '/tournament/:id/manage?section=updates', 'announcements', /aria-label="Pin: /g, 20],
] as const)('for the %s, %s shows at most so many %s at first', async (who, path, _, pattern, most) => {
  expect((await read(path, who)).match(pattern)).toHaveLength(most)
})

test('the results of a tournament with rules show at most so many awards and places at first', async () => {
  const award = { pot: 'entry', percent: 5, category: 'billfish', unclaimed: 'kept' } as const
  const split = { percents: [Array.from({ length: 20 }, () => 5)] }
  const rules = {
    ...billfishRules(Date.now() - 3 * day),
    awards: Array.from({ length: 15 }, (_, n) => ({ ...award, key: `a${n}`, name: `Award ${n}`, split })),
  }
  const boats = Array.from({ length: 20 }, (_, n) => [`Boat ${n}`, { fish: [releaseOf('White Marlin', n)] }])
  const { tournament } = await addRuledTournament(
    app.db,
    { start: Date.now() - 3 * day, by: scene.organiser.id, rules },
    Object.fromEntries(boats),
    { ends_at: Date.now() - day },
  )
  const html = await read(`/tournament/${tournament}/manage?section=results`, 'organiser')
  expect(html.match(/<table/g)).toHaveLength(12)
  expect(html.match(/<td>Tied 1st<\/td>/g)).toHaveLength(120)
  expect(html).toContain('Show more <!-- -->awards')
})

test.each([
  '/boats',
  '/tournament/:id',
  '/kiosk/:id',
  ...['weigh-in', 'entries', 'updates', 'fundings', 'results', 'staff', 'integrations', 'settings'].map(
    section => `/tournament/:id/manage?section=${section}`,
  ),
])('%s contains the data of each query once', async path => {
  const keys = [...(await read(path, 'organiser')).matchAll(/\.push\(\[\[[^\]]*\]/g)].map(String)
  expect(keys).not.toBeEmpty()
  expect(keys.toSorted()).toEqual([...new Set(keys)].sort())
})

test('/boats doesn’t say of a boat whose tournaments are not among the latest that it has none', async () => {
  const html = await read('/boats', 'captain')
  expect(html).not.toContain('Not in a tournament yet.')
  expect(html).toContain('Tournaments<span')
})
