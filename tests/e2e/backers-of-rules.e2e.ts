import { expect, test } from 'bun:test'
import type { Funding } from '#contract/money/funding.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { day, hour } from '#contract/time.ts'
import { closePages, expectAccessibleEverywhere, serveSite } from '../support/browser.ts'
import { addBoat, addEntry, addTournament } from '../support/factories.ts'
import { award, category, one, pot } from '../support/scoring.ts'

const site = serveSite()
const widths = [360, 768, 1280]

test('a backer reads which jackpots are shared, and later why the share changed', async () => {
  const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const captain = await site.addMember()
  const bo = await site.addMember({ firstName: 'Bo', lastName: 'Lindqvist' })
  const start = Date.now() + hour
  const dates = { starts_at: start, ends_at: start + day, payout_days: 14 }
  const tournament = await addTournament(site.db, { organiser_id: organiser.userId, ...dates })
  const path = `/api/tournaments/${tournament}`
  const rules = {
    timeZone: 'America/Chicago',
    categories: [category({ ...one, ties: ['first-caught'] })],
    pots: [
      pot({ key: 'entry', name: 'Entry', added: '27000.00' }),
      pot({ key: 'level-a', name: 'Level A', entry: 'chosen', fee: '500.00' }),
      pot({ key: 'level-b', name: 'Level B', entry: 'chosen', fee: '5000.00', added: '50000.05' }),
    ],
    awards: [
      award({ key: 'entry', name: 'Heaviest Blue Marlin', pot: 'entry' }),
      award({ key: 'level-b', name: 'Level B, Winner Takes All', pot: 'level-b' }),
    ],
    protests: { minutes: 60 },
  }
  await site.ask(organiser, 'PUT', `${path}/rules`, { rules })
  const enter = async (name: string) => {
    const boat = await addBoat(site.db, { owner_id: captain.userId, name })
    return addEntry(site.db, { tournament_id: tournament, boat_id: boat })
  }
  const [deal, luck] = [await enter('Reel Deal'), await enter('Lady Luck')]
  const entry = `/api/tournament-entries/${deal}`
  await site.ask(captain, 'PATCH', entry, {
    fundingGoal: 10_000,
    payoutPercentage: 40,
    ifGoalMissed: 'prorate',
    sharedPots: ['entry', 'level-a'],
    goalParts: [
      { name: 'Entry fee', amount: '2500.00' },
      { name: 'Level A and Level B', amount: '5500.00' },
      { name: 'Fuel, bait and dockage', amount: '2000.00' },
    ],
  })
  await site.ask(captain, 'PUT', `${entry}/pots`, { wanted: ['level-a', 'level-b'] })
  await site.ask(organiser, 'PUT', `${entry}/pots`, { in: ['level-b'] })

  const page = await site.open(`/funding/${deal}`, { member: bo, width: 360 })
  await page
    .getByRole('region', { name: 'What you agree to' })
    .getByText('They have no part in Level B.')
    .click()
  const terms = page.getByRole('region', { name: 'Jackpots and results' })
  await page.getByText('Reel Deal is in: Entry, Level B. Asked for, not paid yet: Level A.').waitFor()
  await page.getByRole('region', { name: 'What the goal pays for' }).getByText('$5,500').waitFor()
  await expectAccessibleEverywhere(page, 'backed-funding', widths)
  await page.getByLabel('Custom amount').fill('6000')
  await page.getByRole('button', { name: 'Fund $6,000' }).click()
  await page.getByText('You are backing Reel Deal!').waitFor()
  await terms.getByText('They have no part in Level B.').waitFor()

  site.setNow(start + hour)
  const weigh = (id: string, weight: number) =>
    site.ask<{ id: string }>(organiser, 'POST', `/api/tournament-entries/${id}/catches`, {
      species: 'Blue Marlin',
      weight,
    })
  const { id: fish } = await weigh(deal, 412.5)
  await weigh(luck, 300)
  site.setNow(start + day + 2 * hour)
  await site.ask(organiser, 'POST', `${path}/results`, {})
  site.setNow(start + day + 3 * hour)
  const [share] = await site.ask<Payout[]>(organiser, 'GET', `${path}/payouts`)
  await site.ask(organiser, 'POST', `/api/payouts/${share?.id}/paid`, {})
  const statement = await site.open(`/statement/${deal}`, { member: bo, width: 360 })
  await statement.getByText('Your share: $6,480.').waitFor()
  await expectAccessibleEverywhere(statement, 'statement-one-round', widths)

  await site.ask(organiser, 'PUT', `/api/catches/${fish}/disqualification`, { reason: 'Mutilated fish' })
  const settleAgain = async (reason: string, adjustments: object[] = []) => {
    const rounds = `${path}/results/rounds`
    const { preview } = await site.ask<{ preview: string }>(organiser, 'POST', `${rounds}/preview`, {
      adjustments,
    })
    await site.ask(organiser, 'POST', rounds, { reason, preview, adjustments })
  }
  await settleAgain('Reel Deal is disqualified')
  await statement.reload()
  await statement
    .getByText('Round 2: Reel Deal is disqualified. Your share: $6,480.00 before, $0.00 now.')
    .waitFor()
  await expectAccessibleEverywhere(statement, 'statement-two-rounds', widths)

  const mine = await site.open('/my-funding', { member: bo, width: 360 })
  await mine.getByText('You got $6,480 too much').waitFor()
  await expectAccessibleEverywhere(mine, 'my-funding-to-return', widths)
  const [funding] = await site.ask<Funding[]>(bo, 'GET', '/api/funding/my')
  const receipt = await site.open(`/my-funding/${funding?.id}`, { member: bo, width: 360 })
  await receipt.getByRole('link', { name: 'Why it changed' }).waitFor()
  await expectAccessibleEverywhere(receipt, 'receipt-to-return', widths)

  const undo = { reason: 'The video shows that it was whole' }
  await site.ask(organiser, 'DELETE', `/api/catches/${fish}/disqualification`, undo)
  await settleAgain('The captain’s protest is upheld: the video shows the fish whole when it was boated.', [
    { entryId: deal, amount: '-1000.00', reason: 'Half of the crew prize goes to Lady Luck, as agreed' },
    { entryId: deal, amount: '250.00', reason: 'Sportsmanship prize' },
  ])
  await statement.reload()
  await statement.getByText('Your share: $0.00 before, $6,300.00 now.').waitFor()
  await statement.getByRole('row', { name: 'Sportsmanship prize' }).getByText('+$250.00').waitFor()
  await expectAccessibleEverywhere(statement, 'statement-three-rounds', widths)
  expect(site.errors).toEqual([])
  await closePages()
})
