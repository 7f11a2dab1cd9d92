import { describe, expect, test } from 'bun:test'
import { bigRockKids2023 } from './support/published/big-rock-kids-2023.ts'
import { clarksHill2020 } from './support/published/clarks-hill-2020.ts'
import { oceanCityTuna2019 } from './support/published/ocean-city-tuna-2019.ts'
import type { PublishedTournament } from './support/published/published.ts'
import { makeRuledTournament } from './support/ruled-tournament.ts'

/** Whole tournaments, entered by the API, end with the places and prizes that were published. */

async function enter({ rules, boats, pots = {}, anglers = {}, fish }: PublishedTournament) {
  const tournament = await makeRuledTournament(rules, boats)
  const anglerIds = new Map<string, string>()
  for (const [boat, divisions] of Object.entries(anglers)) {
    const json = { anglers: [{ name: `Angler of ${boat}`, divisions }] }
    const answer = await tournament.call<{ anglers: { id: string }[] }>(
      `${tournament.entryOf(boat)}/anglers`,
      'PUT',
      json,
      tournament.captainOf(boat),
    )
    anglerIds.set(boat, answer.anglers[0]?.id ?? '')
  }
  for (const boat of boats) {
    const own = Object.keys(pots).filter(pot => pots[pot]?.includes(boat))
    if (own.length > 0) await tournament.enterPots(boat, ...own)
  }
  for (const [boat, { byAngler, ...values }] of fish) {
    const anglerId = byAngler && anglerIds.get(boat)
    await tournament.weigh(boat, { ...values, ...(anglerId && { anglerId }) })
  }
  return tournament
}

describe.each([bigRockKids2023, clarksHill2020, oceanCityTuna2019])('$name', publication => {
  test('ends with the published places and prizes', async () => {
    const tournament = await enter(publication)
    const places: Record<string, string[]> = {}
    for (const [board, rows] of Object.entries(publication.places)) {
      const [category, ...day] = board.split(' ')
      places[board] = (await tournament.places(category, day.join(' '))).slice(0, rows.length)
    }
    expect(places).toEqual(publication.places)
    expect(await tournament.prizes()).toEqual(publication.prizes)

    const winnings: Record<string, string> = {}
    const { awards } = await tournament.awards()
    for (const boat of Object.keys(publication.won)) {
      const own = awards
        .flatMap(({ places }) => places)
        .filter(({ entryId }) => entryId === tournament.entryId(boat))
      winnings[boat] = own.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
    }
    expect(winnings).toEqual(publication.won)
  })
})

test('pots are the boats that entered them, times the fee, times what is paid back', async () => {
  const { awards } = await enter(oceanCityTuna2019)
  const { pots } = await awards()
  expect(pots.map(({ key, amount, entries }) => [key, entries.length, amount])).toEqual([
    ['entry', 109, '0.00'],
    ['level-g', 54, '121500.00'],
    ['level-h', 43, '193500.00'],
    ['other-level', 1, '6997.00'],
  ])
})
