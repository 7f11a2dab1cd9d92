import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { staticCva } from '#client/lib/static-cva.ts'
import { css, cva } from '#styled/css/index.js'
import { type Panda, type Recipe, shorten, withStaticStyles } from './static-styles.ts'

const panda: Panda = { css }
const root = join(import.meta.dir, '..')
const sources = [...new Glob('src/{client,crew}/**/*.{ts,tsx}').scanSync(root)]
  .filter(file => !/\.test\.tsx?$/.test(file))
  .sort()
  .map(file => ({ file, source: readFileSync(join(root, file), 'utf8') }))
const sortNames = (names: string) => names.split(' ').filter(Boolean).sort()
const line = "import { css, cva, cx } from '#styled/css/index.js'"

describe('a style that is written out', () => {
  test('becomes its class names, and the lines after it stay where they were', () => {
    const source = `${line}\nconst a = css({\n  color: 'ink', // not )\n  '&:not(:disabled)': { padding: '4' },\n})\nafter()`
    const output = withStaticStyles(source, panda)
    expect(output).toContain(JSON.stringify(css({ color: 'ink', '&:not(:disabled)': { padding: '4' } })))
    expect(output.split('\n').indexOf('after()')).toBe(source.split('\n').indexOf('after()'))
    expect(output).toContain("import { cx } from '#styled/css/cx.js'")
    expect(output).not.toContain('css(')
  })

  test('is left alone when it takes something from elsewhere', () => {
    const source = `${line}\nconst a = css({ color: tone })`
    expect(withStaticStyles(source, panda)).toBe(source)
  })
})

type Choices = Record<string, unknown>
const runtime: { cva(recipe: object): (props: Choices) => string } = { cva }

/** All choices, `undefined` included. */
function combinations(variants: Record<string, object> = {}): Choices[] {
  return Object.entries(variants).reduce<Choices[]>(
    (product, [name, values]) =>
      product.flatMap(choices =>
        [undefined, ...Object.keys(values)].map(value => ({
          ...choices,
          [name]: value === 'true' ? true : value,
        })),
      ),
    [{}],
  )
}

function expectSame(literal: string): void {
  const recipe: Recipe = new Function(`return (${literal})`)()
  const output = withStaticStyles(`${line}\nconst r = cva(${literal})`, panda)
  const ours: ReturnType<typeof staticCva> = new Function(
    'staticCva',
    `return ${output.slice(output.indexOf('staticCva('))}`,
  )(staticCva)
  const theirs = runtime.cva(recipe)
  for (const props of combinations(recipe.variants))
    expect(sortNames(ours(props))).toEqual(sortNames(theirs(props)))
}

describe('a recipe chooses the same class names as Panda does', () => {
  test('with conditions, widths, defaults and combinations', () => {
    const recipe = {
      base: { padding: '4', color: 'ink', '&:hover:not(:disabled)': { color: 'sea' } },
      variants: {
        size: { sm: { margin: { base: '1', md: '2' } }, lg: { padding: '6' } },
        tone: { bad: { color: 'danger', '&:hover:not(:disabled)': { color: 'live' } }, good: {} },
        block: { true: { display: 'flex' } },
      },
      compoundVariants: [{ size: ['sm'], block: true, css: { margin: '8' } }],
      defaultVariants: { tone: 'good' },
    }
    expectSame(JSON.stringify(recipe))
  })

  test('and names a property only where another part of the recipe may replace it', () => {
    const literal =
      "{ base: { padding: '4', color: 'ink' }, variants: { tone: { bad: { color: 'danger', margin: '2' } } } }"
    expectSame(literal)
    const output = withStaticStyles(`${line}\nconst r = cva(${literal})`, panda)
    expect(output).toContain('"color":')
    expect(output).not.toMatch(/"(padding|margin)"/)
  })

  const recipes = sources.flatMap(({ file, source }) =>
    [...source.matchAll(/= cva\((\{[\s\S]*?\n\})\)/g)].map(match => ({ file, literal: match[1] ?? '' })),
  )
  test.each(recipes)('in $file', ({ literal }) => expectSame(literal))
  test('in more than ten places', () => expect(recipes.length).toBeGreaterThan(10))
})

describe('short names', () => {
  const samples = [
    "css({ color: 'ink', padding: '4', margin: '2' })",
    "css({ color: 'ink', padding: '4' })",
    "css({ inset: '1!' })",
    "cva({ base: { padding: '4' }, variants: { tone: { bad: { gap: '1', inset: '0' }, good: {} } } })",
  ].map(call => `${line}\nconst a = ${call}`)
  const { rename, renameSheet } = shorten(samples, panda)
  const sheet = (style: object) =>
    panda
      .css(style)
      .split(' ')
      .map(name => `.${name.replace('!', '\\!')}{}`)
      .join('')

  test('are one where classes always stand together', () => {
    expect(rename(css({ gap: '1', inset: '0' }))).toMatch(/^[a-zA-Z]$/)
    expect(rename(css({ color: 'ink', padding: '4', margin: '2' })).split(' ')).toHaveLength(3)
  })
  test('rename the selectors of the style sheet, and nothing else', () => {
    const [gap, inset] = [sheet({ gap: '1' }), sheet({ inset: '0' })]
    expect(renameSheet(gap)).toBe(renameSheet(inset))
    expect(renameSheet(sheet({ inset: '1!' }))).toBe(`.${rename(css({ inset: '1!' }))}{}`)
    expect(renameSheet('.error-page{margin:.5rem;background:url(a.svg)}')).toBe(
      '.error-page{margin:.5rem;background:url(a.svg)}',
    )
  })
  test('of all pages mean the same styles as the long ones', () => {
    const lists: string[] = []
    const collect = (names: string) => {
      lists.push(names)
      return names
    }
    const all = sources.map(({ source }) => source)
    for (const source of all) withStaticStyles(source, panda, collect)
    const names = shorten(all, panda)
    const long = Map.groupBy(new Set(lists.flatMap(sortNames)), name => names.rename(name))
    for (const list of lists) {
      const longNames = sortNames(names.rename(list)).flatMap(name => long.get(name) ?? [])
      expect(longNames.sort()).toEqual(sortNames(list))
    }
  })
})

test('every style of the pages is written out', () => {
  const rest = sources.filter(({ source }) => /#styled\/css\/index/.test(withStaticStyles(source, panda)))
  expect(rest.map(({ file }) => file)).toEqual([])
})
