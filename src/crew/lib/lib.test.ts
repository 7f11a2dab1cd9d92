import { describe, expect, test } from 'bun:test'
import { findRoute } from '#client/routes.ts'
import { limits } from '#contract/limits.ts'
import { fillShell, isShell, shellRequestId } from './shell-document.ts'
import { checkLength, lengthError } from './video-length.ts'
import { tabOf, viewAt } from './views.ts'

describe('a view', () => {
  const addresses: [string, string, object, string][] = [
    ['/crew', '', { name: 'capture' }, 'capture'],
    ['/crew/', '', { name: 'capture' }, 'capture'],
    ['/crew/queue', '', { name: 'queue' }, 'queue'],
    ['/crew/posts', '', { name: 'posts', tag: null }, 'posts'],
    ['/crew/posts', '?tag=Run', { name: 'posts', tag: 'Run' }, 'posts'],
    ['/crew/posts', '?tag=Nonsense', { name: 'posts', tag: null }, 'posts'],
    ['/crew/posts/a%2Fb', '', { name: 'post', id: 'a/b' }, 'posts'],
    ['/crew/posts/%E0%A4%A', '', { name: 'post', id: '%E0%A4%A' }, 'posts'],
    ['/crew/posts/1/edit', '', { name: 'edit', id: '1' }, 'posts'],
    ['/crew/compose/7', '', { name: 'compose', itemId: '7' }, 'queue'],
    ['/crew/compose', '', { name: 'queue' }, 'queue'],
    ['/crew/live', '', { name: 'live' }, 'live'],
    ['/crew/settings', '', { name: 'settings' }, 'settings'],
  ]
  for (const [path, search, view, tab] of addresses)
    test(`is found at ${path}${search}, below the tab ${tab}`, () => {
      const result = viewAt(path, search)
      expect<unknown>(result).toEqual(view)
      expect(tabOf(result)).toBe(tabOf(viewAt(tab === 'capture' ? '/crew' : `/crew/${tab}`, '')))
    })

  test('is a page of its own to the server: back, reload and deep links work', () => {
    for (const path of [
      '/crew',
      '/crew/queue',
      '/crew/posts',
      '/crew/posts/1',
      '/crew/posts/1/edit',
      '/crew/compose/7',
      '/crew/live',
      '/crew/settings',
    ])
      expect(findRoute(path, true).route).toMatchObject({ id: 'crew', access: 'member' })
    expect(findRoute('/crew/nothing', true).route.id).toBe('not-found')
  })
})

describe('the stored shell', () => {
  const boot = { route: 'crew', viewer: null, now: 1, search: '?a', params: { id: '7' }, requestId: 'r' }
  const shell = `<!DOCTYPE html><html lang="en" data-theme="light"><head></head><body><script type="application/json" id="boot" nonce="n">${JSON.stringify(boot)}</script></body></html>`
  const viewer = {
    id: 'u1',
    email: 'ana@example.com',
    firstName: '</script><script>alert(1)',
    lastName: '$& $1',
    profileImageUrl: null,
  }
  const html = fillShell(shell, { viewer, sessionEndsAt: '2026-11-22T00:00:00.000Z', theme: 'dark' }, 99)

  test('is filled in with who, when and which theme, and says that it is stored', () => {
    const json = /id="boot"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual({
      route: 'crew',
      viewer,
      sessionEndsAt: '2026-11-22T00:00:00.000Z',
      theme: 'dark',
      now: 99,
      search: '',
      params: {},
      requestId: shellRequestId,
    })
    expect(html).toContain('<html lang="en" data-theme="dark">')
  })

  test('cannot be broken out of by a name', () => {
    expect(html.match(/<script/g)).toHaveLength(1)
  })

  test('loses its theme for the system’s', () => {
    expect(fillShell(shell, { viewer, sessionEndsAt: null, theme: null }, 1)).toContain('<html lang="en">')
  })

  test('is told from the gate and from the way to sign in', () => {
    expect(isShell(shell)).toBe(true)
    expect(isShell(shell.replace('"route":"crew"', '"route":"gate"'))).toBe(false)
    expect(isShell('<html></html>')).toBe(false)
  })
})

test('checkLength rounds to the nearest second, as tolerant as the server', () => {
  const { videoMax } = limits
  const result = (seconds: number) => checkLength(seconds).result
  expect([9.4, 9.49].map(result)).toEqual(['too-short', 'too-short'])
  expect([9.5, 10, videoMax, videoMax + 0.4].map(result)).toEqual(['fine', 'fine', 'fine', 'fine'])
  expect([videoMax + 0.5, videoMax + 30].map(result)).toEqual(['too-long', 'too-long'])
  expect([9.2, 30, videoMax + 1].map(seconds => lengthError(checkLength(seconds)))).toEqual([
    {
      title: 'Video Too Short',
      description: 'Videos must be at least 10 seconds. This was 9 seconds.',
    },
    null,
    {
      title: 'Video Too Long',
      description: `Videos must be less than ${videoMax} seconds. This was ${videoMax + 1} seconds.`,
    },
  ])
})
