import { expect, test } from 'bun:test'
import { fitInSquare } from './picture.ts'

test.each([
  [4000, 3000, 512, 384],
  [3000, 4000, 384, 512],
  [512, 512, 512, 512],
  [100, 40, 100, 40],
  [10_000, 3, 512, 1],
])('%d × %d becomes %d × %d', (width, height, toWidth, toHeight) => {
  expect(fitInSquare(width, height, 512)).toEqual({ width: toWidth, height: toHeight })
})
