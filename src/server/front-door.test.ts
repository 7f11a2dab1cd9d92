import { describe, expect, test } from 'bun:test'
import { renderBuilt } from '../../scripts/prerender.tsx'
import { makeTestApp, testOrigin } from '../../tests/support/app.ts'
import { makeTestDoor } from '../../tests/support/door.ts'
import { addSigned, addTournament } from '../../tests/support/factories.ts'
import { makeSite } from './app.ts'
import { makeGate } from './features/gate/gate.ts'
import { noAssets } from './web/assets.ts'
import * as pageKit from './web/page-kit.ts'

const { gate, landing, landingRest } = await renderBuilt(pageKit, noAssets)
const assets = {
  ...noAssets,
  built: { gate: () => gate, landing: () => landing, landingRest: () => landingRest },
}

/** A server that has just started. */
async function start({ password = null as string | null, isBuilt = true } = {}) {
  const { deps, db } = await makeTestApp()
  const settings = {
    gate: password === null ? null : makeGate(password, deps.keys),
    assets: isBuilt ? assets : noAssets,
  }
  const seen = { loads: 0 }
  const door = makeTestDoor(deps, settings, makeSite(deps, settings), () => {
    seen.loads += 1
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    Promise.resolve(door.fetch(new Request(`${testOrigin}${path}`, { method, headers }), {}))
  return { db, door, get, seen, settings }
}

const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? 'none'

describe('the front door of a locked site', () => {
  test('shows the gate before the program is loaded', async () => {
    const { get, seen } = await start({ password: 'tuna' })
    const response = await get('/', { cookie: 'theme=dark' })
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    const html = await response.text()
    expect(html).toContain('data-theme="dark"')
    expect(html).toContain(`nonce="${nonceOf(response)}"`)
    expect(html).not.toContain('Fund the Catch')
    expect(seen.loads).toBe(0)
  })

  test('shows nobody else’s page to a wrong cookie, and the landing page to the right one', async () => {
    const { get, settings } = await start({ password: 'tuna' })
    expect(await (await get('/', { cookie: 'gate=tuna' })).text()).not.toContain('Fund the Catch')
    const cookie = `gate=${settings.gate?.cookieValue}`
    expect(await (await get('/', { cookie })).text()).toContain('Fund the Catch')
  })

  test('403 from the program for a call', async () => {
    const { get, seen } = await start({ password: 'tuna' })
    expect((await get('/api/tournaments')).status).toBe(403)
    expect(seen.loads).toBe(1)
  })
})

describe('the front door of an open site', () => {
  test('sends the frame of the landing page first, and then loads what brings the tournaments', async () => {
    const { db, get, seen } = await start()
    await addTournament(db, { name: 'Leap Day Wahoo Cup' })
    const response = await get('/')
    expect([response.status, seen.loads]).toEqual([200, 0])
    expect(response.headers.get('x-request-id')).not.toBeNull()
    const reader = response.body?.getReader()
    if (!reader) throw new Error('no body')
    const frame = new TextDecoder().decode((await reader.read()).value)
    expect([frame.includes('Fund the Catch'), frame.includes('Leap Day')]).toEqual([true, false])
    expect([frame.includes('</html>'), seen.loads]).toEqual([false, 0])
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read())
      rest += new TextDecoder().decode(part.value)
    expect(rest).toContain('Leap Day Wahoo Cup')
    expect(rest.endsWith('</body></html>')).toBe(true)
    expect(seen.loads).toBe(1)
    const nonces = [...(frame + rest).matchAll(/<script[^>]* nonce="([^"]*)"/g)].map(([, nonce]) => nonce)
    expect(new Set(nonces)).toEqual(new Set([nonceOf(response)]))
    expect(frame + rest).not.toMatch(/<script(?![^>]* nonce=)/)
    expect(frame).toContain(`<link rel="canonical" href="${testOrigin}/"/>`)
  })

  test('leaves the rest of its page when the visitor does', async () => {
    const { get, seen } = await start()
    await (await get('/')).body?.cancel()
    expect(seen.loads).toBe(0)
  })

  test('leaves everything else to the program, which it loads once', async () => {
    const { db, get, seen } = await start()
    const { cookie } = await addSigned(db)
    const answers = await Promise.all([
      get('/login'),
      get('/api/tournaments'),
      get('/', { cookie }),
      get('/', { authorization: 'Bearer x' }),
      get('/', {}, 'HEAD'),
      get('/nowhere'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404])
    expect(await answers[2]?.text()).toContain('"route":"home"')
    expect(seen.loads).toBe(1)
  })

  test('stands open once the program is there: its pages come whole', async () => {
    const { db, door, get } = await start()
    await addTournament(db, { name: 'Leap Day Wahoo Cup' })
    expect(door.opened()).toBeNull()
    await door.open()
    const html = await (await get('/')).text()
    expect(html).toContain('Leap Day Wahoo Cup')
    expect(html).not.toContain('<template id="B:')
  })

  test('does without what no build has rendered', async () => {
    const { get, seen } = await start({ isBuilt: false })
    expect(await (await get('/')).text()).toContain('Fund the Catch')
    expect(seen.loads).toBe(1)
  })
})
