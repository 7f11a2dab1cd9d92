import { describe, expect, test } from 'bun:test'
import { fieldTexts } from '#contract/field-texts.ts'
import type { Funding } from '#contract/money/funding.ts'
import type { Statement } from '#contract/money/results.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { addFunding } from '../../../../tests/support/factories.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { failFundings } from '../../../../tests/support/states.ts'

const day = 86_400_000

/** Ends on November 28, 2026. */
async function setUp() {
  const dates = { startDate: '2026-11-27T06:00:00.000Z', endDate: '2026-11-28T18:00:00.000Z' }
  const scene = await makeScene(
    { starts_at: Date.parse(dates.startDate), ends_at: Date.parse(dates.endDate) },
    { now: Date.parse('2026-11-27T12:00:00.000Z') },
  )
  const { page, wait, tournament, organiser, pay, confirm } = scene
  const create = (json: object) =>
    page('/api/tournaments', { json: { name: 'Open', ...dates, ...json }, cookie: organiser.cookie })
  const read = async (): Promise<Tournament> => (await page(`/api/tournaments/${tournament}`)).json()
  const fund = async (): Promise<Funding> => {
    const response = await pay()
    expect(response.status).toBe(201)
    return response.json()
  }
  const settle = async () => {
    wait(2 * day)
    expect((await confirm(100)).status).toBe(201)
  }
  return { ...scene, create, patch: scene.changeTournament, read, fund, settle }
}

const invalid = [0, -1, 366, 1.5, '14', '', true, [14], {}] as const

describe('payoutDays', () => {
  test('answers 400 at its field for anything but a whole number from 1 to 365', async () => {
    const { create, patch, read } = await setUp()
    const issue = { path: 'payoutDays', message: fieldTexts.payoutDaysInvalid }
    for (const payoutDays of invalid)
      for (const response of [await create({ payoutDays }), await patch({ payoutDays })]) {
        expect(response.status).toBe(400)
        expect((await response.json()).issues).toEqual([issue])
      }
    expect((await read()).payoutDays).toBeNull()
  })

  test('can be lowered, but not raised or removed, once a boat has a funding', async () => {
    const { patch, read, fund, settle } = await setUp()
    await patch({ payoutDays: 30 })
    await fund()
    const expectRefusal = async (payoutDays: number | null) => {
      const response = await patch({ payoutDays, name: 'Renamed' })
      expect([response.status, (await response.json()).message]).toEqual([409, fieldTexts.payoutDaysStand])
    }
    await expectRefusal(31)
    await expectRefusal(null)
    expect(await read()).toMatchObject({ name: 'White Marlin Open', payoutDays: 30 })
    for (const payoutDays of [30, 14]) expect((await patch({ payoutDays })).status).toBe(200)
    await expectRefusal(30)
    await settle()
    await expectRefusal(15)
    expect((await patch({ payoutDays: 13 })).status).toBe(200)
    expect((await patch({ name: 'Renamed' })).status).toBe(200)
    expect(await read()).toMatchObject({ name: 'Renamed', payoutDays: 13 })
  })

  test('binds as well while a payment is under way, and after a refund', async () => {
    const { db, patch, intend, entry } = await setUp()
    await patch({ payoutDays: 14 })
    expect((await intend()).status).toBe(200)
    expect((await patch({ payoutDays: 15 })).status).toBe(409)
    await failFundings(db)
    expect((await patch({ payoutDays: 15 })).status).toBe(200)
    await addFunding(db, { entry_id: entry, status: 'refunded', refunded_at: 1 })
    expect((await patch({ payoutDays: null })).status).toBe(409)
  })

  test('can be stated for the first time after fundings', async () => {
    const { patch, fund, read } = await setUp()
    await fund()
    expect((await patch({ payoutDays: 365 })).status).toBe(200)
    expect((await patch({ payoutDays: null })).status).toBe(409)
    expect((await read()).payoutDays).toBe(365)
  })

  test('can be changed freely before the first funding', async () => {
    const { patch, read } = await setUp()
    for (const payoutDays of [7, 30, null, 1]) {
      expect((await patch({ payoutDays })).status).toBe(200)
      expect((await read()).payoutDays).toBe(payoutDays)
    }
  })

  test('is null by default, and follows the end', async () => {
    const { create, patch, read } = await setUp()
    expect(await (await create({})).json()).toMatchObject({ payoutDays: null, payoutsDueAt: null })
    const tournament: Tournament = await (await create({ payoutDays: 14 })).json()
    expect(tournament).toMatchObject({ payoutDays: 14, payoutsDueAt: '2026-12-12T18:00:00.000Z' })
    await patch({ payoutDays: 1 })
    await patch({ endDate: '2026-11-29T18:00:00.000Z' })
    expect((await read()).payoutsDueAt).toBe('2026-11-30T18:00:00.000Z')
  })

  test('is repeated with the funding, the statement, and the mails', async () => {
    const { patch, fund, settle, page, entry, mails, sendMails } = await setUp()
    await patch({ payoutDays: 14 })
    const { tournament_entry: fundedEntry } = await fund()
    const dueAt = '2026-12-12T18:00:00.000Z'
    expect(fundedEntry.tournament).toMatchObject({ payout_days: 14, payouts_due_at: dueAt })
    await settle()
    await sendMails()
    const statement: Statement = await (await page(`/api/tournament-entries/${entry}/statement`)).json()
    expect(statement).toMatchObject({ payoutDays: 14, payoutsDueAt: dueAt })
    const csv = await (await page(`/api/tournament-entries/${entry}/statement.csv`)).text()
    expect(csv).toContain(`"Winnings are paid by","${dueAt}"`)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Receipt: $25 for Reel Deal',
      'You won $40 with Reel Deal',
    ])
    for (const { text } of mails)
      expect(text).toContain('Winnings are paid by Dec 12, 2026, 14 days after the end')
  })
})
