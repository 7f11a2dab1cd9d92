import { join } from 'node:path'
import type { EntryId, UserId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import {
  addBoat,
  addEntry,
  addPushSubscription,
  addSigned,
  addTournament,
  addUser,
} from '../tests/support/factories.ts'
import { makeDataDir, withDatabase } from '../tests/support/server.ts'
import type { Figure } from './run.ts'
import { linesOf, median, removeDataDir, startServer, weighIn } from './support/server.ts'

const subscribers = 2000
/** More within a minute become a summary. */
const rounds = 3
const weighIns = 20

type Message = Record<string, string> & { median: number; last: number }

/** Yields the messages of the push service: first a device, then the times of each round. */
async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  for await (const line of linesOf(stream)) yield JSON.parse(line)
}

export async function run(): Promise<Figure[]> {
  const service = Bun.spawn([process.execPath, join(import.meta.dir, 'peer-push.ts'), String(subscribers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const messages = messagesOf(service.stdout)
  const { value: device } = await messages.next()
  const dataDir = await makeDataDir()
  const { organiser, withFollowers, withoutFollowers } = await withDatabase(dataDir, db =>
    inTransaction(db, async trx => {
      const organiser = await addSigned(trx)
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
        organiser: organiser.cookie,
        withFollowers: await entriesOf([one, two]),
        withoutFollowers: await entriesOf([await addBoat(trx), await addBoat(trx)]),
      }
    }),
  )
  const server = await startServer(dataDir, { ALLOW_PRIVATE_ADDRESSES: '1' })
  let weight = 1

  /** The boats take the lead in turns. @returns milliseconds */
  function weigh(entries: readonly EntryId[]): Promise<number> {
    weight += 1
    const entry = entries[weight % entries.length] ?? ''
    return weighIn(server.origin, { entry, organiser }, weight)
  }

  try {
    for (let n = 0; n < weighIns; n += 1) await weigh(withoutFollowers)
    const [medians, lasts]: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n += 1) {
      const start = Date.now()
      await weigh(withFollowers)
      const { value } = await messages.next()
      medians.push((value?.median ?? Number.NaN) - start)
      lasts.push((value?.last ?? Number.NaN) - start)
      await Bun.sleep(500)
    }
    const [quiet, notifying]: [number[], number[]] = [[], []]
    for (let n = 0; n < weighIns; n += 1) {
      for (const [times, entries] of [
        [quiet, withoutFollowers],
        [notifying, withFollowers],
      ] as const) {
        times.push(await weigh(entries))
        // The pause lasts until the notifications are stored.
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
        value: median(notifying),
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
