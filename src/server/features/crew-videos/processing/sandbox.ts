import type { Env } from '#server/env.ts'

/**
 * Programs that read what strangers sent: ffprobe and ffmpeg. They get no shell, no network, no environment, the lowest
 * priority, and so much memory and time; they end with us, so that a killed server leaves none behind.
 */
export interface Limits {
  /** Bytes of address space. */
  memory: number
  /** Seconds of a processor. */
  cpu: number
  /** Bytes that it may write to one file. */
  fileSize: number
  /** Milliseconds on the clock. */
  time: number
}

export interface Run {
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>
  /** The end of what it complained about. */
  stderr: Promise<string>
  /** Null: it was killed. */
  code: Promise<number | null>
  /** Once `code` is known: whether the kernel killed it (or an operator did), as it does when memory runs out. */
  wasKilledBySystem(): boolean
  /** Once `code` is known: whether it was killed because its time was over, on the clock or of a processor. */
  isLate(): boolean
  kill(): void
}

/** Where ffmpeg is; null: there is none, or it is not wanted. */
export const ffmpegPath = ({ ffmpegPath: path }: Pick<Env, 'ffmpegPath'>): string | null =>
  path === 'off' ? null : Bun.which(path ?? 'ffmpeg')

/** Where ffprobe is: the operator's, the system's, else the package's; null: nowhere. */
export async function ffprobePath({ ffprobePath: path }: Pick<Env, 'ffprobePath'>): Promise<string | null> {
  if (path !== null) return Bun.which(path)
  const known = Bun.which('ffprobe')
  if (known !== null) return known
  try {
    const { default: bundled }: { default: { path: string } } = await import('ffprobe-static')
    return (await Bun.file(bundled.path).exists()) ? bundled.path : null
  } catch {
    return null
  }
}

/** What util-linux offers, from the outside in; each only where this machine allows it. */
const wrappers: readonly string[][] = [
  // A network of its own, with nothing in it. Needs unprivileged user namespaces, which many containers forbid.
  ['unshare', '--map-current-user', '--net', '--'],
  // After `unshare`, which changes credentials and with that forgets the signal of the parent's death.
  ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'],
  // When memory runs out, the kernel ends this program and not the server.
  ['choom', '-n', '1000', '--'],
]

let prefix: Promise<string[]> | undefined

/** Tried once: whether a wrapper works depends on the kernel and on the container. */
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

async function limited({ memory, cpu, fileSize }: Limits): Promise<string[]> {
  const nice = Bun.which('nice')
  const prlimit = Bun.which('prlimit')
  return [
    ...(await wrapperPrefix()),
    ...(nice === null ? [] : [nice, '-n', '19']),
    ...(prlimit === null
      ? []
      : // The hard limit on the processor ends a program by SIGKILL, as the kernel does when memory runs out. The soft
        // one, which comes first, ends it by SIGXCPU.
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

const complaintMax = 4000

async function lastOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream)
    text = (text + decoder.decode(chunk, { stream: true })).slice(-complaintMax)
  return text
}

/** Whether a program complains that its memory limit is reached. */
export const wasRefusedMemory = (complaint: string): boolean =>
  /Cannot allocate memory|malloc of size|Resource temporarily unavailable|bad_alloc/i.test(complaint)

/** Starts a program. @param signal kills it, and what it has started */
export async function run(command: readonly string[], limits: Limits, signal?: AbortSignal): Promise<Run> {
  const child = Bun.spawn([...(await limited(limits)), ...command], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: an operator's wrapper script starts the program as its child, which would hold the pipes open.
    detached: true,
  })
  let hasEnded = false
  let isLate = false
  let isKilledByUs = false
  // Its number may be somebody else's afterwards.
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
    stderr: lastOf(child.stderr),
    code: child.exited.then(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
      hasEnded = true
      // What it has started.
      killGroup(child.pid)
      return child.exitCode
    }),
    // A shell says 128 and the number of the signal.
    isLate: () => isLate || child.signalCode === 'SIGXCPU' || child.exitCode === 152,
    wasKilledBySystem: () => !isKilledByUs && (child.signalCode === 'SIGKILL' || child.exitCode === 137),
    kill,
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    // Everybody in it has ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
