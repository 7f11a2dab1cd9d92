import type { EntryId, UserId } from '#contract/ids.ts'
import { day, hour, minute } from '#contract/time.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import type { Award, Day, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import { rerank } from '#server/tournaments/entries/index.ts'
import { addBoat, addCatch, addEntry, addTournament, setRules } from './factories.ts'
import { addRows, type Some } from './rows.ts'

const fishingDay = (name: string, from: number): Day<string> => ({
  name,
  linesIn: new Date(from).toISOString(),
  linesOut: new Date(from + 12 * hour).toISOString(),
  scaleOpens: null,
  scaleCloses: null,
})

const award = (key: string, name: string, pot: string, category: string): Award<string> => ({
  ...{ key, name, pot, category },
  percent: 100,
  split: { percents: [[60, 25, 15], [62, 38], [100]] },
  unclaimed: 'kept',
})

/** Points for billfish, the heaviest blue marlin, the day's heaviest tuna, and two jackpots. @param start of the first day */
export function billfishRules(start: number): RulesJson {
  const days = [fishingDay('Friday', start), fishingDay('Saturday', start + day)]
  const rules = preset('mixed-billfish', { days, timeZone: 'America/New_York' })
  if (rules === null) throw new Error('the preset has no rules')
  const [billfish, blue, tuna] = rules.categories
  if (!billfish || !blue || !tuna) throw new Error('the preset has other categories')
  return {
    ...rules,
    marks: [{ key: 'gaffed', name: 'Gaffed', weight: 0, points: 0, species: null, categories: null }],
    categories: [
      { ...billfish, ties: [] },
      blue,
      { ...tuna, name: 'Daily Tuna', rank: 'fish', days: 'each' },
    ],
    pots: [
      { key: 'entry', name: 'Entry', entry: 'all', fee: '500.00', payback: 90, added: null },
      { key: 'level-b', name: 'Level B', entry: 'chosen', fee: '1000.00', payback: 100, added: '250.00' },
    ],
    awards: [
      award('overall', 'Overall', 'entry', 'billfish'),
      award('big-blue', 'Big Blue', 'level-b', 'heaviest-blue-marlin'),
    ],
  }
}

type Fish = Some<'catches'>

/** Returns a released fish. @param at minutes after the start */
export const releaseOf = (species: string, at: number): Fish => ({
  species,
  weight_hundredths: null,
  released: 1,
  caught_at: at * minute,
})
export const weighInOf = (species: string, pounds: number, at: number, more: Fish = {}): Fish => ({
  species,
  weight_hundredths: pounds * 100,
  caught_at: at * minute,
  ...more,
})

interface Boat {
  fish?: readonly Fish[]
  /** Keys of chosen pots. */
  pots?: readonly string[]
  entry?: Some<'entries'>
}

/** A tournament on its first day, with boats by name and their fish; places follow. @param rules null: none */
export async function addRuledTournament(
  db: Db,
  { start, rules = billfishRules(start), by }: { start: number; rules?: RulesJson | null; by: UserId },
  boats: Record<string, Boat>,
  values: Some<'tournaments'> = {},
) {
  const tournament = await addTournament(db, {
    organiser_id: by,
    starts_at: start,
    ends_at: start + 2 * day,
    ...values,
  })
  if (rules !== null) await setRules(db, tournament, rules, by, { set_at: start - day })
  const entries: Record<string, EntryId> = {}
  for (const [name, { fish = [], pots = [], entry = {} }] of Object.entries(boats)) {
    const boat_id = await addBoat(db, { owner_id: by, name, captain_name: 'Ana Reyes' })
    const entry_id = await addEntry(db, { tournament_id: tournament, boat_id, ...entry })
    entries[name] = entry_id
    for (const { caught_at = 0, ...rest } of fish)
      await addCatch(db, { entry_id, recorded_by: by, ...rest, caught_at: start + Number(caught_at) })
    for (const pot of pots)
      await addRows(db, 'pot_entries', { entry_id, pot, wanted: 1, confirmed_at: start - hour })
  }
  await inTransaction(db, trx => rerank(trx, tournament))
  return { tournament, entries }
}
