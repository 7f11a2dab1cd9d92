import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BuildMetafile } from 'bun'
import { sharedModules } from './shared-modules.ts'

/** Makes the metafile of sources with their static imports, and with their dynamic ones in `lazy`. */
function metafileOf(imports: Record<string, string[]>, lazy: Record<string, string[]>): BuildMetafile {
  const inputs = Object.entries(imports).map(([source, paths]) => [
    source,
    {
      bytes: 1,
      imports: [
        ...paths.map(path => ({ path, kind: 'import-statement' as const })),
        ...(lazy[source] ?? []).map(entryPoint => ({
          ...{ path: './c-x.js', kind: 'dynamic-import' as const, entryPoint },
        })),
      ],
    },
  ])
  const entries = Object.keys(imports).map(source => [
    source,
    { bytesInOutput: source.endsWith('types.ts') ? 0 : 1 },
  ])
  const output = { bytes: 1, inputs: Object.fromEntries(entries), imports: [], exports: [] }
  return { inputs: Object.fromEntries(inputs), outputs: { './c-x.js': output } }
}

test('pages with data and their parts import what three pages need, and the entry what nearly all need', () => {
  const root = mkdtempSync(join(tmpdir(), 'reelstake-modules-'))
  const at = (path: string) => `src/client/${path}`
  const query = at('lib/query.tsx')
  const [entry, ui, list, chart, types] = [
    at('entry.tsx'),
    at('ui.tsx'),
    at('list.tsx'),
    at('chart.tsx'),
    at('types.ts'),
  ]
  const page = (name: string) => at(`money/pages/${name}.tsx`)
  const withData = ['one', 'two', 'three'].map(page)
  const [editor, dialog, toast, start] = [at('editor.tsx'), at('dialog.tsx'), at('toast.tsx'), at('start.ts')]
  const metafile = metafileOf(
    {
      [entry]: [at('react.ts')],
      ...{
        [at('react.ts')]: [],
        [query]: [at('react.ts')],
        [ui]: [at('react.ts')],
        [list]: [ui, types],
        [chart]: [],
      },
      ...{ [types]: [], [page('login')]: [ui], [editor]: [query, chart] },
      ...{ [dialog]: [ui], [toast]: [ui], [start]: [] },
      ...Object.fromEntries(withData.map((path, n) => [path, [query, list, ...(n < 2 ? [chart] : [])]])),
    },
    {
      [start]: [entry],
      [entry]: [query, toast, page('login'), ...withData],
      [page('one')]: [editor, dialog],
    },
  )
  for (const source of Object.keys(metafile.inputs)) {
    mkdirSync(dirname(join(root, source)), { recursive: true })
    writeFileSync(join(root, source), '')
  }
  const modules = sharedModules(metafile, root)
  rmSync(root, { recursive: true })
  const short = [...modules].map(([path, additions]) =>
    [path, ...additions].map(each => each.slice(root.length + 1)),
  )
  expect(short).toEqual([[entry, ui], ...withData.map(path => [path, list]), [editor, list], [dialog, list]])
})
