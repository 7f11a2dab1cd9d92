import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The program as a process of its own, to be killed and started again on the same data and the same port. */
export interface ServerProcess {
  url: string
  port: number
  dataDir: string
  pid: () => number
  start(): Promise<void>
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>
  /** Kills it and takes its data away. */
  remove(): Promise<void>
}

const root = join(import.meta.dir, '../..')

export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

export async function startProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-process-'))
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  let child: Bun.Subprocess | undefined

  const server: ServerProcess = {
    url,
    port,
    dataDir,
    pid: () => child?.pid ?? 0,
    async start() {
      // From the sources: a build that another test makes meanwhile must not be in the way.
      const code = `import(${JSON.stringify(join(root, 'src/server/serve.ts'))}).then(m => m.serve(${JSON.stringify(root)}))`
      child = Bun.spawn([process.execPath, '-e', code], {
        cwd: root,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          DATA_DIR: dataDir,
          PORT: String(port),
          HOST: '127.0.0.1',
          SITE_GATE: 'off',
          RATE_LIMIT: 'off',
          LOG_LEVEL: 'error',
          MIN_FREE_MB: '0',
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      while (!(await isUp(url))) {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
        await Bun.sleep(20)
      }
    },
    async kill() {
      child?.kill('SIGKILL')
      await child?.exited
    },
    async remove() {
      await server.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

const isUp = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/healthz`)).ok
  } catch {
    return false
  }
}

/** Makes an account over HTTP. @returns the headers that a page of the site would send */
export async function joinAs(
  url: string,
  email = `${crypto.randomUUID()}@example.com`,
): Promise<Record<string, string>> {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const send = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const password = 'marlin-1'
  const made = await send('/api/auth/sign-up', { email, password, firstName: 'Ana', lastName: 'Reyes' })
  if (made.status !== 201) throw new Error(`no account: ${made.status} ${await made.text()}`)
  const signedIn = await send('/api/auth/sign-in', { email, password })
  // The session's; the other one says which accounts a browser has used.
  const [cookie = ''] = signedIn.headers.getSetCookie().map(line => line.split(';')[0] ?? '')
  return { ...headers, cookie }
}
