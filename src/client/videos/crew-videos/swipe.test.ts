import { expect, test } from 'bun:test'
import { stepOfKey, stepOfSwipe } from './swipe.ts'

test('a short or slanted swipe means nothing', () => {
  expect(stepOfSwipe(-49, 0)).toBeNull()
  expect(stepOfSwipe(0, 0)).toBeNull()
  expect(stepOfSwipe(-80, 60)).toBeNull()
  expect(stepOfSwipe(-70, -70)).toBeNull()
})

test('up and left go on, down and right go back', () => {
  expect(stepOfSwipe(-60, 5)).toBe('next')
  expect(stepOfSwipe(10, -90)).toBe('next')
  expect(stepOfSwipe(60, -20)).toBe('previous')
  expect(stepOfSwipe(0, 51)).toBe('previous')
})

test('arrows step, other keys do not', () => {
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', ' ', 'a'].map(stepOfKey)).toEqual([
    'next',
    'next',
    'previous',
    'previous',
    null,
    null,
  ])
})
