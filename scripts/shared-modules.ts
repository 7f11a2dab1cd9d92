import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildMetafile } from 'bun'

/**
 * Bun makes a file for each set of pages and parts that need the same modules: 81 files for one page, each a request.
 * Modules that many pages need come in one file instead, because each of them imports all of it, and so do the parts that
 * load after them.
 */

/** Pages with data that need a module. */
const fewest = 3

/** Returns the graph of imports between sources, as paths in the project. */
function graphOf({ inputs, outputs }: BuildMetafile) {
  const importsOf = (source: string, kind: 'import-statement' | 'dynamic-import') =>
    (inputs[source]?.imports ?? [])
      .filter(dependency => dependency.kind === kind)
      .map(({ path, entryPoint }) => entryPoint ?? path)
  /** Returns the source with all that it imports before it runs. */
  const closure = (source: string, sources = new Set<string>()): Set<string> => {
    if (sources.has(source)) return sources
    sources.add(source)
    for (const dependency of importsOf(source, 'import-statement')) closure(dependency, sources)
    return sources
  }
  const inOutput = new Set(
    Object.values(outputs).flatMap(output =>
      Object.entries(output.inputs).flatMap(([source, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [source] : [],
      ),
    ),
  )
  const lazyOf = (sources: Iterable<string>) =>
    new Set([...sources].flatMap(source => importsOf(source, 'dynamic-import')))
  const lazy = lazyOf(Object.keys(inputs))
  const needed = new Set(Object.keys(inputs).flatMap(source => importsOf(source, 'import-statement')))
  const starts = Object.keys(inputs).filter(source => !needed.has(source) && !lazy.has(source))
  return { closure, inOutput, lazyOf, lazy: [...lazy], starts }
}

/** Modules by how many of the pages need them. */
function countUses(pages: readonly ReadonlySet<string>[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const page of pages) for (const source of page) uses.set(source, (uses.get(source) ?? 0) + 1)
  return uses
}

/** @returns what each of these sources also imports; absolute paths @param root of the project */
export function sharedModules(metafile: BuildMetafile, root: string): Map<string, string[]> {
  const { closure, inOutput, lazyOf, lazy, starts } = graphOf(metafile)
  const [entry, query] = ['src/client/entry.tsx', 'src/client/lib/query.tsx']
  const needsData = (source: string) => source !== query && closure(source).has(query)
  const isPage = (source: string) => /\/pages\/[\w-]+\.tsx$/.test(source)
  const pages = lazy.filter(isPage)
  const without = new Set([...closure(entry), ...closure(query)])
  const early = lazyOf([...without, ...starts.flatMap(source => [...closure(source)])])
  /** Comes after a page that has the shared modules, or is stored with them for the crew to use offline. */
  const isPart = (source: string) => !isPage(source) && !early.has(source)
  const neededBy = (some: readonly string[], least: number) =>
    [...countUses(some.map(page => closure(page)))]
      .filter(([source, uses]) => uses >= least && inOutput.has(source) && !without.has(source))
      .map(([source]) => source)
      .filter(source => existsSync(join(root, source)))
  const always = neededBy(pages, 0.8 * pages.length)
  for (const source of always) without.add(source)
  const ofData = neededBy(pages.filter(needsData), fewest)
  const absolute = (sources: readonly string[]) => sources.map(source => join(root, source))
  return new Map([
    [join(root, entry), absolute(always)],
    ...lazy
      .filter(source => needsData(source) || isPart(source))
      .map(source => [join(root, source), absolute(ofData)] as const),
  ])
}
