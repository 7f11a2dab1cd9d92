import { expect, test } from 'bun:test'
import { slipStates } from '#contract/tournaments/slips.ts'
import { canBeConfirmed } from './slip-texts.ts'

const by = (role: string) => ({ at: '2026-06-06T19:00:00.000Z', role, name: 'Bo Cole' })

test('a captain confirms a fish once, while it can count', () => {
  const states = slipStates.filter(state => canBeConfirmed({ state, confirmations: [by('crew')] }))
  expect(states).toEqual(['standing', 'corrected'])
  expect(canBeConfirmed({ state: 'standing', confirmations: [by('captain')] })).toBe(false)
})
