import { expect, test } from 'bun:test'
import { minute } from '#contract/time.ts'
import { codeText, sideViews } from './side-views.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const updatesAgo = (minutesAgo: number) => [{ createdAt: new Date(now - minutesAgo * minute).toISOString() }]
const both = { hasClip: true, hasFunding: true }

test.each([
  ['a new update displaces the rest', { ...both, updates: updatesAgo(4) }, ['updates']],
  ['later all take turns', { ...both, updates: updatesAgo(5) }, ['updates', 'clip', 'funding']],
  ['an empty list of updates has no turn', { ...both, updates: [] }, ['clip', 'funding']],
  ['but is better than nothing', { updates: [], hasClip: false, hasFunding: false }, ['updates']],
] as const)('%s', (_, facts, views) => {
  expect(sideViews(facts, now)).toEqual([...views])
})

test('the code asks for backers only while a boat takes fundings', () => {
  const [open, closed] = [{ fundingOpen: true }, { fundingOpen: false }]
  expect(codeText({ status: 'active', entries: [closed, open] })).toBe('Scan to back a boat')
  expect(codeText({ status: 'active', entries: [closed] })).toBe('Scan to follow the boats')
  expect(codeText({ status: 'upcoming', entries: [] })).toBe('Scan to follow the boats')
  expect(codeText({ status: 'completed', entries: [closed] })).toBe('Scan to see the results')
  expect(codeText({ status: 'cancelled', entries: [open] })).toBe('Scan for the details')
})
