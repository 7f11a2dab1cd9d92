import { describe, expect, test } from 'bun:test'
import { inTransaction } from '#server/db/connection.ts'
import { makeOwnerToken } from '#server/features/site-roles/index.ts'
import { axe, expectClean, expectNoSidewaysScroll, type Member, serveSite } from '../support/browser.ts'

const site = serveSite({ env: { ORGANISERS: 'approved' } })

const makeOwner = async (member: Member): Promise<Member> => {
  await site.db
    .insertInto('site_roles')
    .values({ user_id: member.userId, role: 'owner', granted_at: Date.now() })
    .execute()
  return member
}

describe('the admin page', () => {
  test('the owner link makes an owner, who approves an organiser on a phone', async () => {
    const [owner, member] = [await site.addMember(), await site.addMember()]
    const token = await inTransaction(site.db, trx => makeOwnerToken(trx, Date.now()))
    const page = await site.open(`/owner/${token}`, { width: 360, member: owner })
    await page.getByRole('button', { name: 'Become the Owner' }).click()
    await page.waitForURL('**/admin')
    await page.getByRole('heading', { name: 'Checklist' }).waitFor()

    const asking = await site.open('/create-tournament', { width: 360, member })
    await asking.getByRole('button', { name: 'Ask to Run Tournaments' }).click()
    await asking.getByText('Say which tournament you want to run').waitFor()
    await asking.getByRole('textbox').fill('The club’s spring cup, Port Haven')
    await asking.getByRole('button', { name: 'Ask to Run Tournaments' }).click()
    await asking.getByRole('heading', { name: 'Your request is sent' }).waitFor()
    await axe(asking)

    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Requests' }).click()
    await page.getByText('The club’s spring cup').waitFor()
    await axe(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page.getByText('No open requests').waitFor()
    await asking.reload()
    await asking.getByLabel('Tournament Name').waitFor()

    const again = await site.open(`/owner/${token}`, { member })
    await again.getByRole('heading', { name: 'This Link Doesn’t Work' }).waitFor()
    expectClean(page)
    expectClean(again, /status of 404/)
  })

  test('finds and bans a person, by keyboard on a desktop; the trail says so', async () => {
    const owner = await makeOwner(await site.addMember())
    const other = await site.addMember({ firstName: 'Calico', lastName: 'Jack' })
    const page = await site.open('/admin?section=people', { width: 1280, member: owner })
    await page.getByLabel('Find').fill('calico')
    await page.getByText('Calico Jack').first().waitFor()
    const manage = page.getByRole('button', { name: 'Manage Calico Jack' })
    await manage.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Calico Jack' })
    await dialog.getByText('1 device signed in').waitFor()
    await axe(page)
    await dialog.getByRole('button', { name: 'Ban' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Banned', { exact: true }).waitFor()
    expect((await site.call(other, 'GET', '/api/site-role')).status).toBe(401)
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByText('banned an account').waitFor()
    expectClean(page)
  })

  test('doesn’t exist for others', async () => {
    const member = await site.addMember()
    const page = await site.open('/admin', { member })
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    expect((await site.call(member, 'GET', '/admin')).status).toBe(404)
    expectClean(page, /status of 404/)
  })
})
