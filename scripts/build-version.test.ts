import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { version as release } from '../package.json'
import { afterTest } from '../tests/support/after-test.ts'
import { buildVersion } from './build-version.ts'

const now = new Date('2026-11-23T20:00:00Z')
const [commit, other] = [
  '9c988218fbfc846d349dd1bf46101a4e6b157d8a',
  '0ae1861e00000000000000000000000000000000',
]

/** @param files below `.git` */
function clone(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'reelstake-version-'))
  afterTest(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, '.git', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return root
}

test('a build without a clone is named by its day', () => {
  expect(buildVersion(clone({}), now)).toBe(`${release}+20261123`)
  expect(buildVersion(clone({ HEAD: 'ref: refs/heads/new\n' }), now)).toBe(`${release}+20261123`)
  const worktree = clone({})
  writeFileSync(join(worktree, '.git'), 'gitdir: /elsewhere\n')
  expect(buildVersion(worktree, now)).toBe(`${release}+20261123`)
})

test('a build of a clone is named by its commit: of a branch, packed or not, or without one', () => {
  const packedRefs = `# pack-refs with: peeled fully-peeled sorted\n${other} refs/heads/domain\n${commit} refs/heads/main\n`
  for (const files of [
    { HEAD: `${commit}\n` },
    { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` },
    { HEAD: 'ref: refs/heads/main\n', 'packed-refs': packedRefs },
    {
      HEAD: 'ref: refs/heads/main\n',
      'refs/heads/main': `${commit}\n`,
      'packed-refs': `${other} refs/heads/main`,
    },
  ])
    expect(buildVersion(clone(files), now)).toBe(`${release}+9c988218`)
})
