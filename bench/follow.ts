import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EntryId, UserId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import {
  addBoat,
  addEntry,
  addPushSubscription,
  addSigned,
  addTournament,
  addUser,
} from '../tests/support/factories.ts'
import type { Figure } from './run.ts'
import { newDataDir, removeDataDir, startServer } from './support/server.ts'

const subscribers = 2000
/** More within a minute become a summary. */
const rounds = 3
const weighIns = 20

/** Of a process that prints a line of JSON per event. */
async function* messages<Message>(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export async function run(): Promise<Figure[]> {
  const service = Bun.spawn([process.execPath, join(import.meta.dir, 'peer-push.ts'), String(subscribers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = messages<Record<string, string> & { median: number; last: number }>(service.stdout)
  const { value: device } = await said.next()
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  const database = openDatabase(join(dataDir, 'db', 'reelstake.sqlite'))
  const db = makeDb(database)
  await migrate(database, db)
  const organiser = await addSigned(db)
  const { followed, alone } = await inTransaction(db, async trx => {
    const [one, two] = [await addBoat(trx), await addBoat(trx, { name: 'Sea Fox' })]
    const people: UserId[] = []
    for (let n = 0; n < subscribers; n += 1) {
      const id = await addUser(trx)
      people.push(id)
      const { p256dh = '', auth = '', origin = '' } = device ?? {}
      await addPushSubscription(trx, id, { endpoint: `${origin}/push/${n}`, p256dh, auth })
    }
    for (const boat of [one, two])
      for (let from = 0; from < people.length; from += 1000)
        await trx
          .insertInto('follows')
          .values(
            people
              .slice(from, from + 1000)
              .map(user_id => ({ user_id, kind: 'boat', subject_id: boat, muted: 0, created_at: 1 })),
          )
          .execute()
    const entriesOf = async (boats: (typeof one)[]) => {
      const tournament_id = await addTournament(trx, { organiser_id: organiser.id })
      const entries: EntryId[] = []
      for (const boat_id of boats) entries.push(await addEntry(trx, { tournament_id, boat_id }))
      return entries
    }
    return {
      followed: await entriesOf([one, two]),
      alone: await entriesOf([await addBoat(trx), await addBoat(trx)]),
    }
  })
  await db.destroy()
  const server = await startServer(dataDir, { ALLOW_PRIVATE_ADDRESSES: '1' })
  let weight = 1

  /** The boats take the lead in turns. @returns milliseconds */
  async function weigh(entries: readonly EntryId[]): Promise<number> {
    weight += 1
    const start = performance.now()
    const response = await fetch(
      `${server.origin}/api/tournament-entries/${entries[weight % entries.length]}/catches`,
      {
        method: 'POST',
        headers: {
          cookie: organiser.cookie,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ weight, species: 'Wahoo' }),
      },
    )
    if (response.status !== 201) throw new Error(`a weigh-in answered ${response.status}`)
    await response.arrayBuffer()
    return performance.now() - start
  }

  try {
    for (let n = 0; n < weighIns; n += 1) await weigh(alone)
    const [medians, lasts]: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n += 1) {
      const start = Date.now()
      await weigh(followed)
      const { value } = await said.next()
      medians.push((value?.median ?? Number.NaN) - start)
      lasts.push((value?.last ?? Number.NaN) - start)
      await Bun.sleep(500)
    }
    const [quiet, told]: [number[], number[]] = [[], []]
    for (let n = 0; n < weighIns; n += 1) {
      for (const [times, entries] of [
        [quiet, alone],
        [told, followed],
      ] as const) {
        times.push(await weigh(entries))
        // Until its notifications are stored.
        await Bun.sleep(800)
      }
    }
    const each = `each of ${rounds}: ${medians.join(', ')} and ${lasts.join(', ')} ms`
    return [
      {
        name: `push messages, median of ${subscribers}`,
        value: median(medians),
        limit: 2000,
        unit: 'ms',
        against: each,
      },
      {
        name: `push messages, last of ${subscribers}`,
        value: Math.max(...lasts),
        limit: 5000,
        unit: 'ms',
        against: each,
      },
      {
        name: `a weigh-in that ${subscribers} people are told of`,
        value: median(told),
        limit: median(quiet) * 1.1,
        unit: 'ms',
        against: `1.1 × one without followers: ${median(quiet).toFixed(2)} ms`,
      },
    ]
  } finally {
    service.kill('SIGKILL')
    await server.stop()
    removeDataDir(dataDir)
  }
}
