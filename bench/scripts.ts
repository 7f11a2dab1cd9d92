import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { builtAssets } from '../src/server/web/assets.ts'
import { makeTestApp } from '../tests/support/app.ts'
import { addEntry, addSigned } from '../tests/support/factories.ts'
import type { Figure } from './run.ts'

const root = join(import.meta.dir, '..')

const dist = join(root, 'dist')

const kilobytes = (texts: Iterable<string | Buffer>) =>
  [...texts].reduce((sum, text) => sum + gzipSync(text).length, 0) / 1024

/** Returns the file with all files that it imports statically. */
function closure(url: string, urls = new Set<string>()): Set<string> {
  if (urls.has(url)) return urls
  urls.add(url)
  const code = readFileSync(join(dist, url), 'utf8')
  for (const [, dependency = ''] of code.matchAll(/(?:\bfrom|\bimport)"(\/assets\/[^"]+\.js)"/g))
    closure(dependency, urls)
  return urls
}

interface Scripts {
  /** Gzipped, inline scripts included. */
  kilobytes: number
  files: number
}

/** Scripts that the page starts with. @param path `:entry` is replaced */
async function scriptsOf(path: string, isMembers = path.includes(':entry')): Promise<Scripts> {
  const { page, db } = await makeTestApp({}, { assets: builtAssets(dist) })
  const { cookie } = await addSigned(db)
  const address = path.includes(':entry') ? path.replace(':entry', await addEntry(db)) : path
  const html = await (await page(address, isMembers ? { cookie } : {})).text()
  const files = new Set<string>()
  for (const [, url = ''] of html.matchAll(
    /<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"/g,
  ))
    closure(url, files)
  const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(match => match[1] ?? '')
    .join('')
  return {
    kilobytes: kilobytes([...files].map(url => readFileSync(join(dist, url)))) + kilobytes([inline]),
    files: files.size,
  }
}

/** All files of the home page, once it has loaded React. */
function homeWithReact(): Scripts {
  const assets = builtAssets(dist)
  const files = closure(assets.late)
  for (const url of assets.scriptsOf('home')) closure(url, files)
  return { kilobytes: kilobytes([...files].map(url => readFileSync(join(dist, url)))), files: files.size }
}

export async function run(): Promise<Figure[]> {
  const home = await scriptsOf('/', true)
  const withReact = homeWithReact()
  return [
    {
      name: 'script of the landing page',
      value: (await scriptsOf('/')).kilobytes,
      limit: 15,
      unit: 'KB gzipped',
      against: 'the budget',
    },
    {
      name: 'script of the home page',
      value: home.kilobytes,
      limit: 15,
      unit: 'KB gzipped',
      against: 'the budget',
    },
    { name: 'its files', value: home.files, limit: 10, unit: 'files', against: 'the budget' },
    {
      name: 'script of the home page with React, after 30 s or the first change',
      value: withReact.kilobytes,
      limit: 165,
      unit: 'KB gzipped',
      against: 'the budget',
    },
    { name: 'its files', value: withReact.files, limit: 25, unit: 'files', against: 'the budget' },
    {
      name: 'script of the login page',
      value: (await scriptsOf('/login')).kilobytes,
      limit: 100,
      unit: 'KB gzipped',
      against: 'the budget',
    },
    {
      // Together with the scripts that pages share, 145. Card packages load with live payments only.
      name: 'script of the funding page',
      value: (await scriptsOf('/funding/:entry')).kilobytes,
      limit: 165,
      unit: 'KB gzipped',
      against: 'the budget',
    },
  ]
}
