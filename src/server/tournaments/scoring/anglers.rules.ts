import type { Rules } from '#contract/tournaments/scoring/rules.ts'

interface Angler {
  name: string
  /** JSON: keys of divisions. */
  divisions: string
}

/** In doubt they are: the rules may have dropped the division of minors that an angler is in. */
const isMinor = ({ divisions: known }: Pick<Rules, 'divisions'>, { divisions }: Angler): boolean => {
  const own = JSON.parse(divisions) as string[]
  return own.some(division => known.find(({ key }) => key === division)?.minors ?? true)
}

/** Of minors the first name and an initial: "Ana R." of "Ana Reyes" and "Reyes, Ana". */
export function publicName(rules: Pick<Rules, 'divisions'>, angler: Angler): string {
  if (!isMinor(rules, angler)) return angler.name
  const [first = '', ...rest] = angler.name.replace(/^([^,]+), *(.+)$/, '$2 $1').split(' ')
  const [initial] = rest.at(-1) ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}
