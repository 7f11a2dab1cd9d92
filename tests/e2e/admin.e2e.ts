import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { inTransaction } from '#server/db/connection.ts'
import { makeOwnerToken } from '#server/people/site-roles/index.ts'
import {
  axe,
  eventually,
  expectClean,
  expectNoSidewaysScroll,
  type Member,
  reload,
  serveSite,
  shoot,
} from '../support/browser.ts'
import { addRole, addTournament } from '../support/factories.ts'
import { changeRows } from '../support/rows.ts'
import { settleTournament } from '../support/states.ts'

const site = serveSite({ env: { ORGANISERS: 'approved' } })

const makeOwner = async (member: Member): Promise<Member> => {
  await addRole(site.db, member.userId)
  return member
}

describe('the admin page', () => {
  test('the owner link makes an owner, who approves an organiser on a phone', async () => {
    const [owner, member] = [await site.addMember(), await site.addMember()]
    await changeRows(site.db, 'users', { has_long_password: 1 }, { id: owner.userId })
    const token = await inTransaction(site.db, trx => makeOwnerToken(trx, Date.now()))
    const page = await site.open(`/owner/${token}`, { width: 360, member: owner })
    await page.getByRole('button', { name: 'Become the Owner' }).click()
    await page.waitForURL('**/admin?section=set-up')
    await page.getByRole('heading', { name: 'Set Up Your Site' }).waitFor()

    const asking = await site.open('/create-tournament', { width: 360, member })
    await asking.getByRole('button', { name: 'Ask to Run Tournaments' }).click()
    await asking.getByText('Say which tournament you want to run').waitFor()
    await asking.getByRole('textbox').fill('The club’s spring cup, Port Haven')
    await asking.getByRole('button', { name: 'Ask to Run Tournaments' }).click()
    await asking.getByRole('heading', { name: 'Your request is sent' }).waitFor()
    await axe(asking)

    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Requests' }).click()
    await page.getByText('The club’s spring cup').waitFor()
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

  test('lists people on a phone with the button beside the name; finds and bans one by keyboard on a desktop; the trail says so', async () => {
    const owner = await makeOwner(await site.addMember())
    const other = await site.addMember({ firstName: 'Calico', lastName: 'Jack' })
    await site.addMember({ firstName: 'Grace', lastName: 'Malley', email: 'grace@example.com' })
    const page = await site.open('/admin?section=people', { width: 360, member: owner })
    const button = await page.getByRole('button', { name: 'Manage Grace Malley' }).boundingBox()
    const address = await page.getByText('grace@example.com').first().boundingBox()
    expect(button?.y).toBeLessThan(address?.y ?? 0)
    await expectNoSidewaysScroll(page)
    await shoot(page, 'admin-people-360')

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Find').fill('calico')
    await page.getByText('Calico Jack').first().waitFor()
    const manage = page.getByRole('button', { name: 'Manage Calico Jack' })
    await manage.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Calico Jack' })
    await dialog.getByText('1 device signed in').waitFor()
    await dialog.getByText(/^This site can’t send mail.+bun run admin reset-link/).waitFor()
    await axe(page)
    await dialog.getByRole('button', { name: 'Ban' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Banned', { exact: true }).waitFor()
    expect((await site.call(other, 'GET', '/api/site-role')).status).toBe(401)
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByText('banned an account').waitFor()
    expectClean(page)
  })

  test('titles say the section; a tournament with confirmed results can’t be cancelled', async () => {
    const owner = await makeOwner(await site.addMember())
    await addTournament(site.db, { name: 'Open Cup' })
    await settleTournament(site.db, await addTournament(site.db, { name: 'Settled Cup' }), owner.userId)
    const page = await site.open('/admin?section=tournaments', { member: owner })
    await page.getByRole('button', { name: 'Cancel Open Cup' }).waitFor()
    await page.getByRole('button', { name: 'Delete Settled Cup' }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel Settled Cup' }).count()).toBe(0)
    await eventually(page).toHaveTitle('Tournaments · Admin · Reelstake')
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit' }).click()
    await eventually(page).toHaveTitle('Audit · Admin · Reelstake')
    await eventually(page.getByRole('log', { name: 'Live changes' })).toHaveText('Audit')
    await page.goBack()
    await eventually(page).toHaveTitle('Tournaments · Admin · Reelstake')
    expectClean(page)
  })

  test('edits the terms: a preview, a draft after a reload, a conflict and the default again', async () => {
    const owner = await makeOwner(await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' }))
    const other = await makeOwner(await site.addMember())
    const page = await site.open('/admin?section=legal', { width: 360, member: owner })
    const edit = () => page.getByRole('button', { name: 'Edit Terms of Service' }).click()
    await edit()
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('## Our own\n\nBe *kind*.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'Our own' }).waitFor()
    await axe(page)
    await expectNoSidewaysScroll(page)

    await page.reload()
    await edit()
    await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('## Our own'))
    const theirs = { text: 'Theirs.', base: 1 }
    expect((await site.call(other, 'PUT', '/api/admin/legal/terms', theirs)).status).toBe(200)
    const save = page.getByRole('button', { name: 'Put in Force' })
    await save.click()
    await page
      .getByText(/^Version 2 was saved meanwhile/)
      .first()
      .waitFor()
    await eventually(text).toHaveValue('## Our own\n\nBe *kind*.')
    await page.getByText('Version 2 is in force. Your own text').waitFor()
    await save.click()
    await page.getByText('Version 3 is in force', { exact: true }).first().waitFor()

    const visitor = await site.open('/terms')
    await visitor.getByRole('heading', { name: 'Our own' }).waitFor()
    await page.getByRole('button', { name: 'Use the Default Text Again' }).click()
    await page.getByRole('button', { name: 'Use the Default Text', exact: true }).click()
    await page.getByText('Version 4 is in force. Default text').waitFor()
    await page.waitForFunction(() =>
      document.querySelector('textarea')?.value.includes('What funding a boat means'),
    )
    await visitor.reload()
    await visitor.getByRole('heading', { name: 'What funding a boat means' }).waitFor()
    await page.getByRole('link', { name: 'Version 3' }).click()
    await page.getByText('This is an older version.').waitFor()
    expectClean(page, /status of 409/)
  })

  test('doesn’t exist for others', async () => {
    const member = await site.addMember()
    const page = await site.open('/admin', { member })
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    expect((await site.call(member, 'GET', '/admin')).status).toBe(404)
    expectClean(page, /status of 404/)
  })

  test('groups settings, explains each, and keeps those with a default behind one line', async () => {
    const owner = await makeOwner(await site.addMember())
    const page = await site.open('/admin?section=settings', { width: 360, member: owner })
    const settings = page.getByRole('region', { name: 'Settings' })
    await eventually(settings.getByRole('heading', { level: 3 })).toHaveText([
      'The Site',
      'Payments',
      'Mail',
      'Videos and Files',
      'Backups',
      'Server and Security',
    ])
    const organisers = settings.getByRole('listitem').filter({ hasText: 'ORGANISERS' })
    await organisers.first().getByText('approved', { exact: true }).waitFor()
    await organisers
      .first()
      .getByText(/^Who may create tournaments/)
      .waitFor()
    const largest = settings.getByText('The largest video, in megabytes.')
    expect(await largest.isVisible()).toBe(false)
    await shoot(page, 'admin-settings-closed-360')
    for (const summary of await settings.locator('summary').all()) await summary.click()
    await largest.waitFor()
    await shoot(page, 'admin-settings-360')
    await axe(page)
    await expectNoSidewaysScroll(page)
    // The checklist links to it in this way.
    await page.goto(`${site.url}/admin?section=settings#SMTP_URL`)
    await page.getByText('The mail server. Without it, mails are written to files.').waitFor()
    expectClean(page)
  })

  test('gives the site a name, a colour and a logo, which every page shows at once', async () => {
    const owner = await makeOwner(await site.addMember())
    const page = await site.open('/admin?section=branding', { width: 360, member: owner })
    await page.getByLabel('Name').fill('Ørsta Deep Sea Anglers’ Association of the North')
    await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#8ecaff')
    await page.getByText(/^#8ecaff is too light for white text: buttons use #[0-9a-f]{6} instead/).waitFor()
    await axe(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Branding saved').waitFor()
    expect(await page.title()).toBe('Branding · Admin · Ørsta Deep Sea Anglers’ Association of the North')
    const sea = () => page.evaluate(() => getComputedStyle(document.documentElement).accentColor)
    expect(await sea()).not.toBe('rgb(12, 95, 168)')

    const logo = await sharp({ create: { width: 900, height: 200, channels: 4, background: '#e0b040' } })
      .png()
      .toBuffer()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await page.getByText('Logo saved').waitFor()
    await page.getByRole('link', { name: 'Ørsta Deep Sea Anglers’ Association of the North' }).waitFor()
    await axe(page)
    expectClean(page)

    const home = await site.open('/')
    for (const member of [undefined, owner]) {
      if (member) {
        await home.context().addCookies([member.cookie])
        await reload(home)
      }
      for (const width of [320, 1280]) {
        await home.setViewportSize({ width, height: 800 })
        const image = home.getByRole('banner').locator('img[src^="/assets/brand-"]')
        expect(
          await image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth),
        ).toBe(800)
        await expectNoSidewaysScroll(home)
        await axe(home)
        expectClean(home)
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    const ratio = await page.getByAltText('The logo').evaluate(element => {
      const { width, height, paddingLeft } = getComputedStyle(element)
      const padding = 2 * Number.parseFloat(paddingLeft)
      return (Number.parseFloat(width) - padding) / (Number.parseFloat(height) - padding)
    })
    expect(ratio).toBeCloseTo(4.5, 1)
    await page.getByRole('button', { name: 'Remove Logo' }).click()
    await page.getByText('Logo removed').waitFor()
    await reload(home)
    for (const width of [320, 1280]) {
      await home.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(home)
    }
  })
})
