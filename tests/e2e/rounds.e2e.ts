import { describe, expect, test } from 'bun:test'
import { hour } from '#contract/time.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import {
  eventually,
  expectAccessibleEverywhere,
  expectClean,
  type Member,
  serveSite,
  untilFocused,
  untilText,
} from '../support/browser.ts'
import { addCatch, addEntry, addFunding, addTournament, setRules } from '../support/factories.ts'
import { heaviestRules } from '../support/protest-world.ts'

const site = serveSite()

/** An ended tournament with a pot of $1,000 for the heaviest fish: Reel Deal's, whose backer Bo put in $10. */
async function addScene(awards?: RulesJson['awards']) {
  const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const bo = await site.addMember({ firstName: 'Bo', lastName: 'Lindqvist' })
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    name: 'Marina Cup',
    starts_at: now - 9 * hour,
    ends_at: now - 3 * hour,
  })
  const rules = heaviestRules({ protests: null })
  const [pot, award] = [rules.pots[0], rules.awards[0]]
  if (!pot || !award) throw new Error('the rules have no award')
  await setRules(
    site.db,
    tournament,
    {
      ...rules,
      pots: [{ ...pot, fee: null, added: '1000.00' }],
      awards: awards ?? [{ ...award, percent: 100, split: { percents: [[100]] } }],
    },
    organiser.userId,
  )
  const enter = (name: string) => addEntry(site.db, { tournament_id: tournament }, { name })
  const [reelDeal, ladyLuck] = [await enter('Reel Deal'), await enter('Lady Luck')]
  await addFunding(site.db, {
    entry_id: reelDeal,
    backer_id: bo.userId,
    amount_cents: 1000,
    bought_basis_points: 4000,
    completed_at: now - 20 * hour,
  })
  const fish = await addCatch(site.db, {
    entry_id: reelDeal,
    weight_hundredths: 41_200,
    caught_at: now - 5 * hour,
  })
  await addCatch(site.db, { entry_id: ladyLuck, weight_hundredths: 39_800, caught_at: now - 6 * hour })
  const page = (member: Member) =>
    site.open(`/tournament/${tournament}/manage?section=results`, { member, width: 360 })
  return { organiser, bo, tournament, reelDeal, ladyLuck, fish, page }
}

describe('results by rules', () => {
  test('an organiser confirms the awards with an adjustment, settles again after a decision, and notes what came back', async () => {
    const { organiser, fish, page: open } = await addScene()
    const page = await open(organiser)
    await page.getByRole('cell', { name: 'Reel Deal' }).waitFor()
    await page.getByText('Results are provisional.').waitFor()
    await page.getByRole('button', { name: 'Add an Adjustment' }).click()
    await page.getByRole('combobox', { name: 'Boat' }).selectOption({ label: 'Reel Deal' })
    await page.getByLabel('Amount').fill('-2000')
    await page.getByLabel('Reason').fill('Late entry fee')
    await page.getByRole('button', { name: 'Preview Shares' }).click()
    await page.getByText('This takes more than the boat won').waitFor()
    expectClean(page, /status of 400/)
    await eventually(page.getByLabel('Reason')).toHaveValue('Late entry fee')
    await page.getByLabel('Amount').fill('-100')
    await page.getByRole('button', { name: 'Preview Shares' }).click()
    await page.getByRole('region', { name: 'Shares of Reel Deal' }).waitFor()
    await expectAccessibleEverywhere(page, 'results-by-awards', [360, 768, 1280])
    await page.getByRole('button', { name: 'Confirm Results' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Results' }).click()
    await page.getByText('Results are official.').waitFor()
    await untilFocused(page)

    await page.getByRole('button', { name: 'Mark Paid: $360.00 to Bo Lindqvist' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark Paid' }).click()
    await untilText(page, 'Marked as paid')
    await site.ask(organiser, 'PUT', `/api/catches/${fish}/disqualification`, { reason: 'Mutilated fish' })
    await page.getByText('Results are under review').waitFor()
    await page.getByRole('button', { name: 'Remove adjustment 1' }).click()
    await page.getByLabel('Reason').fill('Reel Deal is disqualified')
    await page.getByRole('button', { name: 'Preview Changes' }).click()
    await page.getByRole('region', { name: 'Changes of Reel Deal' }).getByText('−$360.00').waitFor()
    await expectAccessibleEverywhere(page, 'another-round', [360, 768, 1280])
    await page.getByRole('button', { name: 'Settle Again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Settle Again' }).click()
    await page.getByRole('region', { name: 'Every change' }).waitFor({ state: 'detached' })
    await untilFocused(page)

    await page.getByRole('button', { name: 'To return (1)' }).click()
    await page.getByText('Paid too much: $360.00 to return. The share is $0.00 now.').waitFor()
    await page
      .getByRole('paragraph')
      .filter({ hasText: /^\$360\.00$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Returned by Bo Lindqvist' }).click()
    await page.getByRole('dialog').getByLabel('Amount').fill('300')
    await page.getByRole('button', { name: 'Mark Returned' }).click()
    await page.getByText('Paid too much: $60.00 to return').waitFor()
    await page.getByRole('button', { name: 'Waive what Bo Lindqvist was paid too much' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Bank fees')
    await page.getByRole('dialog').getByRole('button', { name: 'Waive' }).click()
    await page.getByText('Paid too much').first().waitFor({ state: 'detached' })
    expect(await findFaults(site.db)).toEqual([])
  })

  test('an award that a hold could change waits, and the others are confirmed', async () => {
    const { organiser, tournament, reelDeal, ladyLuck, page: open } = await addScene(heaviestRules().awards)
    await addCatch(site.db, {
      entry_id: ladyLuck,
      species: 'Tuna',
      weight_hundredths: 9000,
      caught_at: Date.now() - 5 * hour,
    })
    const hold = { entryId: reelDeal, reason: 'Polygraph pending' }
    await site.ask(organiser, 'POST', `/api/tournaments/${tournament}/holds`, hold)
    const { id } = await site.ask<{ id: string }>(organiser, 'POST', `/api/tournaments/${tournament}/holds`, {
      ...hold,
      entryId: ladyLuck,
    })
    const page = await open(organiser)
    await page.getByText('Held: a protest or hold could change it').nth(1).waitFor()
    await page.getByRole('button', { name: 'Preview Shares' }).click()
    await page.getByText('No boat won any of the awards that aren’t held.').waitFor()
    await site.call(organiser, 'DELETE', `/api/holds/${id}`, { note: 'Passed' })
    await page.getByText('Held: a protest or hold could change it').nth(1).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Preview Shares' }).click()
    await page.getByRole('button', { name: 'Confirm 1 of 2 Awards' }).waitFor()
    await expectAccessibleEverywhere(page, 'results-held', [360, 768, 1280])
    await page.getByRole('button', { name: 'Confirm 1 of 2 Awards' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Results' }).click()
    await page.getByText('Results are partly official: 1 award is held.').waitFor()
    expect(await findFaults(site.db)).toEqual([])
  })
})

describe('results without rules', () => {
  test('are settled again by new totals: what grew is due in part, and every share is counted once', async () => {
    const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
    const bo = await site.addMember({ firstName: 'Bo', lastName: 'Lindqvist' })
    const now = Date.now()
    const tournament = await addTournament(site.db, {
      organiser_id: organiser.userId,
      starts_at: now - 9 * hour,
      ends_at: now - 3 * hour,
    })
    const enter = (name: string, current_position: number) =>
      addEntry(site.db, { tournament_id: tournament, current_position }, { name })
    const [reelDeal] = [await enter('Reel Deal', 2), await enter('Lady Luck', 1)]
    await addFunding(site.db, { entry_id: reelDeal, backer_id: bo.userId, completed_at: now - 20 * hour })
    const winnings = [{ entryId: reelDeal, amount: 1000 }]
    await site.ask(organiser, 'POST', `/api/tournaments/${tournament}/results`, { winnings })
    const page = await site.open(`/tournament/${tournament}/manage?section=results`, {
      member: organiser,
      width: 360,
    })
    await page.getByRole('button', { name: 'Mark Paid: $400.00 to Bo Lindqvist' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark Paid' }).click()
    await page.getByText('Every share is paid').waitFor()

    await page.getByText('Settle the results again').click()
    const fields = page.getByRole('textbox', { name: /^Winnings of/ })
    await eventually(fields.first()).toHaveAccessibleName(/Lady Luck/)
    await eventually(fields.first()).toHaveAccessibleDescription('1st place, no backers')
    await eventually(fields.last()).toHaveAccessibleDescription(/^2nd place, 40% to backers/)
    await eventually(page.getByLabel('Winnings of Reel Deal')).toHaveValue('1000.00')
    await eventually(page.getByLabel('Winnings of Lady Luck')).toHaveValue('0.00')
    await page.getByLabel('Winnings of Reel Deal').fill('1500')
    await page.getByLabel('Reason').fill('The scale was recalibrated')
    await page.getByRole('button', { name: 'Preview Changes' }).click()
    await page
      .getByRole('region', { name: 'Changes of Reel Deal' })
      .getByText('$600.00 now')
      .first()
      .waitFor()
    await expectAccessibleEverywhere(page, 'round-without-rules', [360, 768, 1280])
    await page.getByRole('button', { name: 'Settle Again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Settle Again' }).click()

    await page.getByText('The scale was recalibrated').waitFor()
    await page.getByRole('button', { name: 'Mark Paid: $200.00 to Bo Lindqvist' }).waitFor()
    await page.getByRole('button', { name: 'Paid in full (0)' }).waitFor()
    await page.getByRole('button', { name: 'All (1)' }).click()
    await page.getByText('$200.00 due of $600.00').waitFor()
    await eventually(page.getByText('Results are')).toHaveCount(0)
    expect(await findFaults(site.db)).toEqual([])
  })
})
