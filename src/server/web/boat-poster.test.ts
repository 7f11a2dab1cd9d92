import { expect, test } from 'bun:test'
import { day } from '#contract/time.ts'
import { makeGate } from '#server/people/gate/index.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import { addBoat, addEntry, addTournament } from '../../../tests/support/factories.ts'

test('a boat’s poster offers the tournament whose pass its code holds, else the next one', async () => {
  const { db, deps, page } = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring' })
  const boat_id = await addBoat(db)
  const enter = async (name: string, days: number) => {
    const starts_at = Date.now() + days * day
    const tournament_id = await addTournament(db, { name, starts_at, ends_at: starts_at + day })
    return addEntry(db, { boat_id, tournament_id })
  }
  const next = await enter('Summer Open', 10)
  const later = await enter('Fall Classic', 40)
  const cookie = `gate=${makeGate('herring', deps.keys).cookieValue}`
  const offered = async (query: string) =>
    /Summer Open|Fall Classic/.exec(
      await (await page(`/boat/${boat_id}/poster${query}`, { cookie })).text(),
    )?.[0]
  expect(await offered('')).toBe('Summer Open')
  expect(await offered(`?with=${next}`)).toBe('Summer Open')
  expect(await offered(`?with=${later}`)).toBe('Fall Classic')
})
