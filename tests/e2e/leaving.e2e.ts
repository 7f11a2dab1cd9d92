import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import {
  eventually,
  expectAccessibleEverywhere,
  expectClean,
  expectTexts,
  type Member,
  serveSite,
  untilText,
  visit,
} from '../support/browser.ts'
import { addEntry, addFunding, addRole, addTournament } from '../support/factories.ts'
import { changeRows } from '../support/rows.ts'

const site = serveSite()
const password = 'marlin-1'

async function addMember(firstName: string, lastName: string): Promise<Member> {
  const member = await site.addMember({ firstName, lastName })
  await changeRows(
    site.db,
    'users',
    { password_hash: await Bun.password.hash(password) },
    { id: member.userId },
  )
  return member
}

async function addScene() {
  const organiser = await addMember('Olga', 'Ruiz')
  const tournament = await addTournament(site.db, { organiser_id: organiser.userId, name: 'Marina Cup' })
  const entry = await addEntry(site.db, { tournament_id: tournament }, { name: 'Reel Deal' })
  return { organiser, tournament, entry }
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.waitFor()
  return dialog
}

const isDeleted = async ({ userId }: Member) =>
  (await site.db.selectFrom('users').select('deleted_at').where('id', '=', userId).executeTakeFirst())
    ?.deleted_at !== null

describe('an organiser who leaves', () => {
  test('is led to hand the tournament over; once someone has taken it, the account goes', async () => {
    const { organiser, tournament } = await addScene()
    const page = await site.open('/account', { member: organiser, width: 360 })
    const dialog = await openDialog(page)
    await dialog.getByText('Others depend on your account.').waitFor()
    await eventually(dialog.getByRole('button', { name: 'Delete for good' })).toHaveCount(0)
    await expectAccessibleEverywhere(page, 'refused')
    await dialog.getByRole('link', { name: /^Marina Cup isn’t over/ }).click()
    await page.waitForURL(`**/tournament/${tournament}/manage?section=staff`)
    await page.getByRole('radio', { name: /^Organiser/ }).check()
    await expectAccessibleEverywhere(page, 'hand-over')
    await page.getByRole('button', { name: 'Make a Link' }).click()
    await page.getByText('Hand this tournament over').waitFor()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()

    const heir = await addMember('Hugo', 'Weiss')
    const offer = await site.open(new URL(link).pathname, { member: heir })
    await expectTexts(offer.getByRole('main'), 'Marina Cup', 'Organiser')
    await expectAccessibleEverywhere(offer, 'offer')
    await offer.getByRole('button', { name: 'Accept' }).click()
    await offer.waitForURL(`**/tournament/${tournament}/manage`)
    await offer.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Staff' }).waitFor()

    await visit(page, `${site.url}/account`)
    const open = await openDialog(page)
    await open.getByLabel('Current password').first().fill(password)
    await open.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL(`${site.url}/`)
    expect(await isDeleted(organiser)).toBe(true)
    // The open page reads its section once more before it knows the new role.
    expectClean(page, /status of 403/)
    expectClean(offer)
  })
})

describe('a backer who leaves', () => {
  test('says where winnings go, or gives them up', async () => {
    const { entry } = await addScene()
    const [ana, bo] = [await addMember('Ana', 'Reyes'), await addMember('Bo', 'Lindqvist')]
    for (const { userId } of [ana, bo]) await addFunding(site.db, { entry_id: entry, backer_id: userId })
    const leave = async (
      member: Member,
      fill: (dialog: Awaited<ReturnType<typeof openDialog>>) => Promise<void>,
    ) => {
      const page = await site.open('/account', { member, width: 360 })
      await page.route('**/api/auth/user', async route => {
        const answer = await route.fetch()
        const refusal = page.waitForResponse(response => response.status() === 401)
        await page.evaluate(() => void dispatchEvent(new Event('online')))
        await refusal
        await route.fulfill({ response: answer })
      })
      const dialog = await openDialog(page)
      await dialog.getByText('A boat that you back may still win.').waitFor()
      if (member === ana) await expectAccessibleEverywhere(page, 'backer')
      await dialog.getByLabel('Current password').first().fill(password)
      await dialog.getByRole('button', { name: 'Delete for good' }).click()
      await dialog.getByText('Choose how you want to be paid').waitFor()
      await fill(dialog)
      await dialog.getByRole('button', { name: 'Delete for good' }).click()
      await page.waitForURL(`${site.url}/`)
      expect(await isDeleted(member)).toBe(true)
      await page.getByText('Account deleted').waitFor()
      // A read after the deletion must not say so.
      await eventually(page.getByText('You are logged out')).toHaveCount(0)
      expectClean(page, /status of 401/)
    }
    await leave(ana, async dialog => {
      await dialog.getByLabel('How do you want to be paid?').selectOption('Something else')
      await dialog.getByLabel('Details').fill('ana@example.org')
    })
    await leave(bo, dialog => dialog.getByRole('checkbox', { name: /can’t reach me/ }).check())
    expect(await site.db.selectFrom('payout_details').select(['user_id', 'details']).execute()).toEqual([
      { user_id: ana.userId, details: 'ana@example.org' },
    ])
  })
})

describe('an owner', () => {
  test('reads what a ban does to tournaments, and appoints another organiser', async () => {
    const { organiser, tournament } = await addScene()
    const [owner, heir] = [await addMember('Olive', 'Marsh'), await addMember('Hugo', 'Weiss')]
    await addRole(site.db, owner.userId)
    const page = await site.open('/admin?section=people', { member: owner })
    await page.getByRole('button', { name: 'Manage Olga Ruiz' }).first().click()
    const person = page.getByRole('dialog', { name: 'Olga Ruiz' })
    await person.getByText('Their 1 open tournament can’t take payments during a ban.').waitFor()
    await expectAccessibleEverywhere(page, 'ban')
    await person.getByRole('button', { name: 'Ban', exact: true }).click()
    await untilText(page, 'Olga Ruiz is banned')
    await visit(page, `${site.url}/admin?section=tournaments`)
    const row = page.getByRole('listitem').filter({ hasText: 'takes no payments' }).first()
    await row.getByText(/takes no payments until/).waitFor()
    await expectAccessibleEverywhere(page, 'tournaments')
    await row.getByRole('button', { name: 'Appoint Organiser of Marina Cup' }).click()
    const dialog = page.getByRole('dialog', { name: 'Appoint an organiser of Marina Cup' })
    await dialog.getByLabel('Address of their account').waitFor()
    await expectAccessibleEverywhere(page, 'appoint')
    await dialog.getByLabel('Address of their account').fill(`${organiser.userId}@example.com`)
    await dialog.getByRole('button', { name: 'Appoint', exact: true }).click()
    await page
      .getByText(/is banned\. Unban it first/)
      .first()
      .waitFor()
    await dialog.getByLabel('Address of their account').fill(`${heir.userId}@example.com`)
    await dialog.getByRole('button', { name: 'Appoint', exact: true }).click()
    await untilText(page, 'Marina Cup has another organiser')
    const { organiser_id: now } = await site.db
      .selectFrom('tournaments')
      .select('organiser_id')
      .where('id', '=', tournament)
      .executeTakeFirstOrThrow()
    expect(now).toBe(heir.userId)
    expectClean(page, /status of 409/)
  })
})

test('a boat whose tournament has no organiser says so, at 360 and 1280 px, light and dark', async () => {
  const { organiser, entry } = await addScene()
  const backer = await addMember('Ana', 'Reyes')
  await addFunding(site.db, { entry_id: entry, backer_id: backer.userId })
  await changeRows(site.db, 'users', { deleted_at: 1 }, { id: organiser.userId })
  const funding = await site.open(`/funding/${entry}`, { member: backer })
  await funding.getByText('this tournament has no organiser at the moment').waitFor()
  await expectAccessibleEverywhere(funding, 'funding')
})
