import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { canInstallPackages, installPackages } from './debian-packages.ts'

/** Debian has a folder for each version. */
const folder = '/usr/lib/postgresql'

/** Returns the folder of the newest version's programs, or undefined if not installed. */
function programs(): string | undefined {
  if (!existsSync(folder)) return undefined
  const paths = [
    ...new Glob('*/bin/initdb').scanSync({ cwd: folder, onlyFiles: false, throwErrorOnBrokenSymlink: false }),
  ]
  const newest = paths.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).at(-1)
  return newest === undefined ? undefined : join(folder, newest, '..')
}

/** Exits when PostgreSQL is missing and can't be installed. */
async function installPostgres(): Promise<string> {
  const present = programs()
  if (present !== undefined) return present
  if (canInstallPackages()) {
    console.log('Installing postgresql for the tests…')
    // The file keeps Debian from making a database and starting its server. It belongs to this package.
    await installPackages('postgresql-common')
    writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
    await installPackages('postgresql')
  }
  const programFolder = programs()
  if (programFolder !== undefined) return programFolder
  console.error('Could not install PostgreSQL. Install the Debian package postgresql for the tests.')
  process.exit(1)
}

export interface PostgresServer {
  /** Value of `DATABASE_URL`. */
  url: string
  /** All connections break; it recovers at the next start. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * A server of its own in a temporary folder, reached by a socket alone. @param isDurable else what it holds is lost
 * with the machine
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const bin = await installPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-postgres-'))
  const data = join(directory, 'data')
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const run = async (...command: string[]): Promise<void> => {
    const child = Bun.spawn(command, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
    if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`)
  }
  if (isRoot) await run('chown', 'postgres', directory)
  await run(
    ...asUser,
    join(bin, 'initdb'),
    '--no-sync',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--username=postgres',
    `--pgdata=${data}`,
  )
  const settings = {
    listen_addresses: "''",
    unix_socket_directories: directory,
    max_connections: '300',
    ...(!isDurable && {
      autovacuum: 'off',
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
    }),
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const control = (...more: string[]) => run(...asUser, join(bin, 'pg_ctl'), `--pgdata=${data}`, ...more)
  const start = () =>
    control('--wait', `--log=${join(directory, 'log')}`, `--options=${options.join(' ')}`, 'start')
  await start()
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`,
    start,
    crash: () => control('--mode=immediate', 'stop'),
    async stop() {
      await control('--mode=immediate', 'stop')
      rmSync(directory, { recursive: true })
    },
  }
}
