import { expect, test } from 'bun:test'
import { boatChoicesQuery } from '#client/boats/api/boats.ts'
import { isOfflineRead } from './offline-reads.ts'

const isStored = (path: string) => isOfflineRead(new URL(path, 'https://marina.example'))

test('the newest boats are stored for offline use, searches of boats are not', () => {
  expect(isStored(boatChoicesQuery('').queryKey[0])).toBe(true)
  expect(isStored(boatChoicesQuery('nina').queryKey[0])).toBe(false)
})

test('posts and the boat assignment are stored, uploads and other reads are not', () => {
  for (const path of ['/api/crew/posts?limit=20', '/api/crew/posts/1', '/api/crew/assignment'])
    expect(isStored(path)).toBe(true)
  for (const path of ['/api/crew/videos', '/files/1', '/api/tournaments']) expect(isStored(path)).toBe(false)
})
