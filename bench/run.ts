import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Glob } from 'bun'

/**
 * `bun run bench [files]`: ratios to a limit or a peer in the same run; exits with 1 above a limit. `--years 5` alone
 * runs the growth figures.
 */
export interface Figure {
  name: string
  value: number
  limit: number
  unit: string
  /** Source of the limit. */
  against: string
}

const isBench = (module: unknown): module is { run: () => Promise<Figure[]> } =>
  typeof module === 'object' && module !== null && 'run' in module && typeof module.run === 'function'

const { positionals, values } = parseArgs({
  args: process.argv.slice(2),
  options: { years: { type: 'string' } },
  allowPositionals: true,
})
const selection = values.years !== undefined && positionals.length === 0 ? ['growth'] : positionals
const names = [...new Glob('*.{ts,tsx}').scanSync(import.meta.dir)]
  .map(file => file.replace(/\.tsx?$/, ''))
  .filter(
    name =>
      name !== 'run' && !name.startsWith('peer') && (selection.length === 0 || selection.includes(name)),
  )
  .sort()

if (import.meta.main) {
  let misses = 0
  for (const name of names) {
    console.log(`\n── ${name}`)
    const module: unknown = await import(join(import.meta.dir, name))
    if (!isBench(module)) throw new Error(`bench/${name} exports no run()`)
    for (const { name: figure, value, limit, unit, against } of await module.run()) {
      const ratio = value / limit
      if (ratio > 1) misses += 1
      console.log(
        `${ratio > 1 ? '✗' : '✓'} ${figure}: ${value.toFixed(2)} ${unit}, limit ${limit.toFixed(2)} ${unit} (${against}), ratio ${ratio.toFixed(2)}`,
      )
    }
  }
  console.log(misses === 0 ? '\nEvery figure is within its limit.' : `\n${misses} beyond the limit.`)
  process.exit(misses === 0 ? 0 : 1)
}
