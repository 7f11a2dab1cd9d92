import { expect, test } from 'bun:test'
import { QueryObserver } from '@tanstack/react-query'
import { makeQueryClient } from '#client/lib/query.tsx'
import type { Anglers } from '#contract/tournaments/rulings.ts'
import { until } from '../../../../tests/support/until.ts'
import { anglersQuery } from './rules.ts'

test('a list of anglers that opens again begins with what another person added meanwhile', async () => {
  let answer: Anglers = { anglers: [] }
  const client = makeQueryClient(() => Promise.resolve(answer))
  const open = () => new QueryObserver(client, anglersQuery('reel-deal'))
  const first = open()
  const close = first.subscribe(() => {})
  await until(() => first.getCurrentResult().data)
  close()
  await until(() => client.getQueryCache().getAll().length === 0)
  answer = { anglers: [{ id: 'a', name: 'Bo Cole', divisions: [] }] }
  const second = open()
  expect(second.getCurrentResult().data).toBeUndefined()
  const closeAgain = second.subscribe(() => {})
  await until(() => second.getCurrentResult().data)
  expect(second.getCurrentResult().data).toEqual(answer)
  closeAgain()
})
