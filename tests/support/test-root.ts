import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(tmpdir(), `reelstake-test-${process.pid}`)

/** Directory of the apps of this process that name no DATA_DIR. */
export function testRoot(): string {
  mkdirSync(join(root, 'db'), { recursive: true })
  return root
}

export const removeTestRoot = () => rmSync(root, { recursive: true, force: true })
