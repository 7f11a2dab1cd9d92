import { expect } from 'bun:test'
import type { Funding } from '#contract/money/funding.ts'
import type { Payout } from '#contract/money/payouts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestApp, type TestApp } from './app.ts'
import { addScene, addSigned, type Scene, type Signed } from './factories.ts'

let intents = 0
/** The id of a test payment that no other has. */
export const mockIntent = () => `pi_mock_${++intents}`

/** Dollars of the scene's entry, or of each entry. */
export type Winnings = number | string | readonly { entryId: string; amount: unknown }[]

/** The calls that the people of a scene make. Bo, its backer, is the stranger unless given. */
export function callsOf(
  { page }: Pick<TestApp, 'page'>,
  { tournament, entry, organiser, captain, stranger, bo = stranger }: Omit<Scene, 'boat'> & { bo?: Signed },
) {
  const ofTournament = `/api/tournaments/${tournament}`
  const ofEntry = `/api/tournament-entries/${entry}`
  const intend = (
    cookie = bo.cookie,
    amount: unknown = 25,
    more: object = { tournamentEntryId: entry },
  ): Promise<Response> => page('/api/create-payment-intent', { json: { amount, ...more }, cookie })
  const fund = (
    intent: string = mockIntent(),
    cookie = bo.cookie,
    amount: unknown = '25.00',
    to: string = entry,
    more: object = {},
  ): Promise<Response> =>
    page('/api/funding', {
      json: { tournamentEntryId: to, amount, stripePaymentIntentId: intent, ...more },
      cookie,
    })
  const results = (winnings: Winnings, path: string, more: object, cookie: string): Promise<Response> => {
    const each = typeof winnings === 'object' ? winnings : [{ entryId: entry, amount: winnings }]
    return page(ofTournament + path, { json: { winnings: each, ...more }, cookie })
  }
  return {
    intend,
    /** @returns the id of a new intent */
    begin: async (cookie?: string, amount?: unknown, more?: object): Promise<string> => {
      const response = await intend(cookie, amount, more)
      expect(response.status).toBe(200)
      return (await response.json()).clientSecret.split('_secret')[0]
    },
    fund,
    /** Funds with a new test payment. */
    pay: (cookie?: string, amount?: unknown, more?: object) =>
      fund(undefined, cookie, amount, undefined, more),
    fundingsOf: async ({ cookie }: Pick<Signed, 'cookie'> = bo): Promise<Funding[]> =>
      (await page('/api/funding/my', { cookie })).json(),
    changeTournament: (json: object, cookie = organiser.cookie) =>
      page(ofTournament, { method: 'PATCH', json, cookie }),
    cancel: (reason?: string) =>
      page(ofTournament, {
        method: 'PATCH',
        json: { status: 'cancelled', reason },
        cookie: organiser.cookie,
      }),
    changeEntry: (json: object, cookie = captain.cookie) => page(ofEntry, { method: 'PATCH', json, cookie }),
    weighIn: (weight = 412.5, cookie = organiser.cookie) =>
      page(`${ofEntry}/catches`, { json: { weight, species: 'Blue Marlin' }, cookie }),
    withdraw: (reason = 'Engine failure', cookie = organiser.cookie) =>
      page(ofEntry, { method: 'DELETE', json: { reason }, cookie }),
    readEntry: async (): Promise<Entry> => (await page(ofEntry)).json(),
    confirm: (winnings: Winnings, more: object = {}, cookie = organiser.cookie) =>
      results(winnings, '/results', more, cookie),
    preview: (winnings: Winnings, more: object = {}, cookie = organiser.cookie) =>
      results(winnings, '/results/preview', more, cookie),
    listPayouts: async (search = ''): Promise<Payout[]> => {
      const response = await page(`${ofTournament}/payouts${search}`, { cookie: organiser.cookie })
      expect(response.status).toBe(200)
      return response.json()
    },
  }
}

/** Rows of a scene. */
export function rowsOf({ db }: Pick<TestApp, 'db'>, { entry }: Pick<Scene, 'entry'>) {
  const readHeld = async (id = entry): Promise<[cents: number, backers: number]> => {
    const row = await db
      .selectFrom('entries')
      .select(['current_funding_cents as cents', 'backer_count as backers'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await findFaults(db)).toEqual([])
    return [row.cents, row.backers]
  }
  return {
    rows: () => db.selectFrom('fundings').selectAll().orderBy('id').execute(),
    /** Reads an entry, by default the scene's. Expects no ledger faults. */
    readHeld,
    /** Cents. Expects no ledger faults. */
    holds: async () => (await readHeld())[0],
  }
}

/** @param now at which the clock stands */
export function clockOf({ setNow }: Pick<TestApp, 'setNow'>, now: number) {
  let at = now
  return {
    now: () => at,
    wait: (milliseconds: number) => {
      at += milliseconds
      setNow(at)
    },
  }
}

/**
 * A scene with one more account, the backer Bo, and the calls of its people.
 * @param now at which the clock stands
 */
export async function makeScene(
  tournament: Parameters<typeof addScene>[1] = {},
  {
    now = Date.now(),
    env,
    ...of
  }: { now?: number; env?: Record<string, string> } & Parameters<typeof addScene>[2] = {},
) {
  const testApp = await makeTestApp(env)
  const scene = await addScene(testApp.db, tournament, of)
  const bo = await addSigned(testApp.db)
  const clock = clockOf(testApp, now)
  clock.wait(0)
  return {
    ...testApp,
    testApp,
    ...scene,
    bo,
    ...callsOf(testApp, { ...scene, bo }),
    ...rowsOf(testApp, scene),
    ...clock,
  }
}

/** Status and message of an answer. */
export const statusAndMessage = async (response: Response): Promise<[number, string]> => [
  response.status,
  (await response.json()).message,
]
