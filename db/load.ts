import { CompiledQuery, type Insertable } from 'kysely'
import { type EntryId, type Id, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day, hour } from '#contract/time.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import { rerank } from '#server/tournaments/entries/index.ts'
import { makeNumbers } from './random.ts'

export interface LoadSize {
  tournaments: number
  /** Entries of each tournament. */
  entries: number
  /** Backers of each entry, with one funding each. */
  backers: number
  /** Fundings with a row, per entry; the entry's totals count all. Default: all. */
  stored?: number
  updates: number
  /** Spreads the starts over this many years around now, and people and boats grow with the tournaments. */
  years?: number
  /** Entries of the first tournament, which is live. Default: as the others. */
  largest?: number
}

/** SQLite allows 32,766 values per statement. */
const rowsAtOnce = 500
const boatsPerEntry = 5
const peoplePerBacker = 20
const fundingsPerPerson = 20
const entriesPerBoat = 10

function dice(seed: number): (below: number) => number {
  const next = makeNumbers(seed)
  return below => next() % below
}

type Dice = ReturnType<typeof dice>

/** Cents. @param total at least `parts` minimums */
function split(total: number, parts: number, roll: Dice): number[] {
  const { fundingMinCents: min } = limits
  const weights = Array.from({ length: parts }, () => 1 + roll(9))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const free = total - parts * min
  const amounts = weights.map(weight => min + Math.floor((free * weight) / all))
  amounts[0] = (amounts[0] ?? 0) + total - amounts.reduce((sum, amount) => sum + amount, 0)
  return amounts
}

function datesOf(index: number, roll: Dice, now: number): { starts_at: number; ends_at: number } {
  const length = (1 + roll(4)) * day
  switch (index % 3) {
    case 0: {
      const starts_at = now + hour + roll(29 * 24) * hour
      return { starts_at, ends_at: starts_at + length }
    }
    case 1: {
      const starts_at = now - hour - roll(12) * hour
      return { starts_at, ends_at: starts_at + length }
    }
    default: {
      const ends_at = now - hour - roll(300 * 24) * hour
      return { starts_at: ends_at - length, ends_at }
    }
  }
}

/**
 * Spreads tournaments over five years: few are live, 2 % within 30 days, 8 % within half a year, the others
 * past. The number of live ones doesn't grow with the size, so that figures compare the same pages.
 */
function spreadDatesOf(
  index: number,
  { tournaments, years }: { tournaments: number; years: number },
  roll: Dice,
  now: number,
): { starts_at: number; ends_at: number } {
  const live = 3
  const soon = live + Math.max(5, Math.floor(tournaments * 0.02))
  const later = soon + Math.max(2, Math.floor(tournaments * 0.08))
  const length = (1 + roll(4)) * day
  if (index < live) return { starts_at: now - hour - roll(12) * hour, ends_at: now + 2 * day + length }
  const between = (from: number, to: number) => now + from + Math.floor(((to - from) / 1000) * roll(1000))
  if (index < later) {
    const starts_at = index < soon ? between(hour, 30 * day) : between(31 * day, 183 * day)
    return { starts_at, ends_at: starts_at + length }
  }
  const ends_at = between(183 * day - years * 365 * day, -hour)
  return { starts_at: ends_at - length, ends_at }
}

function stakesOf(backers: number, roll: Dice): { goal: number; amounts: number[] } {
  const least = backers * limits.fundingMinCents
  const goal = Math.max(1_000_000 + roll(41) * 50_000, Math.ceil(least / 0.8))
  const most = Math.floor(goal * 0.8)
  const total = backers === 0 ? 0 : least + roll(most - least + 1)
  return { goal, amounts: backers === 0 ? [] : split(total, backers, roll) }
}

const insertTexts = new Map<string, string>()

/** Rows with the same columns. Kysely's builder would take most of the time, so texts are made once. */
async function insertAll<Table extends keyof Tables>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const slice = rows.slice(from, from + rowsAtOnce)
    const key = `${table} ${slice.length}`
    const row = `(${columns.map(() => '?').join()})`
    const text =
      insertTexts.get(key) ?? `insert into ${table} (${columns.join()}) values ${slice.map(() => row).join()}`
    insertTexts.set(key, text)
    // Given to `raw`, the values would be frozen, which takes longer than to insert them.
    const parameters = slice.flatMap(each => Object.values(each))
    await trx.executeQuery({ ...CompiledQuery.raw(text), parameters })
  }
}

/** Deterministic except for ids and the reference time. @param owner of every tournament and boat */
export async function load(
  db: Db,
  { tournaments, entries, backers, stored = backers, updates, years, largest = entries }: LoadSize,
  owner: UserId,
  now: number,
): Promise<void> {
  const roll = dice(20_261_121)
  const counts =
    years === undefined
      ? { people: backers * peoplePerBacker, boats: entries * boatsPerEntry }
      : {
          people: Math.max(backers, Math.ceil((tournaments * entries * stored) / fundingsPerPerson)),
          boats: Math.max(largest, Math.ceil((tournaments * entries) / entriesPerBoat)),
        }
  const people = await inTransaction(db, trx => addPeople(trx, counts.people, now))
  const boats = await inTransaction(db, trx => addBoats(trx, counts.boats, owner, now))
  const allEntries: { entry: EntryId; tournament: TournamentId }[] = []
  for (let index = 0; index < tournaments; index++) {
    // An interrupted run leaves whole tournaments.
    await inTransaction(db, async trx => {
      const dates =
        years === undefined
          ? datesOf(index, roll, now)
          : spreadDatesOf(index, { tournaments, years }, roll, now)
      const tournament = await addTournament(trx, index, owner, dates, now)
      const entryCount = index === 0 ? largest : entries
      const step = years === undefined ? boatsPerEntry : 1
      for (let n = 0; n < entryCount; n++) {
        const boat = boats[(index + n * step) % boats.length]
        if (!boat) throw new Error('there is no boat')
        const entry = await addFundedEntry(trx, { tournament, boat, people, backers, stored, now }, roll)
        allEntries.push({ entry, tournament })
        if (dates.starts_at < now) await addCatch(trx, entry, owner, dates, roll, now)
      }
      await rerank(trx, tournament)
    })
  }
  await inTransaction(db, trx => addUpdates(trx, allEntries, updates, owner, now))
}

async function addPeople(trx: Trx, count: number, now: number): Promise<UserId[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId<'user'>(),
    email: `backer${n}@load.reelstake.test`,
    metadata: JSON.stringify({ first_name: 'Backer', last_name: String(n) }),
    email_confirmed_at: now,
    created_at: now,
    updated_at: now,
  }))
  await insertAll(trx, 'users', rows)
  return rows.map(({ id }) => id)
}

async function addBoats(trx: Trx, count: number, owner: UserId, now: number): Promise<Id<'boat'>[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId<'boat'>(),
    owner_id: owner,
    name: `Load Boat ${n}`,
    captain_name: `Captain ${n}`,
    description: n % 2 === 0 ? 'Fast, dry, and well crewed.' : null,
    created_at: now,
  }))
  await insertAll(trx, 'boats', rows)
  return rows.map(({ id }) => id)
}

async function addTournament(
  trx: Trx,
  index: number,
  organiser: UserId,
  dates: { starts_at: number; ends_at: number },
  now: number,
): Promise<TournamentId> {
  const id = newId<'tournament'>()
  await trx
    .insertInto('tournaments')
    .values({
      id,
      organiser_id: organiser,
      name: `Load Cup ${index}`,
      description: 'Made for measurements.',
      location: `Pier ${index % 40}`,
      ...dates,
      prize_pool_cents: (index % 20) * 500_000,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

interface Funded {
  tournament: TournamentId
  boat: Id<'boat'>
  people: readonly UserId[]
  backers: number
  stored: number
  now: number
}

async function addFundedEntry(
  trx: Trx,
  { tournament, boat, people, backers, stored, now }: Funded,
  roll: Dice,
): Promise<EntryId> {
  const { goal, amounts } = stakesOf(backers, roll)
  const entry = newId<'entry'>()
  const points = 3000 + roll(5) * 1000
  await trx
    .insertInto('entries')
    .values({
      id: entry,
      tournament_id: tournament,
      boat_id: boat,
      funding_goal_cents: goal,
      current_funding_cents: amounts.reduce((sum, amount) => sum + amount, 0),
      backer_count: backers,
      payout_basis_points: points,
      created_at: now,
    })
    .execute()
  const first = people.length === 0 ? 0 : roll(people.length)
  const fundings = amounts.slice(0, stored).map((amount, n) => {
    const backer = people[(first + n) % people.length]
    if (!backer) throw new Error('there are no backers')
    const id = newId<'funding'>()
    const at = now - 400 * day + roll(60 * 24) * hour
    return {
      id,
      entry_id: entry,
      backer_id: backer,
      amount_cents: amount,
      bought_basis_points: points,
      bought_goal_cents: goal,
      bought_goal_rule: 'share' as const,
      status: 'completed' as const,
      mode: 'test' as const,
      intent_id: `pi_mock_${id.replaceAll('-', '')}`,
      created_at: at,
      held_until: at,
      completed_at: at,
    }
  })
  await insertAll(trx, 'fundings', fundings)
  const lines = fundings.flatMap(({ id, backer_id, amount_cents, created_at }) => {
    const about = {
      movement_id: Bun.randomUUIDv7(),
      kind: 'funding' as const,
      entry_id: entry,
      funding_id: id,
      user_id: backer_id,
      created_at,
    }
    return [
      { ...about, account: 'backers' as const, cents: -amount_cents },
      { ...about, account: 'stakes' as const, cents: amount_cents },
    ]
  })
  await insertAll(trx, 'ledger', lines)
  return entry
}

async function addCatch(
  trx: Trx,
  entry: EntryId,
  organiser: UserId,
  { starts_at, ends_at }: { starts_at: number; ends_at: number },
  roll: Dice,
  now: number,
): Promise<void> {
  await trx
    .insertInto('catches')
    .values({
      id: newId<'catch'>(),
      entry_id: entry,
      weight_hundredths: 5000 + roll(60_000),
      species: ['Blue Marlin', 'Wahoo', 'Yellowfin Tuna', 'Sailfish'][roll(4)] ?? 'Blue Marlin',
      caught_at: Math.round((starts_at + Math.min(ends_at, now)) / 2),
      recorded_by: organiser,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

async function addUpdates(
  trx: Trx,
  entries: readonly { entry: EntryId; tournament: TournamentId }[],
  count: number,
  author: UserId,
  now: number,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => {
    const about = entries[(n * 7) % entries.length]
    if (!about) throw new Error('there is nothing to tell of')
    return {
      id: newId<'update'>(),
      entry_id: about.entry,
      tournament_id: about.tournament,
      author_id: author,
      content: n % 2 === 0 ? `Lines in, fish on. Report ${n}.` : `Great catch number ${n}!`,
      created_at: now - (count - n) * 60_000,
    }
  })
  await insertAll(trx, 'updates', rows)
}
