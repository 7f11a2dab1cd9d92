import { describe, expect, test } from 'bun:test'
import type { PayoutFile } from '#contract/money/payout-files.ts'
import { hour } from '#contract/time.ts'
import { eventually, expectAccessibleEverywhere, expectClean, serveSite, toasts } from '../support/browser.ts'
import { addEntry, addFunding, addTournament } from '../support/factories.ts'
import { addRows } from '../support/rows.ts'

const site = serveSite()

/** Ana and Bo are paid with PayPal, Cy by bank, Dee has said nothing. */
async function settledScene() {
  const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    starts_at: now - 30 * hour,
    ends_at: now - hour,
  })
  const entry = await addEntry(site.db, { tournament_id: tournament, payout_basis_points: 4000 })
  const destinations = {
    Ana: ['paypal', 'ana@example.com'],
    Bo: ['paypal', 'bo@example.com'],
    Cy: ['bank', '12'],
  }
  for (const [index, firstName] of ['Ana', 'Bo', 'Cy', 'Dee'].entries()) {
    const { userId } = await site.addMember({ firstName, lastName: 'Okafor' })
    await addFunding(site.db, {
      entry_id: entry,
      backer_id: userId,
      amount_cents: 1000,
      completed_at: now - 20 * hour + index,
    })
    const [kind, details] = destinations[firstName as keyof typeof destinations] ?? []
    if (kind !== undefined && details !== undefined)
      await addRows(site.db, 'payout_details', {
        user_id: userId,
        kind: kind as 'paypal' | 'bank',
        details,
        updated_at: now,
      })
  }
  const winnings = [{ entryId: entry, amount: '100.00' }]
  const path = `/api/tournaments/${tournament}/results`
  expect((await site.call(organiser, 'POST', path, { winnings })).status).toBe(201)
  return { organiser, tournament }
}

describe('payout files', () => {
  test.each([
    ['phone', 390],
    ['desktop', 1280],
  ])('an organiser pays with a file, imports the result and undoes it, on a %s', async (_, width) => {
    const { organiser, tournament } = await settledScene()
    const page = await site.open(`/tournament/${tournament}/manage?section=results`, {
      member: organiser,
      width,
    })
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'PayPal File' }).click()
    await dialog.getByText('2 people, $20.00').waitFor()
    await dialog.getByText('Want to be paid another way').waitFor()
    await dialog.getByText('Haven’t said where to send it').waitFor()
    await expectAccessibleEverywhere(page, 'payout-file', [320, width])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download File' }).click(),
    ])
    const lines = (await Bun.file(await download.path()).text()).trim().split('\r\n')
    expect(lines.map(line => line.split(',').slice(0, 3).join())).toEqual([
      'ana@example.com,10.00,USD',
      'bo@example.com,10.00,USD',
    ])
    await dialog.getByText('Send it in PayPal, then import its result here.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'To pay (4)' }).waitFor()

    const response = await site.call(organiser, 'GET', `/api/tournaments/${tournament}/payouts/files`)
    const [file]: PayoutFile[] = await response.json()
    const [ana, bo] = file?.lines ?? []
    const report = [
      'Status,Transaction ID,Currency,Gross,Custom Number,Reason',
      `Completed,TX1,USD,-10.00,${ana?.reference},`,
      `Denied,TX2,USD,-10.00,${bo?.reference},No account`,
    ].join('\n')
    await page.getByRole('button', { name: 'Import Results' }).click()
    await dialog.getByLabel('Result file').setInputFiles({
      name: 'notes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Ana,Bo'),
    })
    await dialog.getByText('This isn’t a result file').waitFor()
    await dialog.getByLabel('Result file').setInputFiles({
      name: 'quoted.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('"Completed",'.repeat(80_000)),
    })
    await dialog.getByText('The file is too large').waitFor()
    await dialog.getByLabel('Result file').setInputFiles({
      name: 'report.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(report),
    })
    await dialog.getByText('To mark as paid: 1 person, $10.00 by PayPal').waitFor()
    await dialog.getByText('Failed. No account').waitFor()
    await expectAccessibleEverywhere(page, 'payout-import', [320, width])
    await dialog.getByRole('button', { name: 'Mark 1 Person as Paid' }).click()
    await page.getByRole('button', { name: 'To pay (3)' }).waitFor()
    await page.getByRole('button', { name: 'Paid in full (1)' }).click()
    await page.getByText('PayPal TX1').waitFor()

    await toasts(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo: $10.00 to 1 person' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo This Import' }).click()
    await page.getByRole('button', { name: 'To pay (4)' }).waitFor()
    const imports = page.getByRole('list', { name: 'Imports' })
    await eventually(imports.getByText(/^Undone/)).toHaveCount(1)
    await eventually(imports.getByRole('button')).toHaveCount(0)
    expectClean(page, /imports\/preview/)
  })
})
