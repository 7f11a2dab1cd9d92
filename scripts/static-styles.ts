import type { BunPlugin } from 'bun'

/**
 * Compiles literal `css({ … })` and `cva({ … })` to class names, which saves 8 KB gzipped per page. Other calls
 * import Panda's runtime, and get the long names.
 */
export interface Panda {
  css(style: object): string
}

export interface Recipe {
  base?: object
  variants?: Record<string, Record<string, object>>
  compoundVariants?: ({ css: object } & Record<string, unknown>)[]
  defaultVariants?: Record<string, unknown>
}

/** @param open index of the opening parenthesis; skips strings and comments */
function endOfCall(source: string, open: number): number {
  const skip = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|[()]/g
  skip.lastIndex = open
  let depth = 0
  for (let match = skip.exec(source); match; match = skip.exec(source)) {
    if (match[0] === '(') depth += 1
    else if (match[0] === ')') {
      depth -= 1
      if (depth === 0) return match.index
    }
  }
  return -1
}

const isStyle = (value: unknown): value is object => typeof value === 'object' && value !== null

type Rules = Record<string, string>

const widths = new Set(['base', 'sm', 'md', 'lg', 'xl', '2xl'])

/** A style of one value, by the names that lead to it: a property and its conditions. */
interface Part {
  path: readonly string[]
  style: object
}

function partsOf(style: object): Part[] {
  return Object.entries(style).flatMap(([key, value]: [string, unknown]) =>
    isStyle(value)
      ? partsOf(value).map(part => ({ path: [key, ...part.path], style: { [key]: part.style } }))
      : [{ path: [key], style: { [key]: value } }],
  )
}

/** The order of conditions doesn't matter. */
const slotOf = (path: readonly string[]) =>
  path
    .filter(name => name !== 'base')
    .sort()
    .join()
const withoutWidths = (path: readonly string[]) => path.filter(name => !widths.has(name))

/** Class names by slot. */
const rulesOf = (panda: Panda, parts: readonly Part[]): Rules =>
  Object.fromEntries(parts.map(({ path, style }) => [slotOf(path), panda.css(style)]))

/** Renames a list of class names that always stand together. */
type Rename = (names: string) => string

const identity: Rename = names => names

interface RuleSet {
  /** The base, a variant with all its values, or a combination: only one rule set of each applies. */
  owner: number
  parts: readonly Part[]
  rules: Rules
}

/** A value for all widths replaces those for some. */
function clearWidths(all: readonly RuleSet[]): void {
  const paths = all.flatMap(({ parts }) => parts.map(({ path }) => path))
  for (const { parts, rules } of all) {
    const whole = new Set(
      parts.filter(({ path }) => !path.some(name => widths.has(name))).map(({ path }) => slotOf(path)),
    )
    for (const path of paths) {
      const slot = slotOf(path)
      const forAll = slotOf(withoutWidths(path))
      if (!(slot in rules) && slot !== forAll && whole.has(forAll)) rules[slot] = ''
    }
  }
}

/** Joins the class names of slots that only one owner sets, under the owner's key. */
function joinOwnSlots(all: readonly RuleSet[]): void {
  const owners = new Map<string, Set<number>>()
  for (const { owner, rules } of all)
    for (const slot in rules) owners.set(slot, (owners.get(slot) ?? new Set()).add(owner))
  for (const { owner, rules } of all) {
    const own: string[] = []
    for (const [slot, names] of Object.entries(rules)) {
      if (owners.get(slot)?.size !== 1) continue
      if (names !== '') own.push(names)
      delete rules[slot]
    }
    if (own.length > 0) rules[owner] = own.join(' ')
  }
}

function staticRecipe(panda: Panda, recipe: Recipe, rename: Rename): string {
  const all: RuleSet[] = []
  let owner = 0
  const rules = (style: object = {}): Rules => {
    const parts = partsOf(style)
    const ownRules = rulesOf(panda, parts)
    all.push({ owner, parts, rules: ownRules })
    return ownRules
  }
  const base = rules(recipe.base)
  const variants = Object.entries(recipe.variants ?? {}).map(([name, values]) => {
    owner += 1
    return [name, Object.fromEntries(Object.entries(values).map(([value, style]) => [value, rules(style)]))]
  })
  const compounds = (recipe.compoundVariants ?? []).map(({ css, ...when }) => {
    owner += 1
    return [when, rules(css)]
  })
  clearWidths(all)
  joinOwnSlots(all)
  for (const { rules } of all) for (const slot in rules) rules[slot] = rename(rules[slot] ?? '')
  return [base, Object.fromEntries(variants), recipe.defaultVariants ?? {}, compounds]
    .map(part => JSON.stringify(part))
    .join(',')
}

const importLine = /import \{ ([\w, ]+) \} from '#styled\/css\/index\.js'/
const evaluate = (literal: string): unknown => new Function(`return (${literal})`)()

export function withStaticStyles(source: string, panda: Panda, rename = identity): string {
  const importMatch = importLine.exec(source)
  if (!importMatch) return source
  let isComplete = true
  let isRecipe = false
  let result = ''
  let at = 0
  for (const match of source.matchAll(/(?<![\w.])(css|cva)\(/g)) {
    if (match.index < at) continue
    const open = match.index + match[0].length - 1
    const end = endOfCall(source, open)
    const literal = source.slice(open + 1, end)
    let replacement: string
    try {
      const value = evaluate(literal)
      if (!isStyle(value)) throw new TypeError('not a style')
      replacement =
        match[1] === 'cva'
          ? `staticCva(${staticRecipe(panda, value, rename)})`
          : JSON.stringify(rename(panda.css(value)))
    } catch {
      isComplete = false
      continue
    }
    if (match[1] === 'cva') isRecipe = true
    // Keeps line numbers for source maps.
    result += source.slice(at, match.index) + replacement + '\n'.repeat(literal.split('\n').length - 1)
    at = end + 1
  }
  result += source.slice(at)
  const names = (importMatch[1] ?? '').split(', ').filter(name => name === 'cx' || !isComplete)
  const imports = [
    names.length === 0
      ? ''
      : `import { ${names.join(', ')} } from '#styled/css/${isComplete ? 'cx' : 'index'}.js'`,
    isRecipe ? `import { staticCva } from '#client/lib/static-cva.ts'` : '',
  ]
  return result.replace(importLine, imports.filter(Boolean).join(';'))
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const characters = `${letters}0123456789`

/** Ad blockers hide `.ad`. */
const shortNames = [
  ...letters,
  ...[...letters].flatMap(first => [...characters].map(second => first + second)),
].filter(name => name.toLowerCase() !== 'ad')

const split = (names: string) => names.split(' ').filter(Boolean)

export interface ShortNames {
  rename: Rename
  renameSheet(sheet: string): string
}

/** Class names of one or two characters; those that stand in the same lists share one. */
export function shorten(sources: readonly string[], panda: Panda): ShortNames {
  const listsOf = new Map<string, number[]>()
  const lists = new Set<string>()
  const collect: Rename = names => {
    if (lists.has(names)) return names
    for (const name of split(names)) listsOf.set(name, [...(listsOf.get(name) ?? []), lists.size])
    lists.add(names)
    return names
  }
  for (const source of sources) withStaticStyles(source, panda, collect)
  const groups = [...Map.groupBy(listsOf, ([, own]) => own.join()).values()]
  // The most frequent get one character.
  groups.sort(([a], [b]) => (b?.[1].length ?? 0) - (a?.[1].length ?? 0))
  const short = new Map(
    groups.flatMap((group, index) => group.map(([name]) => [name, shortNames[index] ?? name] as const)),
  )
  return {
    rename: names => [...new Set(split(names).map(name => short.get(name) ?? name))].join(' '),
    // Names of important styles end with an exclamation mark, which the sheet escapes.
    renameSheet: sheet =>
      sheet.replace(/\.([A-Za-z]\w*(?:\\!)?)/g, (selector, name: string) => {
        const own = short.get(name.replace('\\', ''))
        return own === undefined ? selector : `.${own}`
      }),
  }
}

/** @param imports what else each source imports; absolute paths */
export const staticStyles = (
  panda: Panda,
  rename: Rename,
  imports: ReadonlyMap<string, readonly string[]>,
): BunPlugin => ({
  name: 'static styles',
  setup: ({ onLoad }) =>
    void onLoad({ filter: /\/src\/(?:client|crew)\/.*\.tsx?$/ }, async ({ path }) => {
      const lines = (imports.get(path) ?? []).map(source => `import ${JSON.stringify(source)};`)
      return {
        // The imports go on the first line, since source maps count lines.
        contents: lines.join('') + withStaticStyles(await Bun.file(path).text(), panda, rename),
        loader: path.endsWith('.tsx') ? 'tsx' : 'ts',
      }
    }),
})
