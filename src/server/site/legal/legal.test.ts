import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { legalKinds, legalTitles } from '#contract/site/legal-kinds.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { commandLine } from '#server/record/index.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addOwner, addSigned } from '../../../../tests/support/factories.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { textProblem } from './legal.rules.ts'
import { changeText } from './legal-texts.ts'

const read = async ({ page }: TestApp, path: string) => {
  const response = await page(path)
  return { status: response.status, text: await response.text() }
}
const set = (site: TestApp, text: string) =>
  inTransaction(site.db, trx =>
    changeText(trx, commandLine, { kind: 'terms', text, base: null }, site.deps.now()),
  )

describe('the legal pages', () => {
  test('have default texts with the marina’s name and address, without React', async () => {
    const site = await makeTestApp({
      MARINA_NAME: 'Pier 7',
      SUPPORT_EMAIL: 'help@example.org',
      MINIMUM_AGE: '18',
    })
    for (const kind of legalKinds) {
      const { status, text } = await read(site, `/${kind}`)
      expect([kind, status]).toEqual([kind, 200])
      expect(text).toContain(`<h1`)
      expect(text).toContain(legalTitles[kind])
      expect(text).toContain('mailto:help@example.org')
      expect(text).not.toContain('modulepreload')
    }
    const { text: terms } = await read(site, '/terms')
    expect(terms).toContain('Pier 7')
    expect(terms).toContain('18 or older')
    expect(terms).toContain('<strong>test payments</strong>')
  })

  test('say whether videos tell where they were taken', async () => {
    const readWord = async (env: Record<string, string>) =>
      /Videos are shown to others (\w+)/.exec((await read(await makeTestApp(env), '/privacy')).text)?.[1]
    expect([await readWord({ FFMPEG_PATH: '/bin/true' }), await readWord({ FFMPEG_PATH: 'off' })]).toEqual([
      'without',
      'as',
    ])
  })

  test('say that a storage service holds files, when one does', async () => {
    const mentionsStorage = async (env: Record<string, string>) =>
      (await read(await makeTestApp(env), '/privacy')).text.includes('A storage service holds the files')
    const s3 = { STORAGE: 's3://marina', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
    expect([await mentionsStorage({}), await mentionsStorage(s3)]).toEqual([false, true])
  })

  test('say which cookies the server sets, by name', async () => {
    const { text } = await read(await makeTestApp(), '/cookies')
    for (const name of ['__Host-sid', '__Host-device', 'gate', 'theme'])
      expect(text).toContain(`<code>${name}</code>`)
  })

  test('are linked from the landing page and every other page', async () => {
    const site = await makeTestApp()
    const { cookie } = await addSigned(site.db)
    const landing = await (await site.page('/')).text()
    for (const kind of legalKinds) expect(landing).toContain(`href="/${kind}"`)
    const members = await (await site.page('/tournaments', { cookie })).text()
    expect(members).toContain('href="/support"')
    const terms = await (await site.page('/terms', { cookie })).text()
    for (const kind of ['privacy', 'cookies', 'support']) expect(terms).toContain(`href="/${kind}"`)
  })

  test('show the version in force, and old ones at their own address', async () => {
    const site = await makeTestApp()
    expect((await read(site, '/terms')).text).toContain('Version <!-- -->1')
    expect(await set(site, 'Be kind.')).toBe(2)
    expect(await set(site, 'Be kind.')).toBe(2)
    expect(await set(site, 'Be *very* kind.')).toBe(3)
    expect((await read(site, '/terms')).text).toContain('Be <em>very</em> kind.')
    const old = await read(site, '/terms/2')
    expect(old.text).toContain('Be kind.')
    expect(old.text).toContain('This is an older version')
    expect((await read(site, '/terms/1')).text).toContain('What funding a boat means')
    expect((await read(site, '/terms/4')).status).toBe(404)
    for (const version of ['x', '0', '1e0', '01', '9'.repeat(30)])
      expect([version, (await read(site, `/terms/${version}`)).status]).toEqual([version, 404])
  })

  test('replace the default text when settings change it, but never the owner’s', async () => {
    const first = await makeTestApp({ MARINA_NAME: 'Pier 7' })
    const version = async (site: TestApp) => (await (await site.page('/api/legal/terms')).json()).version
    expect([await version(first), await version(first)]).toEqual([1, 1])
    const second = await makeTestApp({ MARINA_NAME: 'Pier 8' }, {}, first.db)
    expect(await version(second)).toBe(2)
    await set(second, 'Ours.')
    expect(await version(await makeTestApp({ MARINA_NAME: 'Pier 9' }, {}, first.db))).toBe(3)
  })

  test('never contain HTML or scripts of a text', async () => {
    const site = await makeTestApp()
    await set(
      site,
      '<script>alert(1)</script>\n\nA <b>bold</b> [link](javascript:alert(2)) and ![x](https://a.example/x.png "<img>")\n\n| a | b |\n| - | - |\n| 1 | <i>2</i> |',
    )
    const { text } = await read(site, '/terms')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    for (const markup of ['<script>alert', '<b>', '<i>', 'href="javascript', '<img src="https://a.example'])
      expect(text).not.toContain(markup)
  })
})

describe('owners', () => {
  async function setUp() {
    const site = await makeTestApp({ MARINA_NAME: 'Pier 7' })
    const { cookie } = await addOwner(site.db, { metadata: '{"first_name":"Olga","last_name":"Ruiz"}' })
    const call = async (method: string, path: string, json?: object) => {
      const response = await site.page(`/api/admin/legal${path}`, { method, cookie, ...(json && { json }) })
      return { status: response.status, answer: await response.json() }
    }
    const put = (text: string, base: number) => call('PUT', '/terms', { text, base })
    return { site, cookie, call, put }
  }

  test('change a text: it is in force at once, with its author, and in the audit trail', async () => {
    const { site, cookie, call, put } = await setUp()
    const before = await read(site, '/terms')
    expect(before.text).toContain('Pier 7')
    expect((await call('GET', '')).answer.texts.map((text: object) => text)).toMatchObject(
      legalKinds.map(kind => ({ kind, version: 1, source: 'default', by: null })),
    )
    const { status, answer } = await put('# Ours\n\nTwo spaces  \nbreak.\n\n\n- a\n\t- b\n', 1)
    expect([status, answer.text]).toEqual([200, '# Ours\n\nTwo spaces  \nbreak.\n\n\n- a\n\t- b'])
    expect(answer.versions).toMatchObject([
      { version: 2, source: 'owner', by: 'Olga Ruiz' },
      { version: 1, source: 'default', by: null },
    ])
    const after = await read(site, '/terms')
    expect(after.text).toContain('Two spaces<br/>break.')
    expect(after.text).not.toContain('Pier 7 runs this site')
    expect((await read(site, '/terms/1')).text).toContain('Pier 7')
    const audit = await (await site.page('/api/admin/audit', { cookie })).json()
    expect(audit).toMatchObject([
      { kind: 'legal-changed', subject: { kind: 'legal', id: 'terms' }, detail: 'version 2' },
    ])
    expect((await put('# Ours\n\nTwo spaces  \nbreak.\n\n\n- a\n\t- b', 2)).answer.versions).toHaveLength(2)
  })

  test('are told when another version was saved since theirs was loaded', async () => {
    const { site, put, call } = await setUp()
    await read(site, '/terms')
    expect((await put('Mine.', 1)).status).toBe(200)
    const rejection = await put('Yours.', 1)
    expect([rejection.status, rejection.answer.message]).toEqual([
      409,
      'Version 2 was saved meanwhile. What you typed is still here: read that version, then save again to replace it.',
    ])
    expect((await call('POST', '/terms/default', { base: 1 })).status).toBe(409)
    expect((await call('GET', '/terms')).answer.text).toBe('Mine.')
    expect((await put('Yours.', 2)).answer.versions[0].version).toBe(3)
  })

  test('use the default text again, which follows the settings from then on', async () => {
    const { site, call, put, cookie } = await setUp()
    await read(site, '/terms')
    await put('Mine.', 1)
    const { answer } = await call('POST', '/terms/default', { base: 2 })
    expect(answer.versions.map(({ source }: { source: string }) => source)).toEqual([
      'default',
      'owner',
      'default',
    ])
    expect((await call('POST', '/terms/default', { base: 3 })).answer.versions).toHaveLength(3)
    const renamedSite = await makeTestApp({ MARINA_NAME: 'Pier 8' }, {}, site.db)
    expect((await read(renamedSite, '/terms')).text).toContain('Pier 8')
    const audit = await (await site.page('/api/admin/audit', { cookie })).json()
    expect(audit.map(({ kind }: { kind: string }) => kind)).toEqual(['legal-restored', 'legal-changed'])
  })

  test('see a preview as the page would show it, without HTML of the text', async () => {
    const { call, put, site } = await setUp()
    const text = '## Fair *play*\n\n[x](javascript:alert(1)) & "y"'
    const { html } = (await call('POST', '/preview', { text })).answer
    expect(html).toContain('<h2>Fair <em>play</em></h2>')
    expect(html).not.toContain('javascript:')
    await read(site, '/terms')
    await put(text, 1)
    expect((await read(site, '/terms')).text).toContain(html)
  })

  test('are told what is wrong with a text', async () => {
    const { call, put } = await setUp()
    const wrong: [text: unknown, message: string][] = [
      [' \n', 'Please write the text'],
      [undefined, 'Please write the text'],
      ['x'.repeat(100_001), 'Texts must be at most 100,000 characters'],
      ['See <script>alert(1)</script>', 'HTML isn’t shown: <script>'],
    ]
    for (const [text, message] of wrong)
      for (const [method, path] of [
        ['PUT', '/terms'],
        ['POST', '/preview'],
      ] as const) {
        const { status, answer } = await call(method, path, { text, ...(method === 'PUT' && { base: 1 }) })
        expect([status, answer.issues[0].path]).toEqual([400, 'text'])
        expect(answer.issues[0].message).toStartWith(message)
      }
    expect((await put('Fine.', 0.5)).answer.issues[0].path).toBe('base')
    expect((await call('PUT', '/rules', { text: 'x', base: 1 })).status).toBe(404)
    expect((await put('Ø'.repeat(100_000), 1)).status).toBe(200)
  })
})

describe('admin legal', () => {
  test('puts a file in force, and refuses HTML, an empty one and a missing one', async () => {
    const site = await makeTestApp()
    const folder = mkdtempSync(join(tmpdir(), 'reelstake-legal-'))
    afterTest(() => rmSync(folder, { recursive: true }))
    const file = async (name: string, text: string) => {
      await Bun.write(join(folder, name), text)
      return join(folder, name)
    }
    const run = async (...args: string[]) => (await admin(site, 'legal', ...args)).code
    expect(await run('set', 'privacy', await file('good.md', '# Ours\n'))).toBe(0)
    expect(await site.db.selectFrom('events').select(['kind', 'actor_id', 'detail']).execute()).toEqual([
      { kind: 'legal-changed', actor_id: null, detail: 'version 1' },
    ])
    expect((await admin(site, 'legal', 'show', 'privacy')).out).toEqual(['# Ours'])
    expect(await run('show', 'privacy', '7')).toBe(1)
    expect(await run('set', 'privacy', await file('html.md', 'a <script>b</script>'))).toBe(1)
    expect(await run('set', 'privacy', await file('empty.md', ' \n'))).toBe(1)
    expect(await run('set', 'privacy', join(folder, 'none.md'))).toBe(1)
    expect(await run('set', 'rules', await file('good.md', 'x'))).toBe(2)
  })

  test('states what is wrong with a text', async () => {
    expect(await textProblem('# Fine\n\nYes.')).toBeNull()
    expect(await textProblem('x'.repeat(100_001))).toContain('100,000')
    expect(await textProblem('See <a href="/">this</a>')).toContain('HTML isn’t shown: <a href="/">')
  })
})

test('a payment stores the terms in force when it was begun, and its receipt leads to them', async () => {
  const site = await makeScene()
  const { begin, fund, bo } = site
  const record = async (intent: string) => {
    const response = await fund(intent)
    expect(response.status).toBe(201)
    return response.json()
  }
  const intent = await begin()
  await set(site, 'New terms.')
  const { id, terms_version } = await record(intent)
  expect(terms_version).toBe(1)
  expect((await record(await begin())).terms_version).toBe(2)
  const receipt = await (await site.page(`/my-funding/${id}`, { cookie: bo.cookie })).text()
  expect(receipt).toContain('href="/terms/1"')
})

describe('MINIMUM_AGE', () => {
  const person = { email: 'a@example.com', password: 'long enough', firstName: 'Ada', lastName: 'Moss' }
  const confirmedAt = async ({ db }: TestApp) =>
    (await db.selectFrom('users').select('age_confirmed_at').execute()).map(row => row.age_confirmed_at)

  test('is confirmed at sign-up and stored with its time, in browsers and by API clients', async () => {
    const site = await makeTestApp({ MINIMUM_AGE: '21' })
    const now = Date.UTC(2026, 5, 1)
    site.setDate(now)
    for (const json of [person, { ...person, ageConfirmed: false }]) {
      const response = await site.page('/api/auth/sign-up', { json })
      expect(response.status).toBe(400)
      expect((await response.json()).issues).toEqual([
        { path: 'ageConfirmed', message: 'Confirm that you are 21 or older' },
      ])
    }
    const bearer = { email: 'b@example.com', password: 'long enough' }
    expect((await site.page('/auth/v1/signup', { json: bearer })).status).toBe(400)
    expect(await confirmedAt(site)).toEqual([])
    expect((await site.page('/api/auth/sign-up', { json: { ...person, ageConfirmed: true } })).status).toBe(
      201,
    )
    const withData = { ...bearer, data: { age_confirmed: true } }
    expect((await site.page('/auth/v1/signup', { json: withData })).status).toBe(200)
    expect(await confirmedAt(site)).toEqual([now, now])
  })

  test('is asked by a form without JavaScript, which keeps what was typed', async () => {
    const site = await makeTestApp({ MINIMUM_AGE: '18' })
    const post = (fields: Record<string, string>) =>
      site.app.request('http://reelstake.test/login?mode=signup', {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'sec-fetch-site': 'same-origin' },
      })
    const html = await (await post(person)).text()
    expect(html).toContain('Confirm that you are 18 or older')
    expect(html).toContain('value="Ada"')
    expect((await post({ ...person, ageConfirmed: 'on' })).status).toBe(303)
    expect((await confirmedAt(site)).length).toBe(1)
  })

  test('is not asked without the variable', async () => {
    const site = await makeTestApp()
    expect(await (await site.page('/login?mode=signup')).text()).not.toContain('or older')
    expect((await site.page('/api/auth/sign-up', { json: person })).status).toBe(201)
    expect(await confirmedAt(site)).toEqual([null])
  })
})
