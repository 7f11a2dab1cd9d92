import type { Env } from '#server/env.ts'
import { codeOf } from '#server/error-code.ts'

/** Limits of a program that reads hostile files, without shell, network or environment. */
export interface Limits {
  /** Bytes. */
  memory: number
  /** Seconds. */
  cpu: number
  /** Bytes per file. */
  fileSize: number
  /** Milliseconds. */
  time: number
}

export interface Run {
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>
  /** The last characters. */
  stderr: Promise<string>
  /** Exit code, or null if killed. */
  code: Promise<number | null>
  /** Returns whether the system ran out of memory, or the operator killed it. Valid after `code`. */
  wasKilledBySystem(): boolean
  /** Returns whether it exceeded the time or CPU limit. Valid after `code`. */
  isLate(): boolean
  kill(): void
}

/** Returns the path of ffmpeg, or null if missing or disabled. */
export const ffmpegPath = ({ ffmpegPath: path }: Pick<Env, 'ffmpegPath'>): string | null =>
  path === 'off' ? null : Bun.which(path ?? 'ffmpeg')

/** Returns the path of ffprobe, or null if not found. */
export async function ffprobePath({ ffprobePath: path }: Pick<Env, 'ffprobePath'>): Promise<string | null> {
  if (path !== null) return Bun.which(path)
  const systemPath = Bun.which('ffprobe')
  if (systemPath !== null) return systemPath
  try {
    const { default: ffprobe }: { default: { path: string } } = await import('ffprobe-static')
    return (await Bun.file(ffprobe.path).exists()) ? ffprobe.path : null
  } catch {
    return null
  }
}

/** util-linux, outermost first. */
const wrappers: readonly string[][] = [
  // Needs unprivileged user namespaces.
  ['unshare', '--map-current-user', '--net', '--'],
  // `unshare` resets the parent-death signal.
  ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'],
  // The signal is lost if the server ended before `setpriv` asked for it.
  ['sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)],
  ['choom', '-n', '1000', '--'],
]

let prefix: Promise<string[]> | undefined

function wrapperPrefix(): Promise<string[]> {
  prefix ??= (async () => {
    const usable: string[] = []
    for (const [name = '', ...args] of wrappers) {
      const path = Bun.which(name)
      if (path === null) continue
      const child = Bun.spawn([...usable, path, ...args, 'true'], { stdio: ['ignore', 'ignore', 'ignore'] })
      if ((await child.exited) === 0) usable.push(path, ...args)
    }
    return usable
  })()
  return prefix
}

async function commandPrefix({ memory, cpu, fileSize }: Limits): Promise<string[]> {
  const nice = Bun.which('nice')
  const prlimit = Bun.which('prlimit')
  return [
    ...(await wrapperPrefix()),
    ...(nice === null ? [] : [nice, '-n', '19']),
    ...(prlimit === null
      ? []
      : // The soft limit sends SIGXCPU first, because SIGKILL looks like out of memory.
        [
          prlimit,
          `--as=${memory}`,
          `--cpu=${cpu}:${cpu + 5}`,
          `--fsize=${fileSize}`,
          '--nofile=32',
          '--core=0',
          '--',
        ]),
  ]
}

const errorsMax = 4000

async function tailOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) text = (text + decoder.decode(chunk, { stream: true })).slice(-errorsMax)
  return text
}

export const wasRefusedMemory = (errors: string): boolean =>
  /Cannot allocate memory|malloc of size|Resource temporarily unavailable|bad_alloc/i.test(errors)

/** @param signal kills the process group */
export async function run(command: readonly string[], limits: Limits, signal?: AbortSignal): Promise<Run> {
  const child = Bun.spawn([...(await commandPrefix(limits)), ...command], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Children would hold the pipes open.
    detached: true,
  })
  let hasEnded = false
  let isLate = false
  let isKilledByUs = false
  // Pids are reused.
  const kill = () => {
    if (hasEnded) return
    isKilledByUs = true
    killGroup(child.pid)
  }
  const timer = setTimeout(() => {
    isLate = true
    kill()
  }, limits.time)
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted) kill()
  return {
    stdout: child.stdout,
    stderr: tailOf(child.stderr),
    code: child.exited.then(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
      hasEnded = true
      killGroup(child.pid)
      return child.exitCode
    }),
    // Shells exit with 128 + signal.
    isLate: () => isLate || child.signalCode === 'SIGXCPU' || child.exitCode === 152,
    wasKilledBySystem: () => !isKilledByUs && (child.signalCode === 'SIGKILL' || child.exitCode === 137),
    kill,
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
