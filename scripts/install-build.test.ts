import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installBuild } from './install-build.ts'

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

function setUp() {
  const root = mkdtempSync(join(tmpdir(), 'reelstake-build-'))
  directories.push(root)
  const dist = join(root, 'dist')
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return {
    dist,
    build(n: number) {
      const from = join(root, 'dist.new')
      const files = [`assets/entry-${n}.js`, 'assets/same.css', 'server/serve.js', 'public/push-worker.js']
      for (const file of [...files, 'manifest.json']) put(join(from, file), String(n))
      installBuild(from, dist)
    },
    assets: () => readdirSync(join(dist, 'assets')).sort(),
    read: (file: string) => readFileSync(join(dist, file), 'utf8'),
    put,
  }
}

test('a build keeps the assets of the build that a running server is of', () => {
  const { build, assets, read } = setUp()
  build(1)
  build(2)
  expect(assets()).toEqual(['entry-1.js', 'entry-2.js', 'same.css'])
  expect([read('assets/entry-1.js'), read('manifest.json'), read('server/serve.js')]).toEqual(['1', '2', '2'])
})

test('assets go after three further builds, and other files with the build that had them', () => {
  const { build, assets, dist, put } = setUp()
  put(join(dist, 'server/old.js'), '')
  for (let n = 1; n <= 5; n++) build(n)
  expect(assets()).toEqual(['entry-2.js', 'entry-3.js', 'entry-4.js', 'entry-5.js', 'same.css'])
  expect(readdirSync(join(dist, 'server'))).toEqual(['serve.js'])
})

test('the assets of a build that kept no record stay, too', () => {
  const { build, assets, dist, put } = setUp()
  put(join(dist, 'assets/entry-0.js'), '0')
  build(1)
  expect(assets()).toEqual(['entry-0.js', 'entry-1.js', 'same.css'])
})
