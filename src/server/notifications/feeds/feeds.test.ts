import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { makeGate } from '#server/people/gate/gate.ts'
import { makeTestApp, type TestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addEntry, addScene, addSigned, addUpdate } from '../../../../tests/support/factories.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { category, one } from '../../../../tests/support/scoring.ts'
import { atomXml } from './feed.rules.ts'

/** Bun has no XML parser: HTMLRewriter reads elements, and this the well-formedness that a feed needs. */
function checkWellFormed(xml: string): void {
  const open: string[] = []
  for (const [, close, name = '', empty] of xml.matchAll(/<(\/)?([a-z]+)[^<>]*?(\/)?>/g))
    if (close) expect(open.pop()).toBe(name)
    else if (!empty) open.push(name)
  expect(open).toEqual([])
  const texts = xml.replace(/<[^<>]*>/g, '')
  expect(texts).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/)
}

const read = async ({ page }: TestApp, tournament: string, headers: Record<string, string> = {}) =>
  page(`/tournament/${tournament}/updates.atom`, { headers })

const all = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(match => match[1])

describe('the feed of a tournament', () => {
  test('names the latest event of the log about a fish, also one that changes no place', async () => {
    const cup = await makeRuledTournament({ categories: [category(one)] }, ['Reel Deal'])
    const tournament = cup.path.split('/').at(-1) ?? ''
    await cup.weigh('Reel Deal', { weight: 50 })
    const small = await cup.weigh('Reel Deal', { weight: 10 })
    await read(cup, tournament)
    await cup.call(`/api/catches/${small}/disqualification`, 'PUT', { reason: 'Two lines' })
    const { seq, hash } = await (await cup.page(`${cup.path}/log/head`)).json()
    expect(await (await read(cup, tournament)).text()).toContain(`Catch log ${seq}: ${hash}`)
  })

  test('says of a weigh-in that its fish or its boat is disqualified, and updates the entry', async () => {
    const cup = await makeRuledTournament({ categories: [category(one)] }, ['Reel Deal'])
    const tournament = cup.path.split('/').at(-1) ?? ''
    const fish = await cup.weigh('Reel Deal', { weight: 50 })
    const readEntry = async () => {
      const xml = await (await read(cup, tournament)).text()
      const [title] = all(xml, /<entry>.*?<title>(.*?)<\/title>/g)
      const [content] = all(xml, /<content type="text">(.*?)\n/g)
      return { title, content, updated: all(xml, /<updated>(.*?)<\/updated>/g)[1] }
    }
    const text = 'Reel Deal weighed in a catch of 50 lbs (Tuna) and is in first place.'
    const first = await readEntry()
    expect(first).toMatchObject({ title: `Reel Deal: ${text}`, content: text })
    const pass = () => {
      cup.setNow(cup.deps.now() + 60_000)
      return new Date(cup.deps.now()).toISOString()
    }
    for (const path of [`/api/catches/${fish}`, cup.entryOf('Reel Deal')]) {
      const outAt = pass()
      await cup.call(`${path}/disqualification`, 'PUT', { reason: 'Two lines' })
      const marked = `${text} Disqualified.`
      expect(await readEntry()).toEqual({ title: `Reel Deal: ${marked}`, content: marked, updated: outAt })
      const backAt = pass()
      await cup.call(`${path}/disqualification`, 'DELETE', { reason: 'One line' })
      expect(await readEntry()).toEqual({ ...first, updated: backAt })
    }
  })

  test('has updates and announcements, the latest first, with stable ids and absolute links', async () => {
    const site = await makeTestApp()
    const { boat, entry, organiser, tournament } = await addScene(site.db)
    const now = Date.now()
    const content = 'Fish on & "big" <b>one</b> \u0007'
    const update = await addUpdate(site.db, { entry_id: entry, content, created_at: now - 1000 })
    site.setDate(now)
    const path = `/api/tournaments/${tournament}/announcements`
    const json = { content: 'Weigh-in until 6 PM.', pinned: true }
    const { id } = await (await site.page(path, { json, cookie: organiser.cookie })).json()
    const response = await read(site, tournament)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    const xml = await response.text()
    checkWellFormed(xml)
    expect(all(xml, /<id>(.*?)<\/id>/g)).toEqual([tournament, id, update].map(each => `urn:uuid:${each}`))
    expect(all(xml, /<updated>(.*?)<\/updated>/g)).toEqual(
      [now, now, now - 1000].map(at => new Date(at).toISOString()),
    )
    expect(all(xml, /href="(.*?)"/g)).toEqual([
      `${testOrigin}/tournament/${tournament}`,
      `${testOrigin}/tournament/${tournament}/updates.atom`,
      `${testOrigin}/tournament/${tournament}`,
      `${testOrigin}/boat/${boat}`,
    ])
    expect(xml).toContain(
      '<content type="text">Fish on &amp; &quot;big&quot; &lt;b&gt;one&lt;/b&gt; </content>',
    )
    expect(xml).toContain('<author><name>')
  })

  test('answers 304 until something is posted, and changes with a corrected catch', async () => {
    const site = await makeTestApp()
    const { entry, organiser, tournament } = await addScene(site.db)
    const { cookie } = organiser
    const weigh = { json: { weight: 12, species: 'Tuna' }, cookie }
    const fish = await (await site.page(`/api/tournament-entries/${entry}/catches`, weigh)).json()
    const first = await read(site, tournament)
    const etag = first.headers.get('etag') ?? ''
    expect((await read(site, tournament, { 'if-none-match': etag })).status).toBe(304)
    site.setDate(Date.now() + 60_000)
    await site.page(`/api/catches/${fish.id}`, { method: 'PATCH', json: { weight: 13 }, cookie })
    const second = await read(site, tournament, { 'if-none-match': etag })
    expect(second.status).toBe(200)
    const [before, after] = [await first.text(), await second.text()]
    expect(after).toContain('13 lbs')
    expect(all(after, /<id>(.*?)<\/id>/g)).toEqual(all(before, /<id>(.*?)<\/id>/g))
    expect(all(after, /<updated>(.*?)<\/updated>/g)).not.toEqual(all(before, /<updated>(.*?)<\/updated>/g))
  })

  test('has a copy of a public log with each weigh-in', async () => {
    const site = await makeTestApp()
    const { entry, organiser, tournament } = await addScene(site.db, { public_log: 1 })
    await addUpdate(site.db, { entry_id: entry, content: 'Lines in' })
    const json = { weight: 12, species: 'Tuna' }
    await site.page(`/api/tournament-entries/${entry}/catches`, { json, cookie: organiser.cookie })
    const { hash } = await (await site.page(`/api/tournaments/${tournament}/log/head`)).json()
    const xml = await (await read(site, tournament)).text()
    expect(all(xml, /(Catch log .*)<\/content>/g)).toEqual([`Catch log 1: ${hash}`])
  })

  test('has at most 50 entries, and is valid without any', async () => {
    const site = await makeTestApp()
    const { tournament } = await addScene(site.db)
    const empty = await (await read(site, tournament)).text()
    checkWellFormed(empty)
    expect(all(empty, /<(entry)>/g)).toEqual([])
    expect(all(empty, /<updated>(.*?)<\/updated>/g)).toHaveLength(1)
    const entry = await addEntry(site.db, { tournament_id: tournament })
    for (let n = 0; n < 60; n += 1) await addUpdate(site.db, { entry_id: entry })
    expect(all(await (await read(site, tournament)).text(), /<(entry)>/g)).toHaveLength(50)
  })

  test('answers 404 for none, and leads from the tournament’s page', async () => {
    const site = await makeTestApp()
    const { tournament } = await addScene(site.db)
    const me = await addSigned(site.db)
    expect((await read(site, newId())).status).toBe(404)
    expect((await read(site, 'x')).status).toBe(404)
    const html = await (await site.page(`/tournament/${tournament}`, { cookie: me.cookie })).text()
    const link = /<link rel="alternate" type="application\/atom\+xml"[^>]*href="([^"]*)"/.exec(html)
    expect(link?.[1]).toBe(`/tournament/${tournament}/updates.atom`)
  })

  test('of a locked site needs the tournament’s pass, until 30 days after its end', async () => {
    const site = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring' })
    site.setNow(Date.now())
    const { tournament } = await addScene(site.db)
    const other = await addScene(site.db)
    const gate = makeGate('herring', site.deps.keys)
    const get = (pass: string) => site.page(`/tournament/${tournament}/updates.atom${pass}`)
    const cookie = `gate=${gate.cookieValue}`
    for (const rejection of [
      await get(''),
      await get(`?pass=${gate.passOf(other.tournament)}`),
      await site.page(`/tournament/${tournament}/updates.atom`, { cookie }),
    ])
      expect([rejection.status, (await rejection.json()).error]).toEqual([403, 'site_locked'])
    const response = await get(`?pass=${gate.passOf(tournament)}`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, max-age=60'])
    expect(await response.text()).toContain(`updates.atom?pass=${gate.passOf(tournament)}`)
    site.setNow(Date.now() + 30 * day)
    expect((await get(`?pass=${gate.passOf(tournament)}`)).status).toBe(200)
    site.setNow(Date.now() + 32 * day)
    expect((await get(`?pass=${gate.passOf(tournament)}`)).status).toBe(403)
  })
})

test('a text that is no XML becomes well-formed', () => {
  const nasty = ']]><script>&amp;\u0000\ufffe\ud800"\''
  const entry = {
    id: 'a',
    title: nasty,
    text: nasty,
    link: 'https://x/?a=1&b=2',
    publishedAt: 0,
    updatedAt: 0,
  }
  const feed = {
    id: 'b',
    title: nasty,
    subtitle: nasty,
    author: nasty,
    link: 'https://x/',
    self: 'https://x/',
    createdAt: 0,
  }
  checkWellFormed(atomXml({ ...feed, entries: [entry] }))
})
