import { expect, test } from 'bun:test'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { load, makeQueryClient, type PagesQuery, pagedList } from '#client/lib/query.tsx'
import { nextOf, type PageOf } from '#client/lib/request.ts'
import { invalidate } from './invalidate.ts'
import { pagesQuery } from './query.ts'

const start = '/api/boats?limit=2'

/** Five names in pages of two. */
function makeList() {
  const names = ['e', 'd', 'c', 'b', 'a']
  const paths: string[] = []
  const client = makeQueryClient(async (path, _, isPage): Promise<PageOf<string>> => {
    paths.push(path)
    expect(isPage).toBe(true)
    const from = Number(new URL(path, 'http://list').searchParams.get('cursor') ?? 0)
    const next = from + 2 < names.length ? `${start}&cursor=${from + 2}` : null
    return { items: names.slice(from, from + 2), next }
  })
  const query: PagesQuery<string> = {
    queryKey: pagesQuery('GET /api/boats', { query: { limit: 2 } }).queryKey,
    initialPageParam: start,
    getNextPageParam: nextOf,
  }
  const observer = new InfiniteQueryObserver(client, query)
  const list = () => {
    const { data, ...result } = observer.getCurrentResult()
    if (!data) throw new Error('The list is not loaded.')
    return pagedList<string>({ ...result, data })
  }
  return { names, paths, client, query, observer, list }
}

test('a list follows the Link header to its end', async () => {
  const { client, query, observer, paths, list } = makeList()
  await load(client, query)
  observer.subscribe(() => {})
  expect(list()).toMatchObject({ items: ['e', 'd'], hasMore: true, more: 'idle' })
  expect(await list().loadMore()).toBe(true)
  expect(await list().loadMore()).toBe(false)
  expect(list()).toMatchObject({ items: ['e', 'd', 'c', 'b', 'a'], hasMore: false })
  expect(paths).toEqual([start, `${start}&cursor=2`, `${start}&cursor=4`])
})

test('a change of the list reads the shown pages again, and only those', async () => {
  const { client, query, observer, paths, list, names } = makeList()
  await load(client, query)
  observer.subscribe(() => {})
  await list().loadMore()
  names.unshift('f')
  paths.length = 0
  await invalidate(client, ['/api/boats'])
  expect(list().items).toEqual(['f', 'e', 'd', 'c'])
  expect(paths).toEqual([start, `${start}&cursor=2`])
})

test('"Show more" during a refetch waits for it and then reads the next page', async () => {
  const { client, query, observer, list, names } = makeList()
  await load(client, query)
  observer.subscribe(() => {})
  names.unshift('f')
  const invalidation = invalidate(client, ['/api/boats'])
  await list().loadMore()
  await invalidation
  expect(list().items).toEqual(['f', 'e', 'd', 'c'])
})

test('a server-rendered page is not fetched again', async () => {
  const server = makeList()
  await load(server.client, server.query)
  const browser = makeList()
  const { queryKey } = server.query
  browser.client.setQueryData(queryKey, JSON.parse(JSON.stringify(server.client.getQueryData(queryKey))))
  browser.observer.subscribe(() => {})
  expect(browser.list().items).toEqual(['e', 'd'])
  expect(browser.paths).toEqual([])
})
