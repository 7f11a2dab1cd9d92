import type { Issue } from '../../errors.ts'

export type Path = readonly (string | number)[]

export const issue = (path: Path, message: string): Issue => ({ path: path.join('.'), message })

/** Indexes of values that are listed before. */
export const repeats = (values: readonly unknown[]): number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))

/** @param problemOf returns the message for a wrong reference, or null @param list null: all */
export const referenceIssues = (
  path: Path,
  list: readonly string[] | null,
  problemOf: (reference: string) => string | null,
): Issue[] =>
  (list ?? []).flatMap((reference, index) => {
    const message = problemOf(reference)
    return message === null ? [] : [issue([...path, index], message)]
  })

/** Returns an issue for each key that none of the items has. */
export const unknownKeys = (
  items: readonly { key: string }[],
  path: Path,
  keys: readonly string[],
  message: string,
): Issue[] => referenceIssues(path, keys, key => (items.some(item => item.key === key) ? null : message))

export const wholeIssues = (path: Path, value: number | null, message: string): Issue[] =>
  value === null || Number.isInteger(value) ? [] : [issue(path, message)]
