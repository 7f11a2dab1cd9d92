import { expect, test } from 'bun:test'
import { day } from '#contract/time.ts'
import { cookiesOf, makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addSigned, addTournament } from '../../../tests/support/factories.ts'

const title = 'Set Up Your Marina'

const read = async ({ page }: TestApp, path: string, cookie: string) => (await page(path, { cookie })).text()

test('only members of a site without any tournament get "Set Up Your Marina"', async () => {
  const site = await makeTestApp()
  const { cookie } = await addSigned(site.db)
  // The query turns sharing off.
  const homes = ['/', '/?whole', '/tournaments']
  for (const path of homes) {
    expect(await read(site, path, '')).not.toContain(title)
    expect(await read(site, path, cookie)).toContain(title)
  }
  await addTournament(site.db, {
    starts_at: Date.now() - 3 * day,
    ends_at: Date.now() - 2 * day,
    cancelled_at: Date.now() - 4 * day,
  })
  for (const path of homes) expect(await read(site, path, cookie)).not.toContain(title)
})

test('it says how mail, payments and access are configured, without any secret', async () => {
  const open = await makeTestApp()
  const { cookie } = await addSigned(open.db)
  const html = await read(open, '/', cookie)
  expect(html).toContain('Mails are written to files on the server.')
  expect(html).toContain('Test payments: no card is charged.')
  expect(html).toContain('Open to everyone.')

  for (const [mode, text] of [
    ['test', 'Sandbox: only test cards work.'],
    ['live', 'Live: cards are charged.'],
  ] as const) {
    const site = await makeTestApp({
      SITE_GATE: 'on',
      SITE_PASSWORD: 'herring',
      SMTP_URL: 'smtp://me:hunter2@mail.internal:587',
      STRIPE_SECRET_KEY: `sk_${mode}_1`,
      STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    })
    const member = await addSigned(site.db)
    const gateCookies = cookiesOf(
      await site.page('/api/validate-password', { json: { password: 'herring' } }),
    )
    const home = await read(site, '/', `${gateCookies}; ${member.cookie}`)
    for (const line of ['Mails are sent.', text, 'Visitors need the site password.'])
      expect(home).toContain(line)
    expect(home).not.toMatch(/hunter2|mail\.internal|herring|sk_|whsec_/)
  }
})
