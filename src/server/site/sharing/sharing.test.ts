import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDiskSpace } from '#server/disk-space.ts'
import { makeTestApp, testOrigin } from '../../../../tests/support/app.ts'
import {
  addRuledTournament,
  billfishRules,
  releaseOf,
} from '../../../../tests/support/billfish-tournament.ts'
import {
  addEntry,
  addScene,
  addSigned,
  addTournament,
  setRules,
} from '../../../../tests/support/factories.ts'
import { setRaised } from '../../../../tests/support/states.ts'
import { type PreviewLimits, previewPictures } from './preview-pictures.ts'

describe('GET /api/tournaments/:id/qr.svg', () => {
  test('answers 403 while the site is locked', async () => {
    const { page, db } = await makeTestApp({ SITE_GATE: 'on' })
    expect((await page(`/api/tournaments/${await addTournament(db)}/qr.svg`)).status).toBe(403)
  })
  test.each(['nope', crypto.randomUUID()])('answers 404 for a tournament that is not there: %s', async id => {
    const { page } = await makeTestApp()
    expect((await page(`/api/tournaments/${id}/qr.svg`)).status).toBe(404)
  })
  test('encodes the address with PUBLIC_URL, and answers 304 for a known ETag', async () => {
    const { page, db } = await makeTestApp()
    const elsewhere = await makeTestApp({ PUBLIC_URL: 'https://marina.example' })
    const id = await addTournament(db)
    await addTournament(elsewhere.db, { id })
    const path = `/api/tournaments/${id}/qr.svg`
    const answer = await page(path)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    const { renderSVG } = await import('uqr')
    expect(await answer.text()).toBe(
      renderSVG(`${testOrigin}/tournament/${id}?from=qr`, { ecc: 'Q', border: 4 }),
    )
    const other = await elsewhere.page(path)
    expect(await other.text()).toBe(
      renderSVG(`https://marina.example/tournament/${id}?from=qr`, { ecc: 'Q', border: 4 }),
    )
    const etag = answer.headers.get('etag') ?? ''
    for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`])
      expect((await page(path, { headers: { 'if-none-match': ifNoneMatch } })).status).toBe(304)
    expect((await page(path, { headers: { 'if-none-match': other.headers.get('etag') ?? '' } })).status).toBe(
      200,
    )
    const compressed = await page(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect((await compressed.bytes()).length).toBeLessThan(4000)
  })
})

const directories: string[] = []
const directory = () => {
  const path = mkdtempSync(join(tmpdir(), 'reelstake-previews-'))
  directories.push(path)
  return path
}
afterAll(() => {
  for (const path of directories) rmSync(path, { recursive: true, force: true })
})

describe('GET /og', () => {
  test('answers 403 while the site is locked', async () => {
    const { page, db } = await makeTestApp({ SITE_GATE: 'on' })
    const id = await addTournament(db)
    for (const path of ['/og/site.png', `/og/tournament/${id}.png`])
      expect((await page(path)).status).toBe(403)
    expect(await (await page(`/login?next=/tournament/${id}`)).text()).not.toContain('White Marlin Open')
  })

  test.each([
    '/og/tournament/nope.png',
    `/og/tournament/${crypto.randomUUID()}.png`,
    `/og/tournament/${crypto.randomUUID()}`,
    '/og/entry/nope.png',
    '/og/boat/nope.png',
    '/og/lead/nope/nope.png',
    `/og/lead/${crypto.randomUUID()}/${crypto.randomUUID()}.png`,
    '/og/other.png',
  ])('answers 404 for what is not there: %s', async path => {
    const { page } = await makeTestApp()
    expect((await page(path)).status).toBe(404)
  })

  test('answers 200 with 1200 × 630 pixels, 304 for a known ETag, and a new picture after a change', async () => {
    const { page, db } = await makeTestApp({ DATA_DIR: directory() })
    const { tournament, entry, boat } = await addScene(db, { name: '<White> & "Marlin" Open' })
    for (const path of [
      '/og/site.png',
      `/og/tournament/${tournament}.png`,
      `/og/entry/${entry}.png`,
      `/og/boat/${boat}.png`,
    ]) {
      const answer = await page(path)
      expect(answer.headers.get('content-type')).toBe('image/png')
      const picture = new DataView(await answer.arrayBuffer())
      // PNG, 11.2.2: width and height.
      expect([picture.getUint32(16), picture.getUint32(20)]).toEqual([1200, 630])
    }
    const path = `/og/tournament/${tournament}.png`
    const etag = (await page(path)).headers.get('etag') ?? ''
    for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`])
      expect((await page(path, { headers: { 'if-none-match': ifNoneMatch } })).status).toBe(304)
    await setRaised(db, entry, 500_000)
    const response = await page(path, { headers: { 'if-none-match': etag } })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).not.toBe(etag)
  })
})

describe('the picture of a new leader', () => {
  test('has 1200 × 630 pixels, and stays the same when another boat takes the lead', async () => {
    const app = await makeTestApp({ DATA_DIR: directory() })
    const { page, db } = app
    const { tournament, organiser, entry } = await addScene(db, { name: '<White> & "Marlin" Open' })
    const other = await addEntry(db, { tournament_id: tournament }, { name: 'Sea Esta' })
    const never = await addEntry(db, { tournament_id: tournament })
    const weigh = async (id: typeof entry, weight: number) => {
      const json = { species: 'Wahoo', weight }
      const path = `/api/tournament-entries/${id}/catches`
      expect((await page(path, { method: 'POST', json, cookie: organiser.cookie })).status).toBe(201)
    }
    const start = Date.now()
    app.setNow(start)
    await weigh(entry, 300)
    const path = `/og/lead/${tournament}/${entry}.png`
    const first = await page(path)
    expect(first.headers.get('content-type')).toBe('image/png')
    const data = new DataView(await first.arrayBuffer())
    expect([data.getUint32(16), data.getUint32(20)]).toEqual([1200, 630])
    app.setNow(start + 60_000)
    await weigh(other, 412.5)
    const etag = first.headers.get('etag') ?? ''
    expect((await page(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await page(`/og/lead/${tournament}/${other}.png`)).status).toBe(200)
    for (const id of [never, 'nope'])
      expect((await page(`/og/lead/${tournament}/${id}.png`)).status).toBe(404)

    const html = await (await page(`/tournament/${tournament}/race/${other}`)).text()
    expect(metaOf(html)).toMatchObject({
      'og:title': 'New leader: Sea Esta · Reelstake',
      'og:image': expect.stringContaining(`/og/lead/${tournament}/${other}.png?v=`),
    })
    const plain = metaOf(await (await page(`/tournament/${tournament}/race/${never}`)).text())
    expect(plain['og:image']).toContain(`/og/tournament/${tournament}.png`)
  })
})

test('pictures of a tournament with rules show times in its zone', async () => {
  const { db, page } = await makeTestApp({ DATA_DIR: directory() })
  const { id: by } = await addSigned(db)
  // On June 1 in UTC.
  const start = Date.UTC(2026, 5, 1, 2)
  const { tournament, entries } = await addRuledTournament(
    db,
    { start, by },
    { 'Reel Deal': { fish: [releaseOf('Blue Marlin', 10)] } },
  )
  const read = async () =>
    Promise.all(
      [`tournament/${tournament}`, `lead/${tournament}/${entries['Reel Deal']}`].map(async file => {
        const answer = await page(`/og/${file}.png`)
        expect(answer.status).toBe(200)
        return Bun.hash(await answer.arrayBuffer())
      }),
    )
  const inNewYork = await read()
  await setRules(db, tournament, { ...billfishRules(start), timeZone: 'Europe/Lisbon' }, by, { number: 2 })
  const inLisbon = await read()
  for (const [n, hash] of inLisbon.entries()) expect(hash).not.toBe(inNewYork[n] ?? hash)
})

describe('pictures of previews', () => {
  const picture = new Uint8Array(1000)
  const never = new AbortController().signal
  /** @param minFreeMb above free space: disk full */
  async function make(limits: Partial<PreviewLimits> = {}, minFreeMb = 0) {
    const dataDir = directory()
    const { deps, setNow } = await makeTestApp({ RATE_LIMIT: 'on', DATA_DIR: dataDir })
    const needs = { ...deps, disk: makeDiskSpace({ minFreeMb }) }
    const all = { waiting: 20, perMinute: 30, files: 100, bytes: 1_000_000, ...limits }
    const listFiles = () => readdirSync(join(dataDir, 'db', 'previews'))
    return { keep: previewPictures(needs, all), again: () => previewPictures(needs, all), setNow, listFiles }
  }

  function brush() {
    const drawings: PromiseWithResolvers<Uint8Array>[] = []
    const draw = () => {
      const drawing = Promise.withResolvers<Uint8Array>()
      drawings.push(drawing)
      return drawing.promise
    }
    return { drawings, draw }
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise(resolve => setImmediate(resolve))
  }

  test('answer 503 with Retry-After when the queue is full', async () => {
    const { keep } = await make({ waiting: 2 })
    const { drawings, draw } = brush()
    const first = keep('0', draw).bytes('a', never)
    await until(() => drawings.length === 1)
    const queue = ['1', '2', '3'].map(content => keep(content, draw).bytes('a', never))
    const refusals = (await Promise.race([
      Promise.any(queue.map(one => one.catch(error => error))),
    ])) as unknown
    expect(refusals).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } })
    drawings[0]?.resolve(picture)
    expect(await first).toEqual(picture)
    for (const count of [2, 3]) {
      await until(() => drawings.length === count)
      drawings[count - 1]?.resolve(picture)
    }
    await Promise.allSettled(queue)
  })

  test('answer 429 after thirty new pictures per network and minute; cached ones and other networks are served', async () => {
    const { keep, setNow } = await make()
    setNow(1_000_000)
    const draw = async () => picture
    for (let count = 0; count < 30; count += 1) await keep(`${count}`, draw).bytes('192.0.2.1', never)
    await expect(keep('new', draw).bytes('192.0.2.1', never)).rejects.toMatchObject({ status: 429 })
    expect(await keep('7', draw).bytes('192.0.2.1', never)).toHaveLength(1000)
    expect(await keep('new', draw).bytes('192.0.2.2', never)).toHaveLength(1000)
    setNow(1_060_000)
    expect(await keep('newer', draw).bytes('192.0.2.1', never)).toHaveLength(1000)
  })

  test('are not drawn when every client has left', async () => {
    const { keep } = await make()
    const { drawings, draw } = brush()
    const first = keep('0', draw).bytes('a', never)
    await until(() => drawings.length === 1)
    const [one, other] = [new AbortController(), new AbortController()]
    const alone = keep('left', draw).bytes('a', one.signal)
    const pair = [one.signal, never].map(signal => keep('shared', draw).bytes('a', signal))
    const drawnTwice = keep('left', draw).bytes('b', other.signal)
    await Bun.sleep(0)
    one.abort()
    other.abort()
    const results = await Promise.allSettled([alone, pair[0], drawnTwice])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    drawings[0]?.resolve(picture)
    await first
    await until(() => drawings.length === 2)
    drawings[1]?.resolve(picture)
    expect(await pair[1]).toEqual(picture)
    expect(drawings).toHaveLength(2)
  })

  test('are drawn once, also across a restart, and again after a failure', async () => {
    const { keep, again } = await make()
    let drawCount = 0
    const draw = async () => {
      drawCount += 1
      return picture
    }
    await Promise.all(['a', 'a', 'b', 'a'].map(content => keep(content, draw).bytes('a', never)))
    await again()('a', draw).bytes('a', never)
    expect(drawCount).toBe(2)
    const failing = keep('c', () => Promise.reject(new Error('no memory')))
    await expect(failing.bytes('a', never)).rejects.toThrow('no memory')
    await keep('c', draw).bytes('a', never)
    expect(drawCount).toBe(3)
  })

  test('are cached up to a number of files and bytes', async () => {
    const draw = async () => picture
    for (const limits of [{ files: 3 }, { bytes: 3500 }]) {
      const { keep, listFiles } = await make(limits)
      for (let count = 0; count < 6; count += 1) await keep(`${count}`, draw).bytes('a', never)
      expect(listFiles()).toHaveLength(3)
    }
  })

  test('are served without caching when the disk is full', async () => {
    const { keep, listFiles } = await make({}, 1e9)
    expect(await keep('a', async () => picture).bytes('a', never)).toEqual(picture)
    expect(listFiles).toThrow('ENOENT')
  })
})

const metaOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(match => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  )

describe('the preview of a link', () => {
  test('has absolute addresses, a picture and a large card on the landing page', async () => {
    const { page } = await makeTestApp({ PUBLIC_URL: 'https://marina.example' })
    const html = await (await page('/')).text()
    expect(html).toContain('<link rel="canonical" href="https://marina.example/"')
    expect(metaOf(html)).toMatchObject({
      'og:url': 'https://marina.example/',
      'og:image': 'https://marina.example/og/site.png',
      'og:title': 'Fund the Catch. Share the Victory. · Reelstake',
      'twitter:card': 'summary_large_image',
    })
  })

  test('shows a crawler the tournament on the sign-in page', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, entry } = await addScene(db, { description: 'Five days offshore.' })
    const redirect = await page(`/tournament/${tournament}`)
    expect(redirect.status).toBe(302)
    const html = await (await page(redirect.headers.get('location') ?? '')).text()
    const meta = metaOf(html)
    expect(html).toContain('<title>Sign in · Reelstake</title>')
    expect(meta).toMatchObject({
      'og:title': 'White Marlin Open · Reelstake',
      'og:description': 'Five days offshore.',
    })
    expect(meta['og:image']).toStartWith(`${testOrigin}/og/tournament/${tournament}.png?v=`)
    expect(meta).not.toHaveProperty('og:url')
    expect(html).not.toContain('rel="canonical"')
    expect((await page((meta['og:image'] ?? '').replace(testOrigin, ''))).status).toBe(200)
    expect(metaOf(await (await page(`/login?next=/funding/${entry}`)).text())['og:title']).toBe(
      'Fund Reel Deal · Reelstake',
    )
  })

  test('has a new picture address after a change, because previews are cached for days', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, entry } = await addScene(db)
    const image = async () => metaOf(await (await page(`/kiosk/${tournament}`)).text())['og:image']
    const before = await image()
    expect(await image()).toBe(before)
    await setRaised(db, entry, 500_000)
    expect(await image()).not.toBe(before)
  })

  test.each([
    '/login?next=/tournament/nope',
    '/login?next=//elsewhere.example',
    '/login?next=/account',
    '/login',
  ])('has only the site’s name for %s', async path => {
    const { page } = await makeTestApp()
    const answer = await page(path)
    expect(answer.status).toBe(200)
    expect(metaOf(await answer.text())['og:title']).toBe('Sign in · Reelstake')
  })

  test('is shown above the form; from a QR code boats come first, then the sign-up', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, entry } = await addScene(db)
    const redirect = await page(`/funding/${entry}?from=qr`)
    const target = redirect.headers.get('location') ?? ''
    expect(target).toBe(`/login?mode=signup&next=${encodeURIComponent(`/funding/${entry}?from=qr`)}`)
    const aboveForm = async (path: string) => {
      const html = await (await page(path)).text()
      return html.slice(html.indexOf('<main'), html.indexOf('<form'))
    }
    expect(
      await page(`/tournament/${tournament}?from=qr`).then(answer => answer.headers.get('location')),
    ).toBe(`/tournament/${tournament}/boats?from=qr`)
    const boat = await aboveForm(target)
    for (const text of ['Create an account', 'Fund Reel Deal', 'White Marlin Open'])
      expect(boat).toContain(text)
    expect(await aboveForm(`/login?next=/tournament/${tournament}`)).toContain('White Marlin Open')
    expect(await aboveForm('/login?next=/account')).not.toContain('Where you are going')
    const { boat_id: boatId } = await db.selectFrom('entries').select('boat_id').executeTakeFirstOrThrow()
    expect(await aboveForm(`/login?next=/boat/${boatId}/crew`)).toContain('Join the Crew of Reel Deal')
  })

  test('reveals nothing that only the organiser may see', async () => {
    const { page, db } = await makeTestApp()
    const { tournament } = await addScene(db)
    const html = await (await page(`/login?next=/tournament/${tournament}/manage`)).text()
    expect(metaOf(html)['og:title']).toBe('Sign in · Reelstake')
  })
})
