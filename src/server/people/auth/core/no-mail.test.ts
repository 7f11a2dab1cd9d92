import { describe, expect, test } from 'bun:test'
import { makeTestApp } from '../../../../../tests/support/app.ts'
import { addSigned } from '../../../../../tests/support/factories.ts'

const smtp = { SMTP_URL: 'smtp://127.0.0.1:1' }
/** Returns the page's text as a member reads it, who may read the account page too. */
const textOf = async (path: string, env: Record<string, string> = {}) => {
  const { db, page } = await makeTestApp(env)
  const { cookie } = await addSigned(db)
  const html = await (await page(path, { cookie })).text()
  return html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
}

describe('without SMTP_URL, no text promises a mail', () => {
  test('"Forgot password" names SUPPORT_EMAIL', async () => {
    const html = await textOf('/recover', { SUPPORT_EMAIL: 'help@example.org' })
    expect(html).toContain("This site can't send mail.")
    expect(html).toContain('href="mailto:help@example.org"')
    expect(html).not.toMatch(/Send the link|We send you/)
  })

  test('"Forgot password" names the organiser where there is no SUPPORT_EMAIL', async () => {
    const html = await textOf('/recover')
    expect(html).toContain("This site can't send mail.")
    expect(html).toContain('Ask the organiser for a reset link.')
    expect(html).not.toMatch(/Send the link|We send you/)
  })

  test('"Forgot password" sends a link with SMTP_URL', async () => {
    const html = await textOf('/recover', { ...smtp, SUPPORT_EMAIL: 'help@example.org' })
    expect(html).toContain('Send the link')
    expect(html).not.toContain("can't send mail")
  })

  test('an expired link’s page names the organiser', async () => {
    expect(await textOf('/confirm?type=signup')).toContain(
      "If you've confirmed already, sign in. This site can't send mail. Ask the organiser for a reset link.",
    )
    expect(await textOf('/confirm?type=signup', smtp)).toContain('to get a new link')
    expect(await textOf('/reset?type=signup')).not.toMatch(/sign up again|email again|a new link/)
    expect(await textOf('/reset')).toContain("This site can't send mail. Ask the organiser for a reset link.")
    expect(await textOf('/reset', smtp)).toContain('Get a new link')
  })

  test('a download of one’s data and a request to organise say where to look', async () => {
    expect(await textOf('/account')).toContain('This page shows when it is ready.')
    expect(await textOf('/account', smtp)).toContain('You get a mail when it is ready.')
    const approved = { ORGANISERS: 'approved' }
    expect(await textOf('/create-tournament', approved)).not.toContain('You get a mail')
    expect(await textOf('/create-tournament', { ...approved, ...smtp })).toContain(
      'You get a mail when it is decided.',
    )
  })
})
