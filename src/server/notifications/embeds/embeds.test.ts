import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { makeGate } from '#server/people/gate/gate.ts'
import { makeTestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addRuledTournament } from '../../../../tests/support/billfish-tournament.ts'
import { addEntry, addScene, addSigned, addStaff } from '../../../../tests/support/factories.ts'

const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

describe('an embedded leaderboard', () => {
  test('may be framed by any site, is cacheable, and has no cookie, inline code or React', async () => {
    const { db, page } = await makeTestApp()
    const { tournament } = await addScene(db)
    const response = await page(`/embed/${tournament}`, { cookie: 'sid=whatever; theme=dark' })
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toContain("default-src 'none'")
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toBe('public, max-age=10, stale-while-revalidate=60')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    const html = await response.text()
    expect(html).toStartWith('<!DOCTYPE html>')
    expect(html.match(/<script[^>]*>[^<]*/g)).toEqual(['<script src="/assets/embed.js" defer="">'])
    expect(html).not.toMatch(/data-theme|style="/)
    const etag = response.headers.get('etag') ?? ''
    expect((await page(`/embed/${tournament}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('is the only page that may be framed', async () => {
    const { db, page } = await makeTestApp()
    const { organiser, tournament } = await addScene(db)
    for (const path of [
      '/',
      `/tournament/${tournament}`,
      `/kiosk/${tournament}`,
      '/login',
      '/embed',
      '/embedded',
    ]) {
      const { headers } = await page(path, { cookie: organiser.cookie })
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('shows times in the zone of the rules, in UTC without rules', async () => {
    const { db, page, setNow } = await makeTestApp()
    const { id: by } = await addSigned(db)
    // The clocks in New York go forward during the tournament.
    const start = Date.parse('2027-03-13T03:30:00Z')
    setNow(start - day)
    const read = async (values: Parameters<typeof addRuledTournament>[1]) => {
      const { tournament } = await addRuledTournament(db, values, {}, { ends_at: start + 2 * day })
      return textOf(await (await page(`/embed/${tournament}`)).text())
    }
    const ruled = await read({ start, by })
    expect(ruled).toContain('Mar 12–14, 2027')
    expect(ruled).toContain('Starts Mar 12, 2027, 10:30 PM EST.')
    const unruled = await read({ start, by, rules: null })
    expect(unruled).toContain('Mar 13–15, 2027')
    expect(unruled).toContain('Starts Mar 13, 2027, 3:30 AM UTC.')
  })

  test('says after the end that there was no catch', async () => {
    const { db, page } = await makeTestApp()
    const read = async (ends: number) => {
      const { tournament } = await addScene(db, { starts_at: Date.now() - 2 * day, ends_at: ends })
      return textOf(await (await page(`/embed/${tournament}`)).text())
    }
    expect(await read(Date.now() + day)).toContain('No catches yet.')
    expect(await read(Date.now() - day)).toContain('No catches.')
  })

  test('shows the standings as they change, and the theme of the address', async () => {
    const { db, page } = await makeTestApp()
    const { entry, organiser, tournament } = await addScene(db)
    await addEntry(db, { tournament_id: tournament }, { name: 'Knot <Today>' })
    const read = async (query = '') => (await page(`/embed/${tournament}${query}`)).text()
    const before = textOf(await read())
    expect(before).toContain('No catches yet.')
    const json = { weight: 412.5, species: 'Blue Marlin' }
    await page(`/api/tournament-entries/${entry}/catches`, { json, cookie: organiser.cookie })
    const after = await read('?theme=dark')
    expect(textOf(after)).toContain('Reel Deal Ana Reyes 412.5 lbs Blue Marlin')
    expect(after).toContain('Knot &lt;Today&gt;')
    expect(after).toContain('data-theme="dark"')
    expect(after).toMatch(
      new RegExp(`href="${testOrigin}/tournament/${tournament}" target="_blank" rel="noopener"`),
    )
    expect(await read('?theme="><script>')).not.toContain('data-theme')
  })

  test('says what state the tournament is in', async () => {
    const { db, page } = await makeTestApp()
    const now = Date.now()
    const read = async (id: string) => textOf(await (await page(`/embed/${id}`)).text())
    const upcoming = await addScene(db, { starts_at: now + day, ends_at: now + 2 * day })
    expect(await read(upcoming.tournament)).toMatch(/Starts \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC\./)
    const over = await addScene(db, { starts_at: now - 2 * day, ends_at: now - day })
    expect(await read(over.tournament)).toContain('Completed')
    const cancelled = await addScene(db, { cancelled_at: now, cancel_reason: 'Storm warning.' })
    expect(await read(cancelled.tournament)).toContain('This tournament was cancelled. Storm warning.')
    expect(await read(cancelled.tournament)).not.toContain('Reel Deal')
    for (const none of [newId(), 'x']) {
      const response = await page(`/embed/${none}`)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(textOf(await response.text())).toContain('Tournament not found')
    }
  })

  test('lists twenty boats, and counts the others', async () => {
    const { db, page } = await makeTestApp()
    const { tournament } = await addScene(db)
    for (let n = 0; n < 22; n += 1) await addEntry(db, { tournament_id: tournament })
    const html = await (await page(`/embed/${tournament}`)).text()
    expect(html.match(/<li/g)).toHaveLength(20)
    expect(textOf(html)).toContain('And 3 more boats.')
  })

  test('of a locked site needs the tournament’s pass, which its link keeps', async () => {
    const site = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring' })
    site.setNow(Date.now())
    const { tournament } = await addScene(site.db)
    const gate = makeGate('herring', site.deps.keys)
    const rejection = await site.page(`/embed/${tournament}`, { cookie: `gate=${gate.cookieValue}` })
    expect(rejection.status).toBe(403)
    expect(textOf(await rejection.text())).toContain('This leaderboard is locked')
    expect(rejection.headers.get('content-security-policy')).toContain('frame-ancestors *')
    const response = await site.page(`/embed/${tournament}?pass=${gate.passOf(tournament)}`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'private, max-age=10, stale-while-revalidate=60',
    ])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.text()).toContain(`/tournament/${tournament}?pass=${gate.passOf(tournament)}"`)
  })
})

describe('GET /api/tournaments/:id/embed', () => {
  test('tells organiser and co-organiser the addresses, with a pass if the site is locked', async () => {
    const site = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring' })
    const { organiser, tournament, stranger } = await addScene(site.db)
    const gate = makeGate('herring', site.deps.keys)
    const { ends_at } = await site.db.selectFrom('tournaments').select('ends_at').executeTakeFirstOrThrow()
    const co = await addStaff(site.db, { tournament_id: tournament, role: 'co-organiser' })
    const master = await addStaff(site.db, { tournament_id: tournament, role: 'weigh-master' })
    const ask = (cookie: string) =>
      site.page(`/api/tournaments/${tournament}/embed`, { cookie: `${cookie}; gate=${gate.cookieValue}` })
    for (const { cookie } of [stranger, master, await addSigned(site.db)])
      expect((await ask(cookie)).status).toBe(403)
    const query = `?pass=${gate.passOf(tournament)}`
    for (const { cookie } of [organiser, co])
      expect(await (await ask(cookie)).json()).toEqual({
        leaderboard: `${testOrigin}/embed/${tournament}${query}`,
        feed: `${testOrigin}/tournament/${tournament}/updates.atom${query}`,
        passEndsAt: new Date(ends_at + 30 * 86_400_000).toISOString(),
      })
  })

  test('is part of the page that the server renders, with a pass if the site is locked', async () => {
    const site = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring' })
    const { organiser, tournament } = await addScene(site.db)
    const gate = makeGate('herring', site.deps.keys)
    const html = await (
      await site.page(`/tournament/${tournament}/manage?section=integrations`, {
        cookie: `${organiser.cookie}; gate=${gate.cookieValue}`,
      })
    ).text()
    expect(html).toContain(`updates.atom?pass=${gate.passOf(tournament)}`)
    expect(textOf(html)).toContain('anyone who reads that page can open this site until')
    expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
  })
})
