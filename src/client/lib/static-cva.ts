/** Class names by slot, or by the number of the only part that sets them. */
type Rules = Record<string, string>
type Choices = Record<string, unknown>

/** Built from a recipe by scripts/static-styles.ts: later properties replace earlier ones. */
export function staticCva(
  base: Rules,
  variants: Record<string, Record<string, Rules>>,
  defaults: Choices,
  compounds: readonly (readonly [when: Choices, rules: Rules])[],
): (props?: Choices) => string {
  const names = Object.keys(variants)
  /** Caches classes by the choices: a page makes the same ones for each row. */
  const cache = new Map<string, string>()
  const make = (props: Choices) => {
    const choices = { ...defaults }
    for (const name of names) if (props[name] !== undefined) choices[name] = props[name]
    const rules = { ...base }
    for (const name in choices) Object.assign(rules, variants[name]?.[String(choices[name])])
    for (const [when, then] of compounds)
      if (Object.keys(when).every(name => [when[name]].flat().includes(choices[name])))
        Object.assign(rules, then)
    return Object.values(rules).filter(Boolean).join(' ')
  }
  return (props = {}) => {
    const key = names.map(name => props[name]).join()
    const classes = cache.get(key) ?? make(props)
    cache.set(key, classes)
    return classes
  }
}
