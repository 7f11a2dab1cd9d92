import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'

/**
 * `bun run check:image`: builds the container image with buildah, starts it and tries an operator's
 * commands. Not part of `bun run check`: it takes minutes and pulls two base images (`NODE_IMAGE` and
 * `DEBIAN_IMAGE` name others). Exit code 0 passed, 1 failed, 2 not run.
 */
const root = join(import.meta.dir, '..')
const image = 'localhost/reelstake-check'
const mostMegabytes = 445
const port = 3977

if ((await $`buildah --version`.quiet().nothrow()).exitCode !== 0) {
  console.error('NOT RUN: the image was not checked, because buildah is missing (apt-get install buildah).')
  process.exit(2)
}
process.env.BUILDAH_ISOLATION ??= 'chroot'
const bases = ['NODE_IMAGE', 'DEBIAN_IMAGE'].flatMap(name => {
  const value = process.env[name]
  return value === undefined ? [] : ['--build-arg', `${name}=${value}`]
})
await $`buildah build --format docker --layers ${bases} -t ${image} ${root}`
const container = (await $`buildah from ${image}`.text()).trim()
const data = mkdtempSync(join(tmpdir(), 'reelstake-image-'))
await $`chmod 777 ${data}`

const runArgs = ['--user', 'reelstake', '--volume', `${data}:/data`, '--env', `PORT=${port}`]
const within = (...command: string[]) => $`buildah run ${runArgs} ${container} -- ${command}`.quiet()

/** Returns the megabytes of the newest image of this name. */
async function megabytes(name: string): Promise<number> {
  const sizes = await $`buildah images --filter reference=${name} --format {{.Size}}`.text()
  return Number.parseFloat(sizes)
}

const problems: string[] = []
async function check(what: string, work: () => Promise<boolean>): Promise<void> {
  const isFine = await work().catch(error => {
    console.error(String(error))
    return false
  })
  console.log(`${isFine ? 'passed' : 'FAILED'}: ${what}`)
  if (!isFine) problems.push(what)
}

async function answers(path: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    if (response) return response.ok
    await Bun.sleep(100)
  }
  return false
}

const server = Bun.spawn(['buildah', 'run', ...runArgs, container, '--', 'bun', 'src/server/main.ts'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  detached: true,
})
try {
  await check(`less than ${mostMegabytes} MB on top of Debian`, async () => {
    const size = (await megabytes(image)) - (await megabytes(process.env.DEBIAN_IMAGE ?? 'debian'))
    console.log(`${size} MB`)
    return size < mostMegabytes
  })
  await check('the server answers /healthz', () => answers('/healthz'))
  await check('it names its commit', async () => {
    const { version } = await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()
    return version.endsWith(`+${(await $`git -C ${root} rev-parse HEAD`.text()).slice(0, 8)}`)
  })
  await check('ffmpeg encodes', async () => {
    const args = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=d=1', '-c:v', 'libx264', '-f', 'null', '-']
    return (await within('ffmpeg', ...args)).exitCode === 0
  })
  await check('restic runs', async () => (await within('restic', 'version')).exitCode === 0)
  await check(
    'a command works beside the server',
    async () => (await within('bun', 'run', 'admin', 'verify-ledger')).exitCode === 0,
  )
  await check(
    'a backup is written',
    async () => (await within('bun', 'run', 'backup', '/data/copy.tar')).exitCode === 0,
  )
} finally {
  // Kills the children too: buildah passes no signal on.
  process.kill(-server.pid)
  await server.exited
  await $`buildah rm ${container}`.quiet()
  rmSync(data, { recursive: true, force: true })
}
process.exit(problems.length === 0 ? 0 : 1)
