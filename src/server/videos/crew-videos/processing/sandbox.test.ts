import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest } from '../../../../../tests/support/after-test.ts'
import { until } from '../../../../../tests/support/until.ts'
import { run } from './sandbox.ts'

const limits = { memory: 4_294_967_296, cpu: 10, fileSize: 0, time: 200 }
const hanging = ['/bin/sh', '-c', 'echo one >&2; sleep 600 & sleep 600']

test('a program that hangs is killed after its time limit, with its children', async () => {
  const { code, stderr, isLate } = await run(hanging, limits)
  // Ends when all holders close the pipe.
  expect(await stderr).toBe('one\n')
  expect([await code, isLate()]).toEqual([null, true])
})

test('an aborted program is killed with its children', async () => {
  const stop = new AbortController()
  const running = await run(hanging, { ...limits, time: 600_000 }, stop.signal)
  stop.abort()
  const late = await run(hanging, { ...limits, time: 600_000 }, stop.signal)
  for (const { code, stderr, isLate } of [running, late]) {
    await stderr
    expect([await code, isLate()]).toEqual([null, false])
  }
})

test('background children end with the program', async () => {
  const { code, stderr } = await run(['/bin/sh', '-c', 'sleep 600 & exit 3'], limits)
  expect(await code).toBe(3)
  expect(await stderr).toBe('')
})

test('a program gets no environment', async () => {
  process.env.SANDBOX_SECRET = 'fish'
  const { stdout, code } = await run(['/usr/bin/env'], { ...limits, time: 10_000 })
  const names = (await new Response(stdout).text())
    .trim()
    .split('\n')
    .map(line => line.split('=')[0])
  delete process.env.SANDBOX_SECRET
  expect(await code).toBe(0)
  expect(names.filter(name => name !== 'PWD' && name !== '_').sort()).toEqual(['LC_ALL', 'PATH'])
})

const outputOf = async (...command: string[]) => {
  const { stdout, code } = await run(command, { ...limits, time: 10_000 })
  const text = (await new Response(stdout).text()).trim()
  expect(await code).toBe(0)
  return text.split('\n')
}

test('a program runs at the lowest priority', async () => {
  expect(await outputOf('nice')).toEqual(['19'])
})

test.if(Bun.which('prlimit') !== null)('a program has so much memory, processor and files', async () => {
  expect(await outputOf('/bin/sh', '-c', 'ulimit -v; ulimit -t; ulimit -f; ulimit -c; ulimit -n')).toEqual([
    String(limits.memory / 1024),
    String(limits.cpu),
    '0',
    '0',
    '32',
  ])
})

/** Stands in for `unshare` on a busy machine: goes on after the server has ended. */
const slowStart = `#!/bin/sh
shift 3
case "$*" in *late)
  echo $$ > "$(dirname "$0")/pid"
  while kill -0 "$PPID"; do sleep 0.02; done 2>&-
esac
exec "$@"
`

const server = `
const [module, ran] = process.argv.slice(1)
const { run } = await import(module)
const limits = { memory: 4_294_967_296, cpu: 10, fileSize: 1000, time: 600_000 }
void run(['/bin/sh', '-c', 'echo ran > "$0"', ran, 'late'], limits)
`

test.if(Bun.which('setpriv') !== null)('a program does not start after its server was killed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-orphan-'))
  afterTest(() => rmSync(directory, { recursive: true, force: true }))
  const [pid, ran] = [join(directory, 'pid'), join(directory, 'ran')]
  writeFileSync(join(directory, 'unshare'), slowStart, { mode: 0o755 })
  const child = Bun.spawn([process.execPath, '-e', server, join(import.meta.dir, 'sandbox.ts'), ran], {
    env: { PATH: `${directory}:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(() => existsSync(pid) && readFileSync(pid, 'utf8').endsWith('\n'))
  const program = readFileSync(pid, 'utf8').trim()
  child.kill('SIGKILL')
  await child.exited
  await until(() => !existsSync(`/proc/${program}`))
  expect(existsSync(ran)).toBe(false)
})
