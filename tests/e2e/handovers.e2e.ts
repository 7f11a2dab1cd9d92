import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { textRules } from '#contract/field-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import { applyRefund } from '#server/money/funding/apply-refund.ts'
import {
  eventually,
  expectAccessible,
  expectClean,
  openRow,
  reload,
  serveSite,
  shoot,
} from '../support/browser.ts'
import { addBoat, addEntry, addFunding, addTournament } from '../support/factories.ts'

const site = serveSite()

async function fundedScene() {
  const organiser = await site.addMember()
  const captain = await site.addMember()
  const backer = await site.addMember({ firstName: 'Bo', lastName: 'Lindqvist' })
  const tournament = await addTournament(site.db, { organiser_id: organiser.userId })
  const boat = await addBoat(site.db, { name: 'Reel Deal', owner_id: captain.userId })
  const entry = await addEntry(site.db, { tournament_id: tournament, boat_id: boat })
  const funding = await addFunding(site.db, {
    entry_id: entry,
    backer_id: backer.userId,
    amount_cents: 15_000,
  })
  const address = `/tournament/${tournament}/manage?section=fundings`
  return { organiser, captain, backer, tournament, entry, funding, address }
}

const money = (page: Page) => page.getByRole('region', { name: 'Money Raised' })

/** Raised, handed over and held, in the open row of the boat. */
async function boatHas(page: Page, amounts: readonly string[]): Promise<void> {
  const list = money(page).getByRole('list', { name: 'Money of each boat' })
  await list
    .getByRole('definition')
    .nth(2)
    .and(list.getByText(amounts[2] ?? ''))
    .waitFor()
  expect(await list.getByRole('definition').allTextContents()).toEqual([...amounts])
}

describe('money that was raised for a boat', () => {
  test('the organiser hands it over and reverses that; the captain and open pages see it', async () => {
    const { organiser, captain, entry, address } = await fundedScene()
    const page = await site.open(address, { member: organiser, width: 360 })
    await money(page).getByText('You hold $150.00 for up to 30 days.').waitFor()
    await openRow(money(page), 'Reel Deal')
    await money(page).getByRole('button', { name: 'Hand Over: to Reel Deal' }).click()
    const dialog = page.getByRole('dialog')
    await eventually(dialog.getByLabel('Amount')).toHaveValue('150.00')
    await dialog.getByLabel('Amount').fill('150.01')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await dialog.getByText('At most $150.00 can be handed over').waitFor()
    await dialog.getByLabel('Amount').fill('100.25')
    await dialog.getByLabel('Paid on').fill('2026-06-30')
    await dialog.getByLabel('Reference').fill('Check 12')
    await shoot(page, 'hand-over-360')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Record' }).click()
    await boatHas(page, ['$150.00', '$100.25', '$49.75'])

    const own = await site.open(`/entry/${entry}/backers`, {
      member: captain,
      width: 360,
      zone: 'Pacific/Auckland',
    })
    const section = own.getByRole('region', { name: 'Handed to the Boat' })
    await section.getByText('Jun 30, 2026, Check 12').waitFor()
    await shoot(own, 'handed-over-360')
    await expectAccessible(own)

    await money(page).getByRole('button', { name: 'Handovers to Reel Deal' }).click()
    await money(page).getByRole('button', { name: 'Reverse: $100.25 to Reel Deal' }).click()
    await dialog.getByRole('button', { name: 'Reverse' }).click()
    await dialog.getByText(textRules.handoverReason.required).waitFor()
    await dialog.getByLabel('Reason').fill('Wrong boat')
    await dialog.getByRole('button', { name: 'Reverse' }).click()
    await boatHas(page, ['$150.00', '$0.00', '$150.00'])
    await money(page).getByText('Jun 30, 2026, Check 12. Reversed').waitFor()
    await eventually(money(page).getByRole('button', { name: /^Reverse:/ })).toHaveCount(0)
    await shoot(page, 'reversed-360')
    await expectAccessible(page)
    await section.getByText('Wrong boat').waitFor()
  })

  test('that is recorded again because its form was closed before the answer is recorded once', async () => {
    const { organiser, address } = await fundedScene()
    const page = await site.open(address, { member: organiser })
    await openRow(money(page), 'Reel Deal')
    const answer = Promise.withResolvers<void>()
    let attempts = 0
    await page.route('**/handovers', async route => {
      attempts += 1
      const response = await route.fetch()
      if (attempts === 1) await answer.promise
      await route.fulfill({ response })
    })
    const dialog = page.getByRole('dialog')
    for (const attempt of [1, 2]) {
      await money(page).getByRole('button', { name: 'Hand Over: to Reel Deal' }).click()
      await dialog.getByLabel('Amount').fill('50')
      await dialog.getByRole('button', { name: 'Record' }).click()
      if (attempt === 1) await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    answer.resolve()
    await boatHas(page, ['$150.00', '$50.00', '$100.00'])
    expect(attempts).toBe(2)
  })

  test('a half-written reason to reverse it comes back after a reload, to its handover alone', async () => {
    const { organiser, entry, address } = await fundedScene()
    const path = `/api/tournament-entries/${entry}/handovers`
    for (const reference of ['Check 1', 'Check 2'])
      await site.ask(organiser, 'POST', path, { amount: '50.00', reference })
    const page = await site.open(address, { member: organiser })
    const reasonOf = async (reference: string) => {
      const item = money(page).getByRole('listitem').filter({ hasText: reference }).last()
      if (!(await item.isVisible())) {
        await openRow(money(page), 'Reel Deal')
        await money(page).getByRole('button', { name: 'Handovers to Reel Deal' }).click()
      }
      await item.getByRole('button', { name: /^Reverse/ }).click()
      return page.getByRole('dialog').getByLabel('Reason')
    }
    await (await reasonOf('Check 1')).fill('Wrong boat')
    await reload(page)
    await eventually(await reasonOf('Check 2')).toHaveValue('')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(await reasonOf('Check 1')).toHaveValue('Wrong boat')
  })

  test('a refund after a handover is named as short', async () => {
    const { organiser, entry, funding, address } = await fundedScene()
    const path = `/api/tournament-entries/${entry}/handovers`
    expect((await site.call(organiser, 'POST', path, { amount: '150.00' })).status).toBe(201)
    const page = await site.open(address, { member: organiser, width: 1280 })
    await money(page).getByText('You hold no money for the boats.').waitFor()
    await inTransaction(site.db, trx =>
      applyRefund(trx, funding, { reason: 'provider', refundId: null, now: Date.now() }),
    )
    await reload(page)
    await openRow(money(page), 'Short')
    await money(page).getByText('$150.00 short: refunded after it was handed over').waitFor()
    await shoot(page, 'shortfall-1280')
  })

  test('what is on its way back to a backer is held, but not handed over', async () => {
    const { organiser, entry, address } = await fundedScene()
    await addFunding(site.db, { entry_id: entry, amount_cents: 4000, refund_requested_at: Date.now() })
    const page = await site.open(address, { member: organiser })
    await money(page).getByText('You hold $190.00 for up to 30 days.').waitFor()
    await openRow(money(page), 'Reel Deal')
    const opener = money(page).getByRole('button', { name: 'Hand Over: to Reel Deal' })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await eventually(dialog.getByLabel('Amount')).toHaveValue('150.00')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await boatHas(page, ['$190.00', '$150.00', '$40.00'])
    expect(await opener.count()).toBe(0)
  })

  test('fundings can be searched and filtered', async () => {
    const { organiser, entry, address } = await fundedScene()
    const other = await site.addMember({ firstName: 'Cy', lastName: 'Young' })
    await addFunding(site.db, { entry_id: entry, backer_id: other.userId, amount_cents: 2500 })
    const page = await site.open(address, { member: organiser, width: 360 })
    const fundings = page.getByRole('region', { name: 'Fundings', exact: true })
    await fundings.getByLabel('Find').fill('young')
    await fundings.getByText('Bo Lindqvist').first().waitFor({ state: 'detached' })
    await fundings.getByText('Cy Young').waitFor()
    await eventually(fundings.getByRole('listitem')).toHaveCount(1)
    await fundings.getByRole('button', { name: 'Refunded' }).click()
    await fundings.getByText('No funding matches').waitFor()
    await shoot(page, 'fundings-filter-360')
    await expectAccessible(page)
    expectClean(page)
  })
})
