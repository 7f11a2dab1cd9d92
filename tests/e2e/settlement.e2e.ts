import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { fieldTexts, textRules } from '#contract/field-texts.ts'
import { type EntryId, newId, type TournamentId } from '#contract/ids.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { hour } from '#contract/time.ts'
import {
  axe,
  closePages,
  eventually,
  expectAccessible,
  expectAccessibleEverywhere,
  expectClean,
  expectFocused,
  holdRequests,
  type Member,
  reload,
  serveSite,
  shoot,
  toasts,
  untilFocused,
  visit,
} from '../support/browser.ts'
import { addDispute, addEntry, addFunding, addTournament } from '../support/factories.ts'
import { changeRows } from '../support/rows.ts'
import { payShares } from '../support/states.ts'

const site = serveSite()

/** A completed tournament: one boat with three backers, one without. */
async function overScene() {
  const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    starts_at: now - 30 * hour,
    ends_at: now - hour,
    prize_pool_cents: 12_500_000,
  })
  const enter = async (name: string, position: number | null, basisPoints: number) =>
    addEntry(
      site.db,
      { tournament_id: tournament, current_position: position, payout_basis_points: basisPoints },
      { name },
    )
  const reel = await enter('Reel Deal', 1, 4000)
  const hook = await enter('Hook & Ladder of the Eastern Shore Sportfishing Club', 2, 3333)
  await enter('Knot Today', null, 5000)
  const bo = await site.addMember({ firstName: 'Bo', lastName: 'Lindqvist', email: emailOf('bo') })
  const cy = await site.addMember({ firstName: 'Cy', lastName: null, email: emailOf('cy') })
  const dee = await site.addMember({ firstName: 'Dee', lastName: 'Okafor', email: emailOf('dee') })
  for (const [index, { userId }] of [bo, cy, dee].entries())
    await addFunding(site.db, {
      entry_id: reel,
      backer_id: userId,
      amount_cents: 1000,
      completed_at: now - 20 * hour + index,
    })
  await addFunding(site.db, { entry_id: hook, backer_id: bo.userId, amount_cents: 123_456 })
  return { organiser, tournament, reel, hook, bo, cy, dee }
}

let people = 0
const emailOf = (name: string) => `${name}.${++people}@a-rather-long-domain-of-a-marina.example.com`

const results = (tournament: TournamentId) => `/tournament/${tournament}/manage?section=results`
const winningsOf = (page: Page, boat: string) => page.getByLabel(`Winnings of ${boat}`)
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Payouts' }).getByRole('list').first().getByRole('listitem')

async function settle(tournament: TournamentId, organiser: Member, winnings: object[]): Promise<void> {
  const path = `/api/tournaments/${tournament}/results`
  expect((await site.call(organiser, 'POST', path, { winnings })).status).toBe(201)
}

const expectWell = (page: Page, name: string): Promise<void> =>
  expectAccessibleEverywhere(page, name, [360, 768, 1280])

describe('settlement', () => {
  test('a preview that comes late doesn’t show the shares of other amounts than the form', async () => {
    const { organiser, tournament } = await overScene()
    const page = await site.open(results(tournament), { member: organiser, worker: false })
    const previewing = await holdRequests(page, '**/results/preview')
    const preview = page.getByRole('button', { name: 'Preview Shares' })
    await winningsOf(page, 'Reel Deal').fill('250')
    await preview.click()
    await previewing.untilAsked
    await winningsOf(page, 'Reel Deal').fill('300')
    previewing.release()
    await eventually(preview).toBeEnabled()
    await eventually(page.getByRole('region', { name: 'Shares of Reel Deal' })).toHaveCount(0)
  })

  test('an organiser enters winnings, previews every share, confirms once, pays one and downloads the CSV', async () => {
    const { organiser, tournament, reel, bo } = await overScene()
    const page = await site.open(results(tournament), { member: organiser, width: 360 })

    await winningsOf(page, 'Reel Deal').fill('-5')
    await winningsOf(page, 'Knot Today').fill('1.234')
    await page.getByRole('button', { name: 'Preview Shares' }).click()
    await page.getByText(fieldTexts.amountInvalid).first().waitFor()
    await eventually(page.getByText(fieldTexts.amountInvalid)).toHaveCount(2)
    await eventually(winningsOf(page, 'Reel Deal')).toHaveValue('-5')
    await expectFocused(winningsOf(page, 'Reel Deal'))

    await winningsOf(page, 'Reel Deal').fill('250.01')
    await winningsOf(page, 'Knot Today').fill('')
    await page.getByRole('button', { name: 'Preview Shares' }).click()
    const shares = page.getByRole('region', { name: 'Shares of Reel Deal' })
    await shares.waitFor()
    expect(await shares.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Bo Lindqvist[\s\S]*\$33\.34$/),
      expect.stringMatching(/^Cy[\s\S]*\$33\.33$/),
      expect.stringMatching(/^Dee Okafor[\s\S]*\$33\.33$/),
    ])

    await winningsOf(page, 'Reel Deal').fill('250.00')
    await shares.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Preview Shares' }).click()
    await shares.waitFor()
    await page.getByRole('button', { name: 'Confirm Results' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('You will owe $100 in 3 shares').waitFor()
    await dialog.getByRole('button', { name: 'Confirm Results' }).click()

    await page.getByRole('button', { name: 'To pay (3)' }).waitFor()
    await untilFocused(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await eventually(rows(page)).toHaveCount(3)
    const mark = page.getByRole('button', { name: 'Mark Paid: $33.34 to Bo Lindqvist' })
    await mark.click()
    // Its fields load after it has opened.
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') != null)
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).not.toBe('Close')
    await page.getByRole('dialog').getByLabel('Reference').fill('Zelle 42')
    // An old toast must not cover the dialog's buttons.
    await toasts(page).waitFor({ state: 'detached' })
    await page.getByRole('dialog').getByRole('button', { name: 'Mark Paid' }).click()
    await page.getByRole('button', { name: 'Paid in full (1)' }).click()
    await rows(page).getByText('Zelle 42').waitFor()
    await eventually(rows(page)).toHaveCount(1)
    await page.getByRole('progressbar', { name: '$33.34 of $100.00 paid' }).waitFor()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    const lines = (await Bun.file(await file.path()).text()).trim().split('\r\n')
    expect(lines.filter(line => line.includes('"33.34","paid"'))).toHaveLength(1)
    expect(lines.filter(line => line.includes('"33.33","owed"'))).toHaveLength(2)

    await reload(page)
    // What is left to pay comes before what each boat won.
    await eventually(page.locator('main h2')).toHaveText(['Payouts', 'Results'])
    await page.route('**/payouts?*', route => route.fulfill({ status: 400, body: '{}' }))
    await page.getByRole('button', { name: 'All (3)' }).click()
    await page.getByText('The payouts could not be loaded').waitFor()
    await page.unroute('**/payouts?*')
    // Another filter loads its own list.
    await page.getByRole('button', { name: 'Paid in full (1)' }).click()
    await page.getByRole('button', { name: /^Mark Unpaid: \$33\.34/ }).click()
    const undo = page.getByRole('dialog')
    await undo.getByLabel('Reason').fill('Wrong handle')
    await undo.getByRole('button', { name: 'Mark Unpaid' }).click()
    await page.getByRole('button', { name: 'To pay (3)' }).waitFor()
    await page.getByRole('button', { name: 'All (3)' }).click()
    await rows(page).getByText('Wrong handle').waitFor()

    const payout = await site.db
      .selectFrom('payouts')
      .select('id')
      .where('amount_cents', '=', 3334)
      .executeTakeFirstOrThrow()
    await site.ask(organiser, 'POST', `/api/tournaments/${tournament}/payouts/paid`, { payouts: [payout.id] })
    await page.getByRole('button', { name: /^Mark Unpaid: \$33\.34/ }).click()
    await eventually(undo.getByRole('button', { name: 'Mark Unpaid' })).toBeEnabled()
    await undo.getByLabel('Reason').fill('Wrong handle again')
    await site.ask(organiser, 'DELETE', `/api/payouts/${payout.id}/paid`, { reason: 'Another tab' })
    await page.getByText('Another tab').waitFor()
    await eventually(undo.getByLabel('Reason')).toHaveValue('Wrong handle again')
    expectClean(page, /status of 400|400: /)

    const backer = await site.open('/my-funding', { member: bo })
    await backer.getByText('$33.34').first().waitFor()
    const totals = backer.getByRole('region', { name: 'Totals' })
    expect(await totals.locator('dt').first().textContent()).toBe('You Won')
    await visit(backer, `${site.url}/statement/${reel}`)
    const own = backer.getByRole('row').filter({ hasText: 'You' })
    expect(await own.getByRole('cell').allInnerTexts()).toEqual(['$10.00', '$33.34\n$33.33 + 1¢'])
    await visit(backer, `${site.url}/`)
    await backer.getByText('You won $33.34', { exact: true }).waitFor()
  })

  test('two pages of the organiser: the second confirmation is refused and shows what was confirmed', async () => {
    const { organiser, tournament, reel } = await overScene()
    const page = await site.open(results(tournament), { member: organiser })
    await winningsOf(page, 'Reel Deal').fill('100')
    await page.getByRole('button', { name: 'Preview Shares' }).click()
    await page.getByRole('button', { name: 'Confirm Results' }).click()
    // The page hears of the other confirmation, and then has no button.
    await page.route('**/results', async route => {
      if (route.request().method() === 'POST')
        await settle(tournament, organiser, [{ entryId: reel, amount: 250 }])
      await route.continue()
    })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Results' }).click()
    await page.getByText('The results of this tournament are confirmed already.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mark Paid: $33.34 to Bo Lindqvist' }).waitFor()
    expectClean(page, /409/)
  })

  test('a completed tournament can be cancelled until its results are confirmed', async () => {
    const { organiser, tournament, reel } = await overScene()
    const settings = `/tournament/${tournament}/manage?section=settings`
    const page = await site.open(settings, { member: organiser })
    const cancel = page.getByRole('button', { name: 'Cancel Tournament' })
    await cancel.waitFor()
    await settle(tournament, organiser, [{ entryId: reel, amount: 250 }])
    await cancel.waitFor({ state: 'detached' })
    const resultsResponse = page.waitForResponse(response => response.url().endsWith('/results'))
    await reload(page)
    await resultsResponse
    await page.getByRole('button', { name: 'Save Changes' }).waitFor()
    await eventually(cancel).toHaveCount(0)
  })

  test('before the end the organiser cannot enter results, and a stranger sees none', async () => {
    const organiser = await site.addMember()
    const tournament = await addTournament(site.db, { organiser_id: organiser.userId })
    const page = await site.open(results(tournament), { member: organiser })
    await page.getByText('No results yet').waitFor()
    await eventually(page.getByRole('button', { name: 'Preview Shares' })).toHaveCount(0)
    const stranger = await site.open(results(tournament), { signedIn: true })
    await eventually(stranger.getByText('No results yet')).toHaveCount(0)
    await eventually(stranger.getByRole('button', { name: 'Preview Shares' })).toHaveCount(0)
    expectClean(stranger, /status of 403/)
  })

  test('the payouts say by when they are due, and when they are overdue, while shares are owed', async () => {
    const { organiser, tournament, reel } = await overScene()
    const ends = { payout_days: 1, ends_at: Date.now() - 25 * hour }
    await changeRows(site.db, 'tournaments', ends, { id: tournament })
    await settle(tournament, organiser, [{ entryId: reel, amount: 100 }])
    const page = await site.open(results(tournament), { member: organiser, width: 360 })
    const payouts = page.getByRole('region', { name: 'Payouts' })
    await payouts.getByText('Overdue').waitFor()
    await expectAccessible(page)
    const later = { payout_days: 2 }
    await changeRows(site.db, 'tournaments', later, { id: tournament })
    await reload(page)
    await payouts.getByText(/^Pay by /).waitFor()
    await eventually(payouts.getByText('Overdue')).toHaveCount(0)
    await payShares(site.db, { entry_id: reel }, organiser.userId)
    await reload(page)
    await payouts.getByText('Every share is paid').waitFor()
    await eventually(payouts.getByText(/^Pay by /)).toHaveCount(0)
  })

  test('what was paid for a payment that went back since is a loss', async () => {
    const { organiser, tournament, reel, bo, cy } = await overScene()
    await settle(tournament, organiser, [{ entryId: reel, amount: 250 }])
    const payment = { paid_at: Date.now(), paid_by: organiser.userId, paid_cents: 3334 }
    const back = { status: 'refunded', refund_reason: 'dispute', refunded_at: Date.now() } as const
    const of = (backer: Member) => ({ entry_id: reel, backer_id: backer.userId })
    await changeRows(site.db, 'payouts', payment, of(bo))
    await changeRows(site.db, 'fundings', back, of(bo))
    await changeRows(site.db, 'payouts', { payable_cents: 2000 }, of(cy))
    const page = await site.open(results(tournament), { member: organiser })
    await page.getByRole('button', { name: 'All (3)' }).click()
    await rows(page)
      .getByText('Your loss: $33.34. The payment went back to the backer after you paid this.')
      .waitFor()
    await rows(page).getByText('The results gave $33.33. A part of the payment was refunded since.').waitFor()
    await page.getByText('Your loss is part of what you paid').waitFor()
    // No gap beside an amount without an action.
    for (const row of await rows(page).all()) {
      const [frame, figure] = [await row.boundingBox(), await row.getByText(/^\$/).last().boundingBox()]
      expect(frame && figure && frame.x + frame.width - figure.x - figure.width < 24).toBe(true)
    }
    await expectWell(page, 'payout-loss')
  })

  test('one mark pays the chosen shares of a backer, and of no other', async () => {
    const { organiser, tournament, reel, hook } = await overScene()
    await settle(tournament, organiser, [
      { entryId: reel, amount: 250 },
      { entryId: hook, amount: 100 },
    ])
    const page = await site.open(results(tournament), { member: organiser, width: 360 })
    await page.getByRole('button', { name: 'Mark Paid: $66.67 to Bo Lindqvist' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Hook & Ladder.*\$33\.33$/).uncheck()
    await shoot(page, 'mark-paid-360')
    await axe(page)
    await dialog.getByLabel('Reference').fill('x'.repeat(201))
    await dialog.getByRole('button', { name: 'Mark Paid' }).click()
    await dialog.getByText(textRules.reference.tooLong).waitFor()
    await dialog.getByLabel('Reference').fill('Zelle 7')
    await dialog.getByRole('button', { name: 'Mark Paid' }).click()
    await eventually(page.getByRole('button', { name: 'Mark Paid: $33.33 to Bo Lindqvist' })).toBeFocused()
    await page.getByRole('button', { name: 'Paid in full (1)' }).click()
    await rows(page).getByText('Zelle 7').waitFor()
    await eventually(rows(page)).toHaveCount(1)
  })

  test('what is typed stays when another tab moves the share out of the list', async () => {
    const { organiser, tournament, reel, bo } = await overScene()
    await settle(tournament, organiser, [{ entryId: reel, amount: 250 }])
    const { id } = await site.db
      .selectFrom('payouts')
      .select('id')
      .where('backer_id', '=', bo.userId)
      .executeTakeFirstOrThrow()
    const payByOtherTab = (reference: string) =>
      site.ask(organiser, 'POST', `/api/tournaments/${tournament}/payouts/paid`, { payouts: [id], reference })
    const page = await site.open(results(tournament), { member: organiser, width: 360 })
    await site.untilWatched(page)
    const dialog = page.getByRole('dialog')
    // Roles behind an open dialog are hidden.
    const row = page.locator('main').getByText('Bo Lindqvist', { exact: true })
    await page.getByRole('button', { name: 'Mark Paid: $33.34 to Bo Lindqvist' }).click()
    await dialog.getByLabel('Reference').fill('Zelle 42')
    await payByOtherTab('Zelle 41')
    await row.waitFor({ state: 'detached' })
    await eventually(dialog.getByLabel('Reference')).toHaveValue('Zelle 42')
    await dialog.getByRole('button', { name: 'Mark Paid' }).click()
    await dialog.getByText('This share is marked as paid already, with the reference Zelle 41.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await untilFocused(page)

    await page.getByRole('button', { name: 'Paid in full (1)' }).click()
    await page.getByRole('button', { name: /^Mark Unpaid: / }).click()
    await eventually(dialog.getByRole('button', { name: 'Mark Unpaid' })).toBeEnabled()
    await dialog.getByLabel('Reason').fill('Wrong handle')
    await site.ask(organiser, 'DELETE', `/api/payouts/${id}/paid`, { reason: 'Another tab' })
    await page.getByText('No payout here').waitFor()
    await eventually(dialog.getByLabel('Reason')).toHaveValue('Wrong handle')
    expectClean(page, /status of 409|409: /)
  })

  test('backers say where their winnings go, and several are marked as paid with one reference', async () => {
    const { organiser, tournament, reel, bo } = await overScene()
    await changeRows(site.db, 'tournaments', { payout_days: 14 }, { id: tournament })
    await settle(tournament, organiser, [{ entryId: reel, amount: 250 }])
    const own = await site.open('/my-funding', { member: bo, width: 360 })
    await own
      .locator('summary', { hasText: 'Reel Deal' })
      .getByText(/^by \w+ \d+, \d{4}$/)
      .waitFor()
    const asks = own.getByRole('region', { name: 'You’re owed $33.34' })
    await asks.getByRole('button', { name: 'Choose How to Be Paid' }).click()
    await eventually(asks.getByLabel('How do you want to be paid?')).toBeFocused()
    await asks.getByRole('button', { name: 'Save' }).click()
    await asks.getByText(payoutTexts.methodInvalid).waitFor()
    await asks.getByLabel('How do you want to be paid?').selectOption('Zelle')
    await asks.getByLabel('Details').fill('555 0100')
    await shoot(own, 'payout-details-360')
    await axe(own)
    await asks.getByRole('button', { name: 'Save' }).click()
    await asks.getByText('Zelle: 555 0100').waitFor()
    await untilFocused(own)
    await asks.getByRole('button', { name: 'Change' }).click()
    await asks.getByLabel('Details').fill('555 0199')
    await asks.getByRole('button', { name: 'Save' }).click()

    const page = await site.open(results(tournament), { member: organiser, width: 360 })
    await site.untilWatched(page)
    await rows(page).getByText('Zelle: 555 0199').waitFor()
    await page.getByRole('checkbox', { name: 'Bo Lindqvist' }).check()
    await page.getByRole('checkbox', { name: 'Dee Okafor' }).check()
    await shoot(page, 'payouts-chosen-360')
    await axe(page)
    const markBoth = page.getByRole('button', { name: 'Mark Paid: $66.67 to 2 people' })
    await markBoth.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await markBoth.click()
    await page.getByRole('dialog').getByLabel('Reference').fill('Batch 3')
    const marking = page.waitForRequest(request => request.url().endsWith('/payouts/paid'))
    await page.getByRole('dialog').getByRole('button', { name: 'Mark Paid' }).click()
    expect((await marking).postDataJSON()).toMatchObject({ due: ['33.34', '33.33'], reference: 'Batch 3' })
    await page.getByRole('button', { name: 'To pay (1)' }).waitFor()
    // One who is owed again isn't chosen already.
    const { id } = await site.db
      .selectFrom('payouts')
      .select('id')
      .where('backer_id', '=', bo.userId)
      .executeTakeFirstOrThrow()
    await site.ask(organiser, 'DELETE', `/api/payouts/${id}/paid`, {})
    await page.getByRole('button', { name: 'To pay (2)' }).waitFor()
    await eventually(page.getByRole('checkbox', { name: 'Bo Lindqvist' })).not.toBeChecked()
    const again = { payouts: [id], reference: 'Batch 3' }
    await site.ask(organiser, 'POST', `/api/tournaments/${tournament}/payouts/paid`, again)
    await page.getByRole('button', { name: 'Paid in full (2)' }).click()
    await rows(page).getByText('Batch 3').nth(1).waitFor()
    await own.getByText('The organiser sees it when you win, until your share is paid.').waitFor()
  })

  test('a disputed share shows a warning and no button', async () => {
    const { organiser, tournament, reel } = await overScene()
    const funding = await site.db
      .selectFrom('fundings')
      .select('id')
      .where('entry_id', '=', reel)
      .executeTakeFirstOrThrow()
    await addDispute(site.db, { id: `dp_${newId()}`, funding_id: funding.id, amount_cents: 1000 })
    await settle(tournament, organiser, [{ entryId: reel, amount: 250 }])
    const page = await site.open(results(tournament), { member: organiser })
    await page.getByRole('button', { name: 'On hold (1)' }).click()
    await rows(page).getByText('On hold: do not pay').waitFor()
    await eventually(rows(page).getByRole('button')).toHaveCount(0)
    await page.getByLabel('Find').fill('nobody of this name')
    await page.getByText('No payout matches').waitFor()
  })

  test('every screen: axe, no sideways scroll, light and dark, 360 to 1280 px', async () => {
    const { organiser, tournament, reel, hook } = await overScene()
    const preview = await site.open(results(tournament), { member: organiser })
    await winningsOf(preview, 'Reel Deal').fill('175000')
    await winningsOf(preview, 'Hook & Ladder').fill('12345.67')
    await preview.getByRole('button', { name: 'Preview Shares' }).click()
    await preview.getByText('which is more than the prize pool of $125,000.00').waitFor()
    await expectWell(preview, 'preview')
    await preview.getByRole('button', { name: 'Confirm Results' }).click()
    await preview.getByRole('alertdialog').getByText('You will owe').waitFor()
    await expectWell(preview, 'confirm')
    await closePages()
    await settle(tournament, organiser, [
      { entryId: reel, amount: 75_000 },
      { entryId: hook, amount: '12345.67' },
    ])
    const payout = await site.db
      .selectFrom('payouts')
      .select('id')
      .where('entry_id', '=', reel)
      .executeTakeFirstOrThrow()
    await payShares(site.db, payout, organiser.userId, 'Bank transfer 2026-11-21/0042')
    const page = await site.open(results(tournament), { member: organiser })
    await page.getByRole('button', { name: /^All/ }).click()
    await expectWell(page, 'payouts')
  })

  test('404 for a missing statement; a statement is public', async () => {
    const { organiser, tournament, reel } = await overScene()
    const page = await site.open(`/statement/${reel satisfies EntryId}`)
    await page.getByRole('heading', { level: 1, name: 'No statement yet' }).waitFor()
    expect((await fetch(`${site.url}/statement/${reel}`)).status).toBe(404)
    expectClean(page, /404/)
    await settle(tournament, organiser, [{ entryId: reel, amount: 250 }])
    await reload(page)
    expect(await page.title()).toContain('Statement: Reel Deal')
    await eventually(page.getByText('Bo Lindqvist')).toHaveCount(0)
    await eventually(page.getByRole('row')).toHaveCount(4)
    const tour = await site.open(`/tournament/${tournament}`, { signedIn: true })
    await tour.getByRole('link', { name: 'Statement of Reel Deal' }).waitFor()
    await expectWell(tour, 'tournament')
  })

  test('refunds show progress and failures, and can be retried', async () => {
    const { organiser, tournament, reel, hook } = await overScene()
    const fail = { refund_requested_at: 1, refund_failed_at: 1, refund_error: 'This card was closed.' }
    await changeRows(site.db, 'fundings', fail, { entry_id: reel })
    await changeRows(site.db, 'fundings', { refund_requested_at: 1 }, { entry_id: hook })
    const path = `/tournament/${tournament}/manage?section=fundings`
    const page = await site.open(path, { member: organiser })
    await page.getByText('Refund on its way').waitFor()
    await expectWell(page, 'refunds')
    const refunds = page.getByRole('region', { name: 'Refunds' })
    await refunds.getByRole('progressbar', { name: '0 of 4 refunded' }).waitFor()
    await eventually(refunds.getByText('This card was closed.')).toHaveCount(3)
    await refunds.getByRole('button', { name: 'Try Again: $10.00 to Cy' }).click()
    await refunds.getByRole('button', { name: 'Try All Again (2)' }).click()
    await refunds.getByText('This card was closed.').first().waitFor({ state: 'detached' })
    await site.runJobs()
    await refunds.getByRole('progressbar', { name: '3 of 4 refunded' }).waitFor()
    expect(await page.getByText('Refunded', { exact: true }).count()).toBeGreaterThanOrEqual(3)
  })
})

test('winnings that are half typed are not restored for another boat when the places have changed', async () => {
  const { organiser, tournament, hook } = await overScene()
  const page = await site.open(results(tournament), { member: organiser })
  await site.untilWatched(page)
  await winningsOf(page, 'Reel Deal').fill('5000')
  await site.ask(organiser, 'PATCH', `/api/tournament-entries/${hook}`, { currentPosition: 1 })
  await page.getByText(/^1st place, 33\.33% to backers/).waitFor()
  await eventually(winningsOf(page, 'Reel Deal')).toHaveValue('5000')
  await reload(page)
  await page.getByRole('button', { name: 'Preview Shares' }).and(page.locator(':enabled')).waitFor()
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  await eventually(winningsOf(page, 'Hook & Ladder')).toHaveValue('')
})
