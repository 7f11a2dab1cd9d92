import { expect, test } from 'bun:test'
import { isId } from '#contract/ids.ts'
import { clientId } from './client-id.ts'

test('is an id as the server takes it, of version 4, never the same', () => {
  const ids = Array.from({ length: 1000 }, clientId)
  for (const id of ids) {
    expect(isId(id)).toBe(true)
    expect(id).toMatch(/^.{14}4.{4}[89ab]/)
  }
  expect(new Set(ids).size).toBe(1000)
})
