import { expect, test } from 'bun:test'
import { slipStates } from '#contract/tournaments/slips.ts'
import { canBeConfirmed, changeTexts } from './slip-texts.ts'

const by = (role: string) => ({ at: '2026-06-06T19:00:00.000Z', role, name: 'Bo Cole' })

test('a captain confirms a fish once, while it can count', () => {
  const states = slipStates.filter(state => canBeConfirmed({ state, confirmations: [by('crew')] }))
  expect(states).toEqual(['standing', 'corrected'])
  expect(canBeConfirmed({ state: 'standing', confirmations: [by('captain')] })).toBe(false)
})

test('a correction is told without names of fields in programs', () => {
  const fields = [
    { field: 'weight', before: '412.50 lb', after: '421.50 lb' },
    { field: 'caughtAt', before: null, after: '2026-06-06T19:00:00.000Z' },
  ]
  expect(changeTexts({ fields, reason: 'digits swapped' })).toEqual([
    'weight 412.5 lbs → 421.5 lbs (digits swapped)',
    'caught none → 2026-06-06 19:00 UTC (digits swapped)',
  ])
  expect(changeTexts({ fields: fields.slice(0, 1), reason: null })).toEqual(['weight 412.5 lbs → 421.5 lbs'])
})
