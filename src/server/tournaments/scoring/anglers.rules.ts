import type { Rules } from '#contract/tournaments/scoring/rules.ts'

interface Angler {
  name: string
  /** JSON: keys of divisions. */
  divisions: string
}

/**
 * Returns whether the angler is a minor. True in doubt: the rules may have dropped the division of minors.
 */
const isMinor = (rules: Pick<Rules, 'divisions'>, angler: Angler): boolean => {
  const keys = JSON.parse(angler.divisions) as string[]
  return keys.some(key => rules.divisions.find(division => division.key === key)?.minors ?? true)
}

/**
 * Returns the public name:
 * of minors the first name and an initial, "Ana R." for "Ana Reyes" and "Reyes, Ana".
 */
export function publicName(rules: Pick<Rules, 'divisions'>, angler: Angler): string {
  if (!isMinor(rules, angler)) return angler.name
  const [first = '', ...rest] = angler.name.replace(/^([^,]+), *(.+)$/, '$2 $1').split(' ')
  const [initial] = rest.at(-1) ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}
