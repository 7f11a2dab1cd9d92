import { expect, test } from 'bun:test'
import { serveSite } from '../support/browser.ts'
import { addEntry, addTournament } from '../support/factories.ts'

const site = serveSite()

test('printed boards state dates that a script shows in the reader’s zone', async () => {
  const dates = ['2037-12-31T23:00:00.000Z', '2038-01-03T02:00:00.000Z'] as const
  const tournament = await addTournament(site.db, {
    starts_at: Date.parse(dates[0]),
    ends_at: Date.parse(dates[1]),
  })
  const entry = await addEntry(site.db, { tournament_id: tournament })
  const { boat_id: boat } = await site.db
    .selectFrom('entries')
    .select('boat_id')
    .where('id', '=', entry)
    .executeTakeFirstOrThrow()
  for (const path of [`/tournament/${tournament}/board`, `/boat/${boat}/poster`]) {
    const html = await (await fetch(site.url + path)).text()
    expect([path, /data-range="([^"]*)"/.exec(html)?.[1]]).toEqual([path, dates.join('/')])
  }
})
