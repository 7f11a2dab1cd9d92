import { expect, test } from 'bun:test'
import { differenceText } from './process-rows.ts'

test('the refusal beside a process with other settings lists them with an “and” before the last one', () => {
  const settings = {
    'payment mode': 'live',
    'account of the payment provider': 'pk_live_1',
    STORAGE: 's3://marina/files',
    PUBLIC_URL: 'https://marina.example',
  }
  const start = (changes: Record<string, string>) =>
    differenceText(settings, { place: 'web-1', ...settings, ...changes })?.split('. ')[0] ?? null
  const modes = { 'payment mode': 'sandbox', 'account of the payment provider': 'pk_test_1' }
  expect(start({})).toBeNull()
  expect(start({ PUBLIC_URL: '' })).toBe('Another process serves this site with another PUBLIC_URL')
  expect(start(modes)).toBe(
    'Another process serves this site with another payment mode and account of the payment provider',
  )
  expect(start({ ...modes, STORAGE: '' })).toBe(
    'Another process serves this site with another payment mode, account of the payment provider and STORAGE',
  )
})
