import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, isBuilt } from '../scripts/build.ts'
import { builtAssets } from '../src/server/web/assets.ts'
import { makeTestApp } from '../tests/support/app.ts'
import { addEntry, addSigned } from '../tests/support/factories.ts'
import type { Figure } from './run.ts'

const root = join(import.meta.dir, '..')

/** Gzipped kilobytes. @param path `:entry` is replaced */
async function scriptsOf(path: string): Promise<number> {
  const { page, db } = await makeTestApp({}, { assets: builtAssets(join(root, 'dist')) })
  const { cookie } = await addSigned(db)
  const isMembers = path.includes(':entry')
  const address = isMembers ? path.replace(':entry', await addEntry(db)) : path
  const html = await (await page(address, isMembers ? { cookie } : {})).text()
  const named = new Set(
    [...html.matchAll(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"/g)].map(
      match => match[1] ?? '',
    ),
  )
  let bytes = 0
  for (const url of named) bytes += gzipSync(readFileSync(join(root, 'dist', url))).length
  const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(match => match[1] ?? '')
    .join('')
  return (bytes + gzipSync(inline).length) / 1024
}

export async function run(): Promise<Figure[]> {
  if (!isBuilt()) await build()
  return [
    {
      name: 'script of the landing page',
      value: await scriptsOf('/'),
      limit: 15,
      unit: 'KB gzipped',
      against: 'the budget',
    },
    {
      name: 'script of the login page',
      value: await scriptsOf('/login'),
      limit: 100,
      unit: 'KB gzipped',
      against: 'the budget',
    },
    {
      // React, queries and events take 130; card packages load with live payments only.
      name: 'script of the funding page',
      value: await scriptsOf('/funding/:entry'),
      limit: 150,
      unit: 'KB gzipped',
      against: 'the budget',
    },
  ]
}
