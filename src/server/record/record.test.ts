import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { newId } from '#contract/ids.ts'
import { allNotificationKinds, reminderKinds } from '#contract/notifications/notification-kinds.ts'
import { eventKinds, type RecordedEvent } from '#contract/record.ts'
import { consumers } from '#server/consumers.ts'
import { inTransaction } from '#server/db/connection.ts'
import { deleteTournament } from '#server/tournaments/tournaments/index.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import { addTournament, addUser } from '../../../tests/support/factories.ts'
import { record, registerConsumers } from './index.ts'

const server = join(import.meta.dir, '..')

/** Sources without tests: those of consumers name kinds that they don't record. */
const sources = [...new Glob('**/*.ts').scanSync(server)]
  .filter(file => !/\.test\.ts$|test-support/.test(file))
  .map(file => ({ file, text: readFileSync(join(server, file), 'utf8') }))

describe('the list of events', () => {
  test('each kind is recorded in one place or more, each reminder made', () => {
    const recording = sources
      .filter(({ text }) => /\b(?:record|remind)\(/.test(text))
      .map(({ text }) => text)
      .join('\n')
    const missing = Object.keys({ ...eventKinds, ...reminderKinds }).filter(
      kind => !recording.includes(`'${kind}'`),
    )
    expect(missing).toEqual([])
  })

  test('each notification is made by a kind, with a text', () => {
    const notificationKinds: string[] = [
      ...Object.values(eventKinds),
      ...Object.values(reminderKinds),
    ].flatMap(kind => ('notifies' in kind ? kind.notifies : []))
    expect([...new Set(notificationKinds)].toSorted()).toEqual(allNotificationKinds.toSorted())
    const makers = sources
      .filter(({ file }) => /notifications\/notifications\/\w+-notifications\.ts$/.test(file))
      .map(({ text }) => text)
      .join('\n')
    expect(allNotificationKinds.filter(kind => !makers.includes(`'${kind}'`))).toEqual([])
  })
})

async function setUp() {
  const { db } = await makeTestApp()
  const tournament = await addTournament(db)
  const by = await addUser(db)
  const event: RecordedEvent = {
    kind: 'tournament-changed',
    at: 5,
    by,
    tournament,
    role: 'organiser',
    text: 'name',
  }
  const rows = () => db.selectFrom('events').selectAll().orderBy('id').execute()
  return { db, tournament, by, event, rows }
}

describe('record', () => {
  test('stores the event without what no log shows, shortened', async () => {
    const { db, tournament, by, event, rows } = await setUp()
    await inTransaction(db, async trx => {
      await record(trx, { ...event, text: 'x'.repeat(300) })
      const update = newId<'update'>()
      await record(trx, { kind: 'update-posted', at: 6, by, tournament, role: null, text: 'Secret', update })
    })
    expect(await rows()).toMatchObject([
      {
        kind: 'tournament-changed',
        actor_id: by,
        role: 'organiser',
        text: `${'x'.repeat(199)}…`,
        data: '{}',
      },
      { kind: 'update-posted', role: null, text: null, detail: null, address: null, created_at: 6 },
    ])
  })

  test('a consumer that fails takes the change with it', async () => {
    const { db, event, rows } = await setUp()
    const kinds: string[] = []
    registerConsumers([
      (_, { kind }) => void kinds.push(kind),
      () => {
        throw new Error('refused')
      },
    ])
    await expect(inTransaction(db, trx => record(trx, event))).rejects.toThrow('refused')
    registerConsumers(consumers)
    expect([kinds, await rows()]).toEqual([['tournament-changed'], []])
  })
})

describe('events', () => {
  test('are neither changed nor deleted, but go with their tournament unless they are audited', async () => {
    const { db, tournament, event, by, rows } = await setUp()
    const boat = newId<'boat'>()
    await inTransaction(db, async trx => {
      await record(trx, event)
      await record(trx, {
        kind: 'tournament-cancelled',
        at: 6,
        by,
        address: '::1',
        tournament,
        role: 'owner',
        subject: ['tournament', tournament],
        text: 'Cup',
        detail: 'Cup',
      })
      await record(trx, { kind: 'crew-requested', at: 7, by, boat, member: by })
    })
    await expect(db.updateTable('events').set({ created_at: 1 }).execute()).rejects.toThrow('append-only')
    for (const { id } of await rows())
      await expect(db.deleteFrom('events').where('id', '=', id).execute()).rejects.toThrow('append-only')
    await inTransaction(db, trx => deleteTournament(trx, tournament))
    expect((await rows()).map(({ kind }) => kind)).toEqual(['tournament-cancelled', 'crew-requested'])
    await expect(db.deleteFrom('events').execute()).rejects.toThrow('append-only')
  })
})
