import { day, hour, minute } from '#contract/time.ts'
import { parseRules } from '#contract/tournaments/scoring/rules-schema.ts'
import { standings } from '#contract/tournaments/scoring/standings.ts'
import { readScoringInput } from '#server/tournaments/scoring/index.ts'
import { makeTestApp } from '../tests/support/app.ts'
import { addBoat, addCatch, addEntry, addScene } from '../tests/support/factories.ts'
import { award, category, daysOf, noon, one, pot } from '../tests/support/scoring.ts'
import type { Figure } from './run.ts'

const boats = 300
const catchesOfABoat = 10
const rounds = 40
/** Rounds until the engine has compiled what it runs often. */
const warmUp = 60

const species = ['Blue Marlin', 'White Marlin', 'Tuna', 'Dolphin', 'Wahoo']

/** Twelve, of which three have a board a day. */
const categories = [
  category({ key: 'points', measure: 'points', ties: ['first-to-reach', 'fish-by-fish'] }),
  category({ key: 'releases', measure: 'count', how: 'released', ties: ['first-to-reach'] }),
  category({
    key: 'five',
    limits: [{ mostPerDay: 5 }],
    ties: ['most-fish', { fewest: 'gaffed' }, 'best-day'],
  }),
  category({ key: 'daily-points', measure: 'points', days: 'each', ties: ['first-to-reach'] }),
  category({ key: 'daily-heaviest', days: 'each', ties: ['first-caught'], ...one }),
  category({ key: 'daily-fish', rank: 'fish', days: 'each', ties: ['first-caught'] }),
  ...species.map((name, index) =>
    category({ key: `species-${index}`, species: [name], ties: ['first-caught', 'first-weighed'], ...one }),
  ),
  category({
    ...{ key: 'rest', measure: 'points', passOver: [{ category: 'species-0', by: 'fish' }] },
    limits: [{ species: ['Tuna'], sumAtMost: 50 }, { most: 8 }],
  }),
]

const rules = {
  timeZone: 'UTC',
  days: daysOf(3),
  species: species.map((name, index) => ({
    name,
    minWeight: index === 0 ? 300 : 10,
    weighed: { perPound: [1, index + 1] },
    released: { flat: 100 + index },
    under: [{ from: 0, flat: 25, perPoundShort: [2, 1] }],
  })),
  marks: [{ key: 'gaffed', name: 'Gaffed', weight: -1, points: -10 }],
  penalties: [{ key: 'late', name: 'Late', per: 'minute', weight: 1, points: 10, outFrom: 15 }],
  categories,
  pots: [pot({ fee: 500 })],
  awards: categories.map(({ key }) =>
    award({ key, category: key, percent: 5, split: { percents: [[50, 30, 20]] } }),
  ),
}

/** Milliseconds of CPU, user and system; the median of rounds. */
async function cpuOf(work: (round: number) => unknown): Promise<number> {
  const samples: number[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const before = process.cpuUsage()
    await work(round)
    const { user, system } = process.cpuUsage(before)
    // Warm-up.
    if (round >= 0) samples.push((user + system) / 1000)
  }
  return samples.sort((a, b) => a - b)[rounds / 2] ?? 0
}

/** Measures a tournament with rules, of the largest size. */
export async function run(): Promise<Figure[]> {
  const result = parseRules(rules)
  if (result.rules === undefined) throw new Error(JSON.stringify(result.issues))
  const app = await makeTestApp({ LOG_LEVEL: 'error' })
  const { db } = app
  app.setNow(noon - day)
  const dates = { starts_at: noon - 6 * hour, ends_at: noon + 4 * day }
  const { tournament, organiser, captain, entry } = await addScene(db, dates)
  const path = `/api/tournaments/${tournament}`
  const send = async (to: string, method: string, json: object) => {
    const answer = await app.page(to, { method, json, cookie: organiser.cookie })
    if (!answer.ok) throw new Error(await answer.text())
  }
  await send(`${path}/rules`, 'PUT', { rules })
  app.setNow(noon + 3 * day)
  for (let boat = 1; boat < boats; boat++) {
    const boat_id = await addBoat(db, { owner_id: captain.id, name: `Boat ${boat}` })
    const entry_id = await addEntry(db, { tournament_id: tournament, boat_id })
    for (let fish = 0; fish < catchesOfABoat; fish++) {
      const at = noon + (fish % 3) * day + boat * minute - 5 * hour + fish
      await addCatch(db, {
        entry_id,
        species: species[(boat + fish) % species.length] ?? 'Tuna',
        weight_hundredths: fish % 4 === 0 ? null : 2000 + ((boat * 7919 + fish * 104_729) % 60_000),
        released: fish % 4 === 0 ? 1 : 0,
        marks: fish % 7 === 0 ? '["gaffed"]' : '[]',
        caught_at: at,
        created_at: at,
        recorded_by: organiser.id,
      })
    }
  }

  const input = await readScoringInput(db, tournament, result.rules)
  const pure = await cpuOf(() => standings(result.rules, input))
  const weigh = (round: number) =>
    send(`/api/tournament-entries/${entry}/catches`, 'POST', {
      species: 'Tuna',
      weight: 100 + round,
      caughtAt: new Date(noon + round * 1000).toISOString(),
    })
  const read = async (what: string) => {
    const answer = await app.page(`${path}/${what}`)
    await answer.text()
  }
  const weighIn = await cpuOf(weigh)
  const board = await cpuOf(() => read('standings?category=points'))
  const awards = await cpuOf(() => read('awards'))
  const weighAndRead = (what: string) =>
    cpuOf(async round => {
      await weigh(rounds + round)
      await read(what)
    })
  const boardAfter = await weighAndRead('standings?category=points')
  const allAfter = await weighAndRead('standings')
  const against = `${boats} boats, ${boats * catchesOfABoat} catches, ${categories.length} categories, 3 days`
  const figure = (name: string, value: number, limit: number): Figure => ({
    ...{ name, value, limit, against },
    unit: 'ms CPU',
  })
  return [
    figure('all boards, computed', pure, 50),
    figure('a weigh-in with its places', weighIn, 50),
    figure('one board, read', board, 50),
    figure('awards, read', awards, 50),
    figure('a weigh-in, and a board read after it', boardAfter, 50),
    figure('a weigh-in, and all boards read after it', allAfter, 50),
  ]
}
