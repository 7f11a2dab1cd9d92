import { describe, expect, test } from 'bun:test'
import { everything, staleHeader } from '#contract/event-stream.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import { addScene } from '../../../tests/support/factories.ts'
import { makeScene } from '../../../tests/support/scene.ts'
import { stalePaths } from './stale-paths.ts'

describe('stale paths', () => {
  test('are none without changes, and all when the changes are unknown or a person was banned', () => {
    expect(stalePaths(new Map(), 10)).toEqual([])
    expect(stalePaths(null, 10)).toEqual([everything])
    expect(stalePaths(new Map([['users on update of banned_at', ['']]]), 10)).toEqual([everything])
  })

  test('name the subjects of the rows, or all when a part does not tell them', () => {
    const staff = stalePaths(new Map([['staff', ['', 'tournaments/7']]]), 10)
    expect(staff).toContain('/api/tournaments/7/staff')
    expect(staff).not.toContain('/api/tournaments/7')
    expect(stalePaths(new Map([['staff', ['', 'tournaments/7']]]), 0)).toContain('/api/tournaments/:id/staff')
    const crew = stalePaths(new Map([['crew_videos', ['']]]), 10)
    expect(crew).toContain('/api/tournament-entries/:id/crew-posts')
  })
})

const staleOf = (response: Response) => response.headers.get(staleHeader)?.split(' ') ?? []

describe('the answer to a mutation', () => {
  test('names nothing when it is refused, nor does a read', async () => {
    const { page, stranger, weighIn } = await makeScene()
    const response = await weighIn(10, stranger.cookie)
    expect([response.status, staleOf(response)]).toEqual([403, []])
    expect(staleOf(await page('/api/tournaments'))).toEqual([])
  })

  test('names what it changed', async () => {
    const { weighIn } = await makeScene()
    const stale = staleOf(await weighIn())
    for (const path of ['/api/tournaments/:id', '/api/tournaments/:id/desk', '/api/tournament-updates'])
      expect(stale).toContain(path)
    expect(stale).not.toContain('/api/boats')
  })

  test('names private lists, which open pages of others do not hear of', async () => {
    const { page, db } = await makeTestApp()
    const { boat, stranger } = await addScene(db)
    const response = await page(`/api/boats/${boat}/follow`, { method: 'PUT', cookie: stranger.cookie })
    expect(staleOf(response)).toContain('/api/follows')
  })
})
