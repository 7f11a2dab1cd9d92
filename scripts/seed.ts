import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refuseInterruptedRestore, refuseLostDatabase } from '#server/data-dir.ts'
import { inTransaction } from '#server/db/connection.ts'
import { holdDirectory, openToServe } from '#server/db/engine.ts'
import { parseEnv } from '#server/env.ts'
import { findUserByEmail, hashPassword, insertUser, randomSecret } from '#server/people/auth/index.ts'
import { type LoadSize, load } from '../db/load.ts'
import { OperatorError } from '../src/server/operator-error.ts'

/**
 * `bun run seed -- --tournaments N --entries M --backers K [--updates U]`, with the server stopped. The last line
 * on stdout is the owner's `{"email":"…","password":"…"}`.
 */
const root = join(import.meta.dir, '..')
const email = 'load@load.reelstake.test'
const usage = 'Usage: bun run seed -- --tournaments N --entries M --backers K [--updates U]'

/** @returns null when invalid */
function readSize(args: readonly string[]): LoadSize | null {
  const option = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        tournaments: option,
        entries: option,
        backers: option,
        updates: { ...option, default: '500' },
      },
    })
    const number = (text: string | undefined) => (/^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN)
    const size = {
      tournaments: number(values.tournaments),
      entries: number(values.entries),
      backers: number(values.backers),
      updates: number(values.updates),
    }
    return Object.values(size).some(Number.isNaN) || size.tournaments < 1 || size.entries < 1 ? null : size
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  const size = readSize(process.argv.slice(2))
  if (size === null) {
    console.error(usage)
    return 2
  }
  const env = parseEnv(process.env, root)
  const { dataDir } = env
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  const release = holdDirectory(
    join(dataDir, 'db'),
    cause => new OperatorError('The server is running on this DATA_DIR. Stop it first.', { cause }),
  )
  refuseInterruptedRestore(dataDir)
  if (env.databaseUrl === null) refuseLostDatabase(dataDir)
  const site = await openToServe(env, () => {})
  const { db } = site
  try {
    if (await findUserByEmail(db, email)) {
      console.error(`There is load data in ${dataDir} already. Choose another DATA_DIR.`)
      return 1
    }
    const password = randomSecret().slice(0, 20)
    const hash = await hashPassword(password)
    const metadata = JSON.stringify({ first_name: 'Lo', last_name: 'Ad' })
    const now = Date.now()
    const { id } = await inTransaction(db, trx =>
      insertUser(trx, { email, password: hash, metadata, confirmed: true }, now),
    )
    await load(db, size, id, now)
    const { tournaments, entries, backers, updates } = size
    const fundings = tournaments * entries * backers
    console.log(
      `${tournaments} tournaments, ${tournaments * entries} entries, ${fundings} fundings, ${updates} updates in ${dataDir}`,
    )
    console.log(JSON.stringify({ email, password }))
    return 0
  } finally {
    await site.letNextStart()
    await db.destroy()
    release()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
