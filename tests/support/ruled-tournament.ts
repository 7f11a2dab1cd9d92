import type { EntryId } from '#contract/ids.ts'
import { day, hour, minute } from '#contract/time.ts'
import type { Awards, ScoreBoard } from '#contract/tournaments/scores.ts'
import { makeTestApp } from './app.ts'
import { addBoat, addSigned } from './factories.ts'
import { noon } from './scoring.ts'

export interface Fish {
  species?: string
  weight?: number
  ounces?: number
  released?: boolean
  marks?: string[]
  anglerId?: string
  caughtAt?: number
  weighedAt?: string
  /** Number of the day, from 1. */
  day?: number
}

const dollars = (amount: string) => Number(amount).toFixed(2)

/**
 * A tournament that is entered and scored by the API alone: rules, then boats by their captains, then pots, then fish.
 * Answers are asserted; helpers speak of boats by name.
 * @param rules without a time zone
 */
export async function makeRuledTournament(rules: object, boats: readonly string[]) {
  const app = await makeTestApp()
  const { db } = app
  const organiser = await addSigned(db)
  const start = noon - 6 * hour
  const end = noon + 7 * day
  app.setNow(start - day)

  async function call<Answer>(path: string, method: string, json: object, cookie = organiser.cookie) {
    const answer = await app.page(path, { method, json, cookie })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() }
  const { id } = await call<{ id: string }>('/api/tournaments', 'POST', { name: 'Ruled Open', ...dates })
  const path = `/api/tournaments/${id}`
  const put = (changes: object, reason?: string) =>
    call(`${path}/rules`, 'PUT', { rules: { timeZone: 'UTC', ...changes }, ...(reason && { reason }) })
  await put(rules)

  const entries = new Map<string, EntryId>()
  const captains = new Map<string, string>()
  for (const name of boats) {
    const captain = await addSigned(db)
    const terms = { fundingGoal: 1000, payoutPercentage: 40 }
    const boatId = await addBoat(db, { owner_id: captain.id, name })
    const entry = await call<{ id: EntryId }>(`${path}/entries`, 'POST', { boatId, ...terms }, captain.cookie)
    entries.set(name, entry.id)
    captains.set(name, captain.cookie)
  }
  const entryId = (boat: string): EntryId => {
    const entry = entries.get(boat)
    if (entry === undefined) throw new Error(`${boat} is not entered`)
    return entry
  }
  const entryOf = (boat: string) => `/api/tournament-entries/${entryId(boat)}`
  const names = new Map([...entries].map(([name, entry]) => [String(entry), name]))
  const nameOf = (entry: string) => names.get(entry) ?? entry

  let weighCount = 0
  /** Caught a minute apart from noon on. All days are over. */
  async function weigh(boat: string, { day: at = 1, caughtAt, ...fish }: Fish): Promise<string> {
    app.setNow(end - hour)
    const time = caughtAt ?? noon + (at - 1) * day + weighCount++ * minute
    const row = await call<{ id: string }>(`${entryOf(boat)}/catches`, 'POST', {
      species: 'Tuna',
      ...fish,
      caughtAt: new Date(time).toISOString(),
    })
    return row.id
  }

  async function board(category?: string, on?: string): Promise<ScoreBoard> {
    const query = new URLSearchParams({ ...(category && { category }), ...(on && { day: on }) })
    const answer = await app.page(`${path}/standings?${query}`)
    const [first] = (await answer.json()) as ScoreBoard[]
    if (first === undefined) throw new Error(`no board ${query}`)
    return first
  }

  return {
    ...app,
    path,
    organiser,
    call,
    putRules: put,
    entryOf,
    entryId,
    captainOf: (boat: string) => captains.get(boat) ?? '',
    weigh,
    /** @param fish `[boat, fish]`, in the order of catching */
    weighAll: async (...fish: [boat: string, fish: Fish][]) => {
      for (const [boat, one] of fish) await weigh(boat, one)
    },
    /** Enters pots before the start: the captain asks, the organiser confirms. */
    enterPots: async (boat: string, ...pots: string[]) => {
      await call(`${entryOf(boat)}/pots`, 'PUT', { wanted: pots }, captains.get(boat))
      await call(`${entryOf(boat)}/pots`, 'PUT', { in: pots })
    },
    penalize: (boat: string, key: string, count: number, on: string | null = null) =>
      call(`${entryOf(boat)}/penalties`, 'POST', { key, count, day: on }),
    decideTie: (category: string, order: readonly string[]) =>
      call(`${path}/tie-decisions`, 'PUT', {
        category,
        order: order.map(entryId),
        reason: 'Fish-off',
      }),
    board,
    /** Such as `['1 Sequel 980', '- MaxBet 0']`; shared places as `=1`. */
    places: async (category?: string, on?: string): Promise<string[]> => {
      const { rows } = await board(category, on)
      return rows.map(
        ({ place, tied, entryId, total }) => `${tied ? '=' : ''}${place ?? '-'} ${nameOf(entryId)} ${total}`,
      )
    },
    /** Returns the prizes of each award with its day, such as `['1 Sequel 500.00']`. */
    prizes: async (): Promise<Record<string, string[]>> => {
      const { awards } = (await (await app.page(`${path}/awards`)).json()) as Awards
      return Object.fromEntries(
        awards.map(({ key, day: on, places }) => [
          on === null ? key : `${key} ${on}`,
          places.map(
            ({ place, entryId, amount, tied }) =>
              `${tied ? '=' : ''}${place} ${nameOf(entryId)} ${dollars(amount)}`,
          ),
        ]),
      )
    },
    awards: async (): Promise<Awards> => (await app.page(`${path}/awards`)).json(),
  }
}
