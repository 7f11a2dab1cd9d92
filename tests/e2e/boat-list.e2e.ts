import { describe, expect, test } from 'bun:test'
import { day, hour } from '#contract/time.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectClean,
  said,
  serveSite,
} from '../support/browser.ts'
import { addTournament } from '../support/factories.ts'

const site = serveSite()

async function addScene() {
  const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    name: 'Marina Cup',
    starts_at: now + hour,
    ends_at: now + day,
  })
  return { organiser, tournament, entries: `/tournament/${tournament}/manage?section=entries` }
}

const linesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Boat ${n + 1};Captain ${n + 1};captain${n + 1}@example.org;10000;40`,
  )

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
    await dialog.getByRole('button', { name: 'Check the List' }).click()
    await dialog.getByRole('button', { name: 'Enter 1 Boat' }).click()
    await said(page, '1 boat entered')
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
    const { owner_id: owner } = await site.db.selectFrom('boats').select('owner_id').executeTakeFirstOrThrow()
    expect(owner).toBe(captain.userId)
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
      await expectAccessibleEverywhere(page, `boat-list-${count}`)
      await enter.click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByText('Waits for its captain').first().waitFor()
    await expectAccessibleEverywhere(page, 'boat-list-entries')
  })
})
