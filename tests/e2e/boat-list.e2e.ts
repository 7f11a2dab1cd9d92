import { describe, expect, test } from 'bun:test'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import {
  axeWithoutColors,
  errorsOf,
  eventually,
  expectAccessible,
  expectAccessibleEverywhere,
  expectClean,
  expectFocused,
  expectNoSidewaysScroll,
  holdRequests,
  openRow,
  serveSite,
  untilText,
  visit,
} from '../support/browser.ts'
import { addTournament, upcoming } from '../support/factories.ts'

const site = serveSite({ env: { SMTP_URL: 'smtp://127.0.0.1:1', AUTH_AUTOCONFIRM: 'true' } })
/** No SMTP. */
const mute = serveSite()

async function addScene(on = site) {
  const organiser = await on.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const tournament = await addTournament(on.db, {
    organiser_id: organiser.userId,
    name: 'Marina Cup',
    ...upcoming(),
  })
  return { organiser, tournament, entries: `/tournament/${tournament}/manage?section=entries` }
}

const byGoal = (one: Entry, other: Entry) => Number(other.fundingGoal) - Number(one.fundingGoal)

const linesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Boat ${n + 1};Captain ${n + 1};captain${n + 1}@example.org;10000;40`,
  )

const three = [
  ['Reel Deal', 'Ana Reyes', '10000'],
  ['Sea Fox', 'Bo Lind', '8500'],
  ['Knot Today', 'Kit Moss', '5000'],
] as const

describe('the sheet Add Boats', () => {
  for (const width of [360, 1280])
    test(`takes three boats in nine fields, by keyboard, at ${width} px`, async () => {
      const { organiser, entries, tournament } = await addScene()
      const page = await site.open(entries, { member: organiser, width })
      await page.getByRole('button', { name: 'Add Boats' }).click()
      const sheet = page.getByRole('dialog', { name: 'Add Boats' })
      const first = sheet.getByLabel('Boat Name')
      let fields = 0
      for (const boat of three) {
        await expectFocused(first)
        for (const [at, text] of boat.entries()) {
          if (at > 0) await page.keyboard.press('Tab')
          await page.keyboard.type(text)
          fields += 1
        }
        await page.keyboard.press('Enter')
        await sheet.getByText(`${boat[0]} is in.`).waitFor()
      }
      expect(fields).toBeLessThanOrEqual(9)
      await expectFocused(first)
      await sheet.getByText('Knot Today is in. 3 boats added.').waitFor()
      await expectAccessible(page)
      await sheet.getByRole('button', { name: 'Done' }).click()
      await page.getByText('Waits for its captain').nth(2).waitFor()

      const answer = await site.ask<Tournament>(null, 'GET', `/api/tournaments/${tournament}`)
      const terms = { payoutPercentage: 40, ifGoalMissed: 'share', awaitsCaptain: true }
      expect(answer.entries.toSorted(byGoal)).toMatchObject(
        three.map(([name, captainName, goal]) => ({
          boat: { name, captainName },
          fundingGoal: `${goal}.00`,
          ...terms,
        })),
      )
      // They are the captains', not the organiser's.
      for (const path of ['/api/boats?mine=true', `/api/tournaments/${tournament}/mine`])
        expect(await site.ask<unknown[]>(organiser, 'GET', path)).toEqual([])
    })

  test('keeps terms and what is typed, and shows errors at their fields', async () => {
    const { organiser, entries, tournament } = await addScene()
    const page = await site.open(entries, { member: organiser, width: 320 })
    const open = () => page.getByRole('button', { name: 'Add Boats' }).click()
    await open()
    const sheet = page.getByRole('dialog', { name: 'Add Boats' })
    await sheet.getByText('Funding closes when the tournament ends.').waitFor()
    await sheet.getByRole('button', { name: 'Add Boat' }).click()
    expect(await errorsOf(sheet)).toEqual([
      'Boat name is required',
      'Captain name is required',
      'Funding goal is required',
    ])
    await sheet.getByLabel('Payout Percentage').fill('35')
    await sheet.getByLabel('If the goal is missed').selectOption('Refund everyone')
    await sheet.getByLabel('Boat Name').fill('Reel Deal')
    await sheet.getByLabel('Captain Name').fill('Ana Reyes')
    await sheet.getByLabel('Funding Goal').fill('10000')
    await sheet.getByRole('button', { name: 'Done' }).click()
    await sheet.waitFor({ state: 'detached' })
    await open()
    await sheet.getByRole('button', { name: 'Add Boat' }).click()
    await sheet.getByText('Reel Deal is in. 1 boat added.').waitFor()
    await eventually(sheet.getByLabel('Payout Percentage')).toHaveValue('35')

    await sheet.getByLabel('Boat Name').fill('reel  deal')
    await sheet.getByLabel('Captain Name').fill('Ana Reyes')
    await page.keyboard.press('Enter')
    await sheet.getByText(/is entered already$/).waitFor()
    await expectFocused(sheet.getByLabel('Boat Name'))
    await eventually(sheet.getByLabel('Captain Name')).toHaveValue('Ana Reyes')
    await expectAccessibleEverywhere(page, 'add-boats')
    const { entries: added } = await site.ask<Tournament>(null, 'GET', `/api/tournaments/${tournament}`)
    expect(added).toMatchObject([{ payoutPercentage: 35, ifGoalMissed: 'refund' }])
  })

  test('a captain takes the boat over by a link; until then the organiser changes name and terms', async () => {
    const { organiser, entries, tournament } = await addScene()
    const boat = { name: 'Reel Deal', captainName: 'Ana Reyes', fundingGoal: '10000', payoutPercentage: 40 }
    await site.ask(organiser, 'POST', `/api/tournaments/${tournament}/boat-list`, { boats: [boat] })
    const page = await site.open(entries, { member: organiser, width: 360 })
    await openRow(page, 'Reel Deal')
    await page.getByRole('button', { name: 'Edit Reel Deal' }).waitFor()
    await page.getByRole('button', { name: 'Change Goal and Share' }).waitFor()
    await page.getByRole('button', { name: 'Invite Captain of Reel Deal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Ana Reyes' })
    await dialog.getByRole('button', { name: 'Send Link' }).click()
    await dialog.getByText('Email is required').waitFor()
    expectClean(page, /status of 400/)
    await dialog.getByRole('button', { name: 'Show Link and Code' }).click()
    await dialog.getByAltText('QR code of the invitation').waitFor()
    await expectAccessible(page)
    const link = await dialog.getByLabel('Link').inputValue()
    const captain = await site.addMember({ firstName: 'Ana', lastName: 'Reyes' })
    const offer = await site.open(new URL(link).pathname, { member: captain, width: 360 })
    await offer.getByRole('button', { name: 'Take Over' }).click()
    await offer.waitForURL(/\/tournament\/[^/]+$/)
    const own = await site.ask<unknown[]>(captain, 'GET', `/api/tournaments/${tournament}/mine`)
    expect(own).toMatchObject([{ isOwner: true }])
    await visit(offer, site.url + new URL(link).pathname)
    await offer.getByText('You have taken Reel Deal over.').waitFor()
    expect(await offer.getByRole('button', { name: 'Take Over' }).count()).toBe(0)
    await expectAccessible(offer)
  })
})

describe('a list of boats', () => {
  test('says what is wrong line by line and keeps the text; captains take their boats over', async () => {
    const { organiser, entries } = await addScene()
    const page = await site.open(entries, { member: organiser, width: 360 })
    await page.getByRole('button', { name: 'Enter a List' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a List of Boats' })
    const list = dialog.getByLabel('Boats')
    await list.fill('boat,captain,e-mail,goal,share\nReel Deal,Ana Reyes,ana,10000,40')
    await dialog.getByRole('button', { name: 'Check the List' }).click()
    await dialog.getByText(/^Line 2: /).waitFor()
    expectClean(page, /status of 400/)
    expect(await list.inputValue()).toContain('Reel Deal,Ana Reyes,ana,10000,40')
    await list.fill('boat,captain,e-mail,goal,share\nReel Deal,Ana Reyes,ana@example.org,10000,40')
    const check = await holdRequests(page, '**/boat-list')
    await dialog.getByRole('button', { name: 'Check the List' }).click()
    await check.untilAsked
    const checked = await list.inputValue()
    await list.fill(`${checked}\nKnot Today,Bo Lind,bo@example.org,10000,40`)
    check.release()
    // What was typed meanwhile isn't checked yet.
    await dialog.getByRole('button', { name: 'Check the List', disabled: false }).waitFor()
    await list.fill(checked)
    await dialog.getByRole('button', { name: 'Enter 1 Boat' }).click()
    await untilText(page, '1 boat entered')
    await page.getByText('Waits for its captain').waitFor()

    await site.sendMails()
    const mail = site.mails.find(({ to }) => to === 'ana@example.org')
    const link = /https?:\/\/\S+(\/invitation\/\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const captain = await site.addMember({ firstName: 'Ana', lastName: 'Reyes' })
    const offer = await site.open(link, { member: captain, width: 360 })
    await offer.getByText('Your boat').waitFor()
    await expectAccessible(offer)
    await offer.getByRole('button', { name: 'Take Over' }).click()
    await offer.waitForURL(/\/tournament\/[^/]+$/)
    const { owner_id: owner } = await site.db
      .selectFrom('boats')
      .select('owner_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(owner).toBe(captain.userId)
  })

  test('promises no mail where the site can’t send any, but links to show', async () => {
    const { organiser, entries } = await addScene(mute)
    const page = await mute.open(entries, { member: organiser, width: 360 })
    await page.getByRole('button', { name: 'Enter a List' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a List of Boats' })
    await dialog.getByText('Show each captain their link').waitFor()
    await dialog.getByLabel('Boats').fill('Reel Deal,Ana Reyes,ana@example.org,10000,40')
    await dialog.getByRole('button', { name: 'Check the List' }).click()
    await dialog.getByRole('button', { name: 'Enter 1 Boat' }).click()
    await untilText(page, 'Show each captain their link with “Invite Captain” in the list of entries.')
    await openRow(page, 'Reel Deal')
    await page.getByRole('button', { name: 'Invite Captain of Reel Deal' }).click()
    const invitation = page.getByRole('dialog', { name: 'Invite Ana Reyes' })
    await invitation.getByRole('button', { name: 'Show Link and Code' }).waitFor()
    expect(await invitation.getByRole('button', { name: 'Send Link' }).count()).toBe(0)
  })

  test('of 3 and of 300 boats is shown well at 360 and 1280 px, light and dark', async () => {
    const { organiser, entries } = await addScene()
    const page = await site.open(entries, { member: organiser })
    for (const count of [3, 300]) {
      await page.getByRole('button', { name: 'Enter a List' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enter a List of Boats' })
      await dialog.waitFor()
      if (count === 3) await expectAccessibleEverywhere(page, 'boat-list-empty')
      await dialog.getByLabel('Boats').fill(linesOf(count).join('\n'))
      await dialog.getByRole('button', { name: 'Check the List' }).click()
      const enter = dialog.getByRole('button', { name: count === 3 ? 'Enter 3 Boats' : 'Enter 297 Boats' })
      await enter.waitFor()
      if (count === 3) await expectAccessibleEverywhere(page, 'boat-list-3')
      else {
        // 300 boats have the colours of 3.
        await expectNoSidewaysScroll(page)
        await page.setViewportSize({ width: 360, height: 800 })
        await expectNoSidewaysScroll(page)
        await axeWithoutColors(page)
      }
      await enter.click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByText('Waits for its captain').first().waitFor()
    await expectAccessible(page)
  })
})
