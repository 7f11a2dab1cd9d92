import type { Category } from './rules.ts'

/** Returns whether lengths rank the categories and none needs a weight. */
export const onlyLengthCounts = (categories: readonly Pick<Category, 'measure'>[]): boolean =>
  categories.every(({ measure }) => measure === 'length' || measure === 'count') &&
  categories.some(({ measure }) => measure === 'length')
