import { describe, expect, spyOn, test } from 'bun:test'
import { RequestError } from '#client/lib/request.ts'
import { findRoute } from '#client/routes.ts'
import { ApiError } from '#server/http/errors.ts'
import { anonymousBoot } from '../../../tests/support/anonymous-boot.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import {
  addBoat,
  addEntry,
  addSigned,
  addTournament,
  setRules,
  upcoming,
} from '../../../tests/support/factories.ts'
import { heaviestRules } from '../../../tests/support/protest-world.ts'
import { renderPage } from './render.tsx'

/** The buttons that work in fallbacks of parts that the server could not render: the browser replaces them. */
function buttonsInFallbacks(html: string): string[] {
  const buttons: string[] = []
  const isFallback: boolean[] = []
  for (const [part, mark] of html.matchAll(/<!--(\$[!?~]?|\/\$)-->|<button.*?<\/button>/gs)) {
    if (mark === '/$') isFallback.pop()
    else if (mark !== undefined) isFallback.push(mark === '$!')
    else if (isFallback.includes(true) && !/^<button[^>]* disabled=""/.test(part))
      buttons.push(part.replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, ''))
  }
  return buttons
}

async function addScene() {
  const testApp = await makeTestApp()
  const { db } = testApp
  const captain = await addSigned(db)
  const tournament = await addTournament(db, upcoming())
  await setRules(db, tournament, heaviestRules(), captain.id)
  const boat = await addBoat(db, { owner_id: captain.id, name: 'Reel Deal' })
  const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat })
  /** @param beforeCall waits before a query's answer, or throws */
  const renderWith = async (path: string, beforeCall: (path: string) => unknown) => {
    const { route, params } = findRoute(path, true)
    const { html } = await renderPage({
      route,
      boot: {
        ...anonymousBoot,
        params,
        viewer: {
          id: captain.id,
          email: 'ana@example.com',
          firstName: 'Ana',
          lastName: null,
          profileImageUrl: null,
        },
      },
      nonce: 'n',
      entry: '/assets/entry.js',
      async fetcher(path, _signal, isPage) {
        await beforeCall(path.split('?')[0] ?? path)
        const answer = await (await testApp.page(path, { cookie: captain.cookie })).json()
        return isPage ? { items: answer, next: null } : answer
      },
      log: testApp.deps.log,
      signal: new AbortController().signal,
    })
    return html.first
  }
  /** @param failing end of the path of the query that fails */
  const render = async (path: string, failing: string) => {
    const failures: string[] = []
    const html = await renderWith(path, called => {
      if (!called.endsWith(failing)) return
      failures.push(called)
      throw new RequestError(500, '', '')
    })
    expect(failures).not.toEqual([])
    return html
  }
  return { db, tournament, boat, entry, render, renderWith }
}

test.each([
  ['the viewer’s role', '/role'],
  ['the rules', '/rules'],
])('%s is missing: the browser replaces no form of the tournament’s page', async (_name, failing) => {
  const { tournament, render } = await addScene()
  const html = await render(`/tournament/${tournament}`, failing)
  for (const button of ['Enter a Boat', 'Change Goal and Share', 'Withdraw']) expect(html).toContain(button)
  expect(buttonsInFallbacks(html)).toEqual([])
})

test('the entries of a boat are missing: the browser replaces no button that follows it', async () => {
  const { boat, render } = await addScene()
  expect(buttonsInFallbacks(await render(`/boat/${boat}`, '/entries'))).toEqual(['Share'])
})

test('who is an insider is missing: there is no form to fund with, whose text or receipt would be lost', async () => {
  const { entry, render } = await addScene()
  const html = await render(`/funding/${entry}`, '/insider')
  expect(html).toContain('Fund Reel Deal')
  expect(html).not.toContain('Message for the Captain')
})

test('the boats of others don’t move what is below them, also when they are read late', async () => {
  const { db, renderWith } = await addScene()
  await addBoat(db, { name: 'Lady Luck' })
  // Loads what the page needs.
  await renderWith('/boats', () => null)
  const html = await renderWith('/boats', path =>
    path.endsWith('/tournament-boats') ? Bun.sleep(500) : null,
  )
  expect(html).toContain('Lady Luck')
})

describe('the subject of a page without React', () => {
  const pages = ['boats', 'rules', 'board']

  test('is not missing when it could not be read: the page answers 503 or 500, since nothing reads it again', async () => {
    const { page, deps, db } = await makeTestApp()
    const tournament = await addTournament(db)
    using reading = spyOn(deps.catalog, 'find')
    const busy = new ApiError('unavailable', 'The site is busy right now.')
    for (const [error, status] of [
      [busy, 503],
      [new Error('a fault'), 500],
    ] as const) {
      reading.mockRejectedValue(error)
      for (const name of pages) {
        const answer = await page(`/tournament/${tournament}/${name}`)
        expect([name, answer.status, answer.headers.has('retry-after')]).toEqual([
          name,
          status,
          status === 503,
        ])
        expect(await answer.text()).not.toMatch(/Not Found/i)
      }
    }
  })

  test('includes the version of the rules: an unknown one answers 404', async () => {
    const { page, db } = await makeTestApp()
    const tournament = await addTournament(db)
    const read = async (query: string) => {
      const answer = await page(`/tournament/${tournament}/rules${query}`)
      return [answer.status, (await answer.text()).includes('There is no such version.')]
    }
    expect(await read('')).toEqual([200, false])
    expect(await read('?number=99')).toEqual([404, true])
  })
})
