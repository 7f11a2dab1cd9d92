import { describe, expect, test } from 'bun:test'
import type { LogHead } from '#contract/tournaments/log-chain.ts'
import { admin } from '#server/cli/test-support.ts'
import type { LogEventsTable } from '#server/tournaments/log/log.table.ts'
import { addCatch, addTournament, upcoming } from '../../../../tests/support/factories.ts'
import { checkRead } from '../../../../tests/support/log.ts'
import { openLogToChanges, openRulesToChanges } from '../../../../tests/support/raw-sql.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { makeScene } from '../../../../tests/support/scene.ts'

/** A fish that was weighed and corrected, and one that was undone: four events. */
async function setUp() {
  const scene = await makeScene({ public_log: 1 })
  const { page, organiser, tournament, weighIn, testApp, db } = scene
  const fish = await (await weighIn(412.5)).json()
  const other = await (await weighIn(80)).json()
  const change = (method: string, id: string, json: object) =>
    page(`/api/catches/${id}`, { method, json, cookie: organiser.cookie })
  await change('PATCH', fish.id, { weight: 421.5, reason: 'digits swapped' })
  await change('DELETE', other.id, { undo: true })
  const publishedHead: LogHead = await (await page(`/api/tournaments/${tournament}/log/head`)).json()
  await openLogToChanges(db)
  return {
    ...scene,
    fish: fish.id,
    other: other.id,
    verify: (...args: string[]) => admin(testApp, 'verify-log', ...args),
    /** Result of a browser that has a copy of the head. */
    check: async () => (await checkRead(scene, tournament, { published: [publishedHead] })).faults,
    publishedHead,
  }
}

describe('a log', () => {
  test('that agrees is confirmed, with its head', async () => {
    const { verify, check, tournament, publishedHead, weighIn } = await setUp()
    expect(await check()).toEqual([])
    const { code, out } = await verify()
    expect([code, out[0]]).toEqual([0, `${tournament}: 1 catch, head 4 ${publishedHead.hash}`])
    await weighIn(10)
    expect((await verify(tournament)).code).toBe(0)
    expect((await verify('x')).code).not.toBe(0)
  })

  const changes: { [Column in keyof LogEventsTable]: (row: LogEventsTable, elsewhere: string) => object } = {
    tournament_id: (_, elsewhere) => ({ tournament_id: elsewhere }),
    seq: () => ({ seq: 40 }),
    hashed: ({ hashed }) => ({ hashed: hashed.replace(/"at":"2/, '"at":"3') }),
    hash: ({ hash }) => ({ hash: hash.replace(/^./, first => (first === '0' ? '1' : '0')) }),
  }

  test.each(Object.entries(changes))(
    'whose %s is changed in any event is found by browsers and by verify-log',
    async (_, change) => {
      const { db, verify, check, tournament } = await setUp()
      const elsewhere = await addTournament(db)
      const rows = await db.selectFrom('log_events').selectAll().orderBy('seq').execute()
      expect(rows).toHaveLength(4)
      for (const row of rows) {
        const values = change(row, elsewhere)
        await changeRows(db, 'log_events', values, { seq: row.seq, tournament_id: tournament })
        expect([row.seq, (await check()).length > 0]).toEqual([row.seq, true])
        expect([row.seq, (await verify()).code]).toEqual([row.seq, 1])
        const rowAfter = { tournament_id: tournament, seq: row.seq, ...values }
        const { tournament_id, seq } = rowAfter
        await changeRows(db, 'log_events', row, { tournament_id, seq })
        expect(await check()).toEqual([])
      }
    },
  )

  test('that lost its last event is found with a copy of the head, and by its catches', async () => {
    const { db, verify, check, publishedHead } = await setUp()
    await removeRows(db, 'log_events', { seq: 4 })
    expect(await check()).toEqual([{ seq: publishedHead.seq, what: 'missing' }])
    expect((await verify()).code).toBe(1)
  })

  test('whose JSON is broken or spaced is found by verify-log', async () => {
    const { db, verify } = await setUp()
    const [row] = await db.selectFrom('log_events').selectAll().where('seq', '=', 2).execute()
    for (const hashed of [`${row?.hashed} `, 'x']) {
      await changeRows(db, 'log_events', { hashed }, { seq: 2 })
      expect((await verify()).out.join()).toContain('Event 2: its text was changed')
    }
  })

  test('and catches that differ are named', async () => {
    const { db, verify, fish, other, entry } = await setUp()
    const readFaults = async () => (await verify()).out.filter(line => line.startsWith('  '))
    await changeRows(db, 'catches', { weight_hundredths: 50_000 }, { id: fish })
    expect(await readFaults()).toEqual([
      `  Catch ${fish}: weight is 421.50 lb in the log, but 500.00 lb in the catch`,
    ])
    await changeRows(db, 'catches', { weight_hundredths: 42_150, disqualified_at: 1 }, { id: fish })
    expect(await readFaults()).toEqual([
      `  Catch ${fish}: disqualified is false in the log, but true in the catch`,
    ])
    await changeRows(db, 'catches', { disqualified_at: null }, { id: fish })
    const unloggedCatch = await addCatch(db, { entry_id: entry })
    expect(await readFaults()).toEqual([`  Catch ${unloggedCatch}: it isn’t in the log`])
    await removeRows(db, 'catches', { id: unloggedCatch })
    await addCatch(db, { entry_id: entry, id: other })
    expect(await readFaults()).toEqual([`  Catch ${other}: it was taken back in the log, but is stored`])
  })

  test('and rules that were changed are named', async () => {
    const { testApp, db, page, tournament, organiser } = await makeScene(upcoming())
    const json = { rules: bassRules() }
    const path = `/api/tournaments/${tournament}/rules`
    expect((await page(path, { method: 'PUT', json, cookie: organiser.cookie })).status).toBe(200)
    expect((await admin(testApp, 'verify-log')).code).toBe(0)
    await openRulesToChanges(db)
    await changeRows(db, 'tournament_rules', { rules: null })
    expect((await admin(testApp, 'verify-log')).out).toContain('  Rules 1: they aren’t those of the log')
  })

  test('whose texts or pointers were changed is found', async () => {
    const { db, verify, fish } = await setUp()
    const [text] = await db.selectFrom('log_texts').selectAll().execute()
    await changeRows(db, 'log_texts', { text: 'Bo' }, { hash: text?.hash ?? '' })
    expect((await verify()).out).toContain(`  Text ${text?.hash}: it was changed`)
    await changeRows(db, 'log_texts', { text: text?.text ?? '' }, { hash: text?.hash ?? '' })
    await changeRows(db, 'log_subjects', { last_seq: 1 }, { subject: fish })
    expect((await verify()).out).toContain(`  Catch ${fish}: its events are 1, 3, not 1 to 1`)
  })
})
