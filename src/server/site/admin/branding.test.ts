import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { fieldTexts, textRules } from '#contract/field-texts.ts'
import { newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { BrandingAnswer } from '#contract/site/branding.ts'
import type { AppEnv } from '#server/http/context.ts'
import { sweepImages } from '#server/storage/images/index.ts'
import { brandStylesheets } from '#server/web/brand-stylesheet.ts'
import { makeTestApp, type TestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addOwner, addSigned, addTournament, type Signed } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'reelstake-branding-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

type Env = Record<string, string>

async function makeSite(env: Env = {}): Promise<{ site: TestApp; owner: Signed }> {
  const site = await makeTestApp({ DATA_DIR: mkdtempSync(join(directory, 'site-')), ...env })
  return { site, owner: await addOwner(site.db) }
}

const patch = (site: TestApp, { cookie }: Signed, json: object) =>
  site.page('/api/admin/branding', { method: 'PATCH', json, cookie })

const putLogo = (site: TestApp, { cookie }: Signed, body: Uint8Array, type = 'image/png') =>
  site.app.request(`${testOrigin}/api/admin/branding/logo`, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': type, cookie },
  })

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0c5fa880' } })
    .png()
    .toBuffer()

const textOf = async (site: TestApp, path: string, init?: Parameters<TestApp['page']>[1]) =>
  (await site.page(path, init)).text()

const brand = { name: 'Ørsta & Pier 7', color: '#8ecaff', supportEmail: 'help@pier7.example' }

async function makeBranded(env: Env = {}) {
  const base = await makeSite(env)
  expect((await patch(base.site, base.owner, brand)).status).toBe(200)
  const answer: BrandingAnswer = await (await putLogo(base.site, base.owner, await png(1600, 400))).json()
  const logo = answer.logo?.url ?? ''
  return { ...base, logo, answer }
}

const htmlName = 'Ørsta &amp; Pier 7'

describe('PATCH /api/admin/branding', () => {
  test('answers what is set and by what, and the colour in use', async () => {
    const { site, owner } = await makeSite()
    const nothing: BrandingAnswer['name'] = { value: null, source: 'none' }
    expect(await (await site.page('/api/admin/branding', { cookie: owner.cookie })).json()).toEqual({
      name: nothing,
      supportEmail: nothing,
      color: null,
      buttonColor: null,
      logo: null,
    })
    const answer: BrandingAnswer = await (await patch(site, owner, brand)).json()
    expect(answer.name).toEqual({ value: brand.name, source: 'site' })
    expect(answer.color).toBe('#8ecaff')
    expect(answer.buttonColor).toMatch(/^#[\da-f]{6}$/)
    expect(answer.buttonColor).not.toBe('#8ecaff')
    const afterReset: BrandingAnswer = await (await patch(site, owner, { name: null, color: null })).json()
    expect([afterReset.name, afterReset.color, afterReset.supportEmail.value]).toEqual([
      nothing,
      null,
      brand.supportEmail,
    ])
  })

  test('refuses markup, emoji, header lines, long names, other colours and addresses', async () => {
    const { site, owner } = await makeSite()
    const refusals: [object, string, string][] = [
      [{ name: '<b>Pier</b>' }, 'name', fieldTexts.markup],
      [{ name: 'Pier 7 🎣' }, 'name', fieldTexts.emoji],
      [{ name: 'Pier\u202e7' }, 'name', fieldTexts.invisible],
      [{ name: 'x'.repeat(61) }, 'name', textRules.siteName.tooLong],
      [{ color: 'red' }, 'color', fieldTexts.colorInvalid],
      [{ color: '#0c5fa8;}*{' }, 'color', fieldTexts.colorInvalid],
      [
        { supportEmail: 'a@b.example\r\nBcc: c@d.example' },
        'supportEmail',
        'Please enter a valid email address',
      ],
    ]
    for (const [fields, path, message] of refusals) {
      const answer = await patch(site, owner, fields)
      expect([fields, answer.status]).toEqual([fields, 400])
      expect((await answer.json()).issues).toEqual([{ path, message }])
    }
    // White space is one line.
    const lines: BrandingAnswer = await (
      await patch(site, owner, { name: 'Pier 7\r\nBcc: everybody@example.org' })
    ).json()
    expect(lines.name.value).toBe('Pier 7 Bcc: everybody@example.org')
  })

  test('the environment wins, is shown, and can’t be changed here', async () => {
    const { site, owner } = await makeSite({ MARINA_NAME: 'Harbour', SUPPORT_EMAIL: 'env@example.org' })
    for (const fields of [{ name: 'Pier 7' }, { supportEmail: 'a@b.example' }]) {
      const response = await patch(site, owner, fields)
      expect(response.status).toBe(409)
      expect((await response.json()).message).toMatch(/^(MARINA_NAME|SUPPORT_EMAIL) sets it/)
    }
    const answer: BrandingAnswer = await (await patch(site, owner, { color: '#0c5fa8' })).json()
    expect(answer.name).toEqual({ value: 'Harbour', source: 'environment' })
    expect(answer.supportEmail).toEqual({ value: 'env@example.org', source: 'environment' })
    expect(await textOf(site, '/')).toContain('· Harbour</title>')
  })

  test('is in the audit trail, once per change, without addresses', async () => {
    const { site, owner } = await makeBranded()
    await patch(site, owner, brand)
    await site.page('/api/admin/branding/logo', { method: 'DELETE', cookie: owner.cookie })
    const trail = await (await site.page('/api/admin/audit', { cookie: owner.cookie })).json()
    const entries = trail.filter(({ kind }: { kind: string }) => kind === 'branding-changed')
    expect(entries.map(({ detail }: { detail: string }) => detail)).toEqual([
      'logo: none',
      'logo: changed',
      'name: Ørsta & Pier 7, support address: changed, colour: #8ecaff',
    ])
  })
})

describe('PUT /api/admin/branding/logo', () => {
  test('re-encodes and bounds it, and serves it immutable and also behind the site password', async () => {
    const { site, logo, answer } = await makeBranded({ SITE_GATE: 'off' })
    expect([answer.logo?.width, answer.logo?.height]).toEqual([800, 200])
    const response = await site.page(logo)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await sharp(await response.bytes()).metadata()).format).toBe('webp')
  })

  test('refuses SVG, HTML and broken files, and bounds 40 megapixels', async () => {
    const { site, owner } = await makeSite()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [body, type] of [
      [svg, 'image/svg+xml'],
      [svg, 'image/png'],
      [(await png(10, 10)).subarray(0, 40), 'image/png'],
    ] as const)
      expect((await putLogo(site, owner, body, type)).status).toBe(422)
    expect((await putLogo(site, owner, svg, 'text/html')).status).toBe(415)
    const huge = await putLogo(site, owner, await png(8000, 5000))
    expect((await huge.json()).logo).toMatchObject({ width: 512, height: 320 })
  })

  test('retains the logo in the sweep of unused pictures, and serves no other picture', async () => {
    const { site, owner, logo } = await makeBranded()
    const other = await site.app.request(`${testOrigin}/api/images`, {
      method: 'POST',
      body: new Uint8Array(await png(9, 9)),
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'image/png', cookie: owner.cookie },
    })
    const { id } = await other.json()
    expect((await site.page(`/assets/brand-${id}.webp`)).status).toBe(404)
    for (const wrong of [`brand-${newId()}.webp`, 'brand-x.webp', 'brand-8ecaff-0.css', 'brand-.css'])
      expect([wrong, (await site.page(`/assets/${wrong}`)).status]).toEqual([wrong, 404])
    const later = Date.now() + 8 * 86_400_000
    expect((await sweepImages({ ...site.deps, now: () => later })).unused).toBe(1)
    expect((await site.page(logo)).status).toBe(200)
  })

  test('takes a photo of some megabytes, at most 10, and reads it for owners alone', async () => {
    const { site, owner } = await makeSite()
    const size = { width: 1200, height: 1200 }
    const noise = await sharp({
      create: { ...size, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer()
    expect(noise.byteLength).toBeGreaterThan(limits.jsonBody)
    expect((await putLogo(site, owner, noise, 'image/jpeg')).status).toBe(200)
    const stranger = await addSigned(site.db)
    for (const [{ cookie }, status] of [
      [owner, 413],
      [stranger, 404],
    ] as const) {
      let bytes = 0
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (bytes > 5 * limits.image) return controller.close()
          bytes += 65_536
          controller.enqueue(new Uint8Array(65_536))
        },
      })
      const response = await site.app.request(`${testOrigin}/api/admin/branding/logo`, {
        method: 'PUT',
        body,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'image/jpeg', cookie },
      })
      expect(response.status).toBe(status)
      expect(bytes).toBeLessThan(status === 404 ? 10 * 65_536 : limits.image + 10 * 65_536)
    }
  })

  test('a stranger leaves no file behind', async () => {
    const { site } = await makeSite()
    const stranger = await addSigned(site.db)
    expect((await putLogo(site, stranger, await png(9, 9))).status).toBe(404)
    expect(readdirSync(site.deps.env.dataDir)).toEqual([])
  })
})

/** @returns page by path, without what differs in each answer */
async function pagesOf(site: TestApp, paths: readonly string[], cookie?: string) {
  const pages: Record<string, string> = {}
  for (const path of paths)
    pages[path] = await textOf(site, path, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
      ...(cookie !== undefined && { cookie }),
    })
  return pages
}

describe('a branded site', () => {
  const paths = ['/', '/login', '/terms', '/crew-videos', '/nowhere', '/api/nowhere']

  test('shows name, logo and colours on every page, of visitors and members', async () => {
    const { site, owner, logo } = await makeBranded()
    const visitorPages = await pagesOf(site, paths)
    const ownerPages = await pagesOf(site, ['/', '/tournaments', '/account', '/admin'], owner.cookie)
    // The software, not the site.
    const product: Record<string, string[]> = {
      '/terms': ['Reelstake'],
      '/admin': ['Reelstake', 'Reelstake'],
    }
    for (const [path, html] of [...Object.entries(visitorPages), ...Object.entries(ownerPages)]) {
      expect([path, html.includes(`· ${htmlName}</title>`)]).toEqual([path, true])
      expect([path, html.includes('/assets/brand-8ecaff-')]).toEqual([path, true])
      expect([path, [...(html.match(/Reelstake/g) ?? [])]]).toEqual([path, product[path] ?? []])
      // An error as a page has no header.
      if (path !== '/api/nowhere') expect([path, html.includes(`<img src="${logo}"`)]).toEqual([path, true])
    }
    const [, stylesheet = ''] = /href="(\/assets\/brand-8ecaff-[^"]+)"/.exec(visitorPages['/'] ?? '') ?? []
    const response = await site.page(stylesheet)
    expect(response.headers.get('content-type')).toContain('text/css')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const css = await response.text()
    expect(css).toContain('--colors-sea-solid:light-dark(#')
    expect(css).toContain('[data-surface=crew]{--colors-sea:')
  })

  test('serves the stylesheet of its colour alone: others are not computed', async () => {
    const { site, owner } = await makeBranded()
    const [first = '', second = ''] = ['#8ecaff', '#0c5fa8'].flatMap(color => brandStylesheets({ color }))
    const statuses = async () => [(await site.page(first)).status, (await site.page(second)).status]
    expect(await statuses()).toEqual([200, 404])
    await patch(site, owner, { color: '#0c5fa8' })
    expect(await statuses()).toEqual([404, 200])
    await patch(site, owner, { color: null })
    expect(await statuses()).toEqual([404, 404])
    const missing = await site.page(first)
    expect(missing.headers.get('cache-control')).not.toContain('immutable')
  })

  test('a change shows at once, on shared pages too, also of another process', async () => {
    const { site, owner } = await makeBranded()
    expect(await textOf(site, '/')).toContain(`· ${htmlName}</title>`)
    await patch(site, owner, { name: 'Second' })
    expect(await textOf(site, '/')).toContain('· Second</title>')
    expect(await textOf(site, '/', { cookie: owner.cookie })).toContain('· Second</title>')
    await changeRows(site.db, 'branding', { name: 'Third' })
    site.db.changes.assumeEverything()
    expect(await textOf(site, '/')).toContain('· Third</title>')
  })

  test('the kiosk shows the logo, and the name beside one that isn’t wide, without a tournament too', async () => {
    const { site, owner, logo } = await makeBranded()
    const header = async () => /<header.*?<\/header>/s.exec(await textOf(site, '/kiosk'))?.[0] ?? ''
    expect(await header()).toContain(`src="${logo}"`)
    expect(await header()).toContain(`alt="${htmlName}"`)
    expect(await header()).not.toContain(`${htmlName}</span>`)
    await putLogo(site, owner, await png(320, 320))
    for (const each of ['alt=""', `${htmlName}</span>`]) expect(await header()).toContain(each)
    await addTournament(site.db)
    expect(await header()).toContain(`${htmlName}</span>`)
  })

  test('its gate shows it, with files that need no password', async () => {
    const { site, owner, logo } = await makeBranded()
    const lockedSite = await makeTestApp({ SITE_GATE: 'on', DATA_DIR: site.deps.env.dataDir }, {}, site.db)
    const html = await textOf(lockedSite, '/')
    expect(html).toContain(`${htmlName} isn’t open to everyone yet.`)
    expect(html).toContain(logo)
    const [, stylesheet = ''] = /href="(\/assets\/brand-8ecaff-[^"]+)"/.exec(html) ?? []
    for (const path of [logo, stylesheet])
      expect([path, (await lockedSite.page(path)).status]).toEqual([path, 200])
    expect((await lockedSite.page(`/images/${/brand-(.+)\.webp/.exec(logo)?.[1]}.webp`)).status).toBe(403)
    expect(owner.id).toBeTruthy()
  })

  test('names the marina as organiser, in embeds, previews, app manifests and legal texts', async () => {
    const manifest = (name: string) => Response.json({ name, short_name: name, start_url: '/' })
    const files = new Hono<AppEnv>()
    files.get('/manifest.webmanifest', () => manifest('Reelstake'))
    files.get('/crew/manifest.webmanifest', () => manifest('Reelstake Crew'))
    files.get('/crew/sw.js', () => new Response('work()'))
    const { site, owner } = await makeSite()
    const siteWithFiles = await makeTestApp({ DATA_DIR: site.deps.env.dataDir }, { files }, site.db)
    const json = async (path: string) => (await siteWithFiles.page(path)).json()
    expect((await json('/manifest.webmanifest')).name).toBe('Reelstake')
    expect(await textOf(siteWithFiles, '/crew/sw.js')).toBe('work()')
    const id = await addTournament(siteWithFiles.db)
    expect(await textOf(siteWithFiles, `/embed/${id}`)).toContain('See it on Reelstake')
    expect((await json(`/api/tournaments/${id}`)).organiserName).not.toBe(brand.name)

    await patch(siteWithFiles, owner, brand)
    expect((await json(`/api/tournaments/${id}`)).organiserName).toBe(brand.name)
    const embed = await textOf(siteWithFiles, `/embed/${id}`)
    expect(embed).toContain(`See it on ${htmlName}`)
    expect(embed).toContain(`· ${htmlName}</title>`)
    expect(embed).toContain('/assets/brand-8ecaff-')
    expect(await json('/manifest.webmanifest')).toEqual({
      name: brand.name,
      short_name: brand.name,
      start_url: '/',
    })
    expect((await json('/crew/manifest.webmanifest')).name).toBe(`${brand.name} Crew`)
    expect(await textOf(siteWithFiles, '/crew/sw.js')).toMatch(/^work\(\)\n\/\/ \w+\n$/)
    expect(await textOf(siteWithFiles, `/login?next=/tournament/${id}`)).toContain(
      `<meta property="og:site_name" content="${htmlName}"/>`,
    )
    expect((await json('/api/legal/support')).text).toContain(brand.supportEmail)
    expect((await json('/api/legal/terms')).text).toContain(`${brand.name} runs this site with Reelstake`)
  })

  test('draws its own share pictures, and others before', async () => {
    const { site, owner } = await makeSite()
    const picture = async () => {
      const answer = await site.page('/og/site.png')
      return { etag: answer.headers.get('etag'), bytes: await answer.bytes() }
    }
    const plain = await picture()
    await patch(site, owner, brand)
    const withName = await picture()
    await putLogo(site, owner, await png(200, 500))
    const withLogo = await picture()
    expect(new Set([plain.etag, withName.etag, withLogo.etag]).size).toBe(3)
    expect(new Set([plain, withName, withLogo].map(({ bytes }) => Bun.hash(bytes))).size).toBe(3)
  }, 60_000)

  test('signs its mails', async () => {
    const { site, owner } = await makeBranded()
    await site.page('/api/admin/test-mail', { method: 'POST', cookie: owner.cookie })
    await site.page('/api/auth/recover', { json: { email: `${owner.id}@example.com` } })
    await site.deps.auth.drain()
    await site.sendMails()
    expect(site.mails.map(({ subject }) => subject)).toEqual([
      `Test mail from ${brand.name}`,
      'Choose a new password',
    ])
    for (const { text } of site.mails) {
      expect(text).toEndWith(`\n\n${brand.name}\n`)
      expect(text).not.toContain('Reelstake')
    }
  })
})

test('without branding there is no trace of it', async () => {
  const { site, owner } = await makeSite()
  const pages = await pagesOf(site, ['/', '/login', '/nowhere', '/api/nowhere'])
  for (const [path, html] of Object.entries(pages)) {
    expect([path, html.includes('· Reelstake</title>')]).toEqual([path, true])
    expect([path, /brand-|siteName/.test(html)]).toEqual([path, false])
  }
  expect(pages['/']).toContain('</svg>Reelstake</a>')
  await site.page('/api/admin/test-mail', { method: 'POST', cookie: owner.cookie })
  expect(site.mails[0]).toMatchObject({
    subject: 'Test mail from Reelstake',
    text: expect.stringMatching(/\n\nReelstake\n$/),
  })
})
