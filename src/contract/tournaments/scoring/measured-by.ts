import type { Category } from './rules.ts'

/** Whether no category needs a weight. */
export const onlyLengthCounts = (categories: readonly Pick<Category, 'measure'>[]): boolean =>
  categories.every(({ measure }) => measure === 'length' || measure === 'count') &&
  categories.some(({ measure }) => measure === 'length')
