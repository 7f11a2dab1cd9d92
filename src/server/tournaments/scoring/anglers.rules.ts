import type { Rules } from '#contract/tournaments/scoring/rules.ts'

interface Angler {
  name: string
  /** JSON: keys of divisions. */
  divisions: string
}

const isMinor = ({ divisions: known }: Pick<Rules, 'divisions'>, { divisions }: Angler): boolean => {
  const own = JSON.parse(divisions) as string[]
  return known.some(({ key, minors }) => minors && own.includes(key))
}

/** Of minors the first name and an initial: "Ana R." */
export function publicName(rules: Pick<Rules, 'divisions'>, angler: Angler): string {
  if (!isMinor(rules, angler)) return angler.name
  const [first = '', ...rest] = angler.name.split(' ')
  const initial = rest.at(-1)?.at(0)
  return initial === undefined ? first : `${first} ${initial}.`
}
