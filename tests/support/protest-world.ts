import { expect } from 'bun:test'
import type { CatchId, EntryId, TournamentId } from '#contract/ids.ts'
import type { Results } from '#contract/money/results.ts'
import { hour, minute } from '#contract/time.ts'
import type { Hold, Protest } from '#contract/tournaments/protests.ts'
import type { Awards } from '#contract/tournaments/scores.ts'
import { preset, speciesOf } from '#contract/tournaments/scoring/presets.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import { makeTestApp } from './app.ts'
import {
  addBoat,
  addCatch,
  addEntry,
  addSigned,
  addStaff,
  addTournament,
  type Signed,
  setRules,
} from './factories.ts'
import { clockOf } from './scene.ts'

/** Heaviest fish; a pot of $1,000 a boat, 60/40, and its own award for the biggest tuna; protests within an hour. */
export function heaviestRules(change: Partial<RulesJson> = {}): RulesJson {
  const rules = preset('heaviest', { days: [], timeZone: 'America/New_York' })
  if (rules === null) throw new Error('the preset has no rules')
  const [heaviest] = rules.categories
  if (!heaviest) throw new Error('the preset has no category')
  return {
    ...rules,
    species: ['Blue Marlin', 'Tuna'].map(name => speciesOf(name)),
    penalties: [
      {
        key: 'late',
        name: 'Late at the dock',
        per: 'minute',
        weight: 1,
        points: 0,
        categories: null,
        outFrom: null,
      },
    ],
    categories: [heaviest, { ...heaviest, key: 'tuna', name: 'Tuna', species: ['Tuna'] }],
    pots: [{ key: 'entry', name: 'Entry', entry: 'all', fee: '1000.00', payback: 100, added: null }],
    awards: [
      {
        key: 'heaviest',
        name: 'Heaviest Fish',
        pot: 'entry',
        percent: 80,
        category: 'heaviest',
        split: { percents: [[60, 40]] },
        unclaimed: 'kept',
      },
      {
        key: 'tuna',
        name: 'Tuna',
        pot: 'entry',
        percent: 20,
        category: 'tuna',
        split: { percents: [[100]] },
        unclaimed: 'kept',
      },
    ],
    protests: { minutes: 60, answerMinutes: 30, fee: null },
    ...change,
  }
}

/** A boat of a new captain with a fish. */
async function addRival(db: Db, tournament: TournamentId, name: string, pounds: number, species: string) {
  const captain = await addSigned(db)
  const boat = await addBoat(db, { owner_id: captain.id, name })
  const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat })
  const catchId = await addCatch(db, { entry_id: entry, weight_hundredths: pounds * 100, species })
  return { captain, boat, entry, catchId }
}

/**
 * A tournament that started four hours ago and ends in four, with three boats: Reel Deal (412 lb), Lady Luck (398 lb)
 * and Sea Fox, which has the only tuna (90 lb).
 */
export async function makeProtestWorld({
  rules = heaviestRules() as RulesJson | null,
  env = {} as Record<string, string>,
} = {}) {
  const app = await makeTestApp(env)
  const { db } = app
  const now = Date.now()
  const organiser = await addSigned(db)
  const dates = { starts_at: now - 4 * hour, ends_at: now + 4 * hour }
  const tournament = await addTournament(db, { organiser_id: organiser.id, ...dates })
  await setRules(db, tournament, rules, organiser.id)
  const reelDeal = await addRival(db, tournament, 'Reel Deal', 412, 'Blue Marlin')
  const ladyLuck = await addRival(db, tournament, 'Lady Luck', 398, 'Blue Marlin')
  const seaFox = await addRival(db, tournament, 'Sea Fox', 90, 'Tuna')
  const coOrganiser = await addStaff(db, { tournament_id: tournament, role: 'co-organiser' })
  const weighMaster = await addStaff(db, { tournament_id: tournament, role: 'weigh-master' })
  const clock = clockOf(app, now)
  clock.wait(0)
  const send = (path: string, method: string, json: object | undefined, { cookie }: Pick<Signed, 'cookie'>) =>
    app.page(path, { method, cookie, ...(json && { json }) })
  const of = `/api/tournaments/${tournament}`
  const file = (by: Signed, json: object) =>
    send(`${of}/protests`, 'POST', { text: 'Lines out', ...json }, by)
  const step =
    (name: string) =>
    ({ id }: Pick<Protest, 'id'>, by: Signed, json?: object) =>
      send(`/api/protests/${id}/${name}`, 'POST', json, by)
  const until = dates.ends_at + 60 * minute
  return {
    ...app,
    app,
    ...clock,
    /** Waits until captains can no longer protest. */
    waitForResults: () => clock.wait(until - clock.now()),
    tournament,
    dates,
    organiser,
    coOrganiser,
    weighMaster,
    reelDeal,
    ladyLuck,
    seaFox,
    send,
    file,
    /** Files it and expects that it is open. */
    filed: async (by: Signed, json: object): Promise<Protest> => {
      const answer = await file(by, json)
      expect(answer.status).toBe(201)
      return answer.json()
    },
    answer: step('answers'),
    withdraw: step('withdrawal'),
    decide: step('decision'),
    reopen: step('reopening'),
    list: async (query = ''): Promise<Protest[]> => (await app.page(`${of}/protests${query}`)).json(),
    placeHold: (by: Signed, json: object) => send(`${of}/holds`, 'POST', json, by),
    liftHold: ({ id }: Pick<Hold, 'id'>, by: Signed, json: object = { note: 'Passed' }) =>
      send(`/api/holds/${id}`, 'DELETE', json, by),
    readResults: async (): Promise<Results> => (await app.page(`${of}/results`)).json(),
    /** Confirms the first round, when captains can no longer protest. */
    confirm: () => send(`${of}/results`, 'POST', {}, organiser),
    /** The next round. */
    settle: async () => {
      const { preview } = await (await send(`${of}/results/rounds/preview`, 'POST', {}, organiser)).json()
      return send(`${of}/results/rounds`, 'POST', { reason: 'Decided', preview }, organiser)
    },
    listHolds: async (): Promise<Hold[]> => (await app.page(`${of}/holds`)).json(),
    /** Keys of held awards. */
    held: async (): Promise<string[]> => {
      const { awards }: Awards = await (await app.page(`${of}/awards`)).json()
      return awards.filter(({ held }) => held).map(({ key }) => key)
    },
    /** The stored place. */
    placeOf: async (entry: EntryId): Promise<number | null> =>
      (await (await app.page(`/api/tournament-entries/${entry}`)).json()).currentPosition,
    isOut: async (id: CatchId): Promise<boolean> =>
      (
        await db
          .selectFrom('catches')
          .select('disqualified_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).disqualified_at !== null,
    until,
  }
}
