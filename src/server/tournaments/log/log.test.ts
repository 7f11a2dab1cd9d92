import { describe, expect, test } from 'bun:test'
import { noHash } from '#contract/tournaments/log-chain.ts'
import { inTransaction } from '#server/db/connection.ts'
import { deleteTournament } from '#server/tournaments/tournaments/index.ts'
import {
  addEntry,
  addOwner,
  addSigned,
  addStaff,
  nameValues,
  upcoming,
} from '../../../../tests/support/factories.ts'
import { checkRead, readLog } from '../../../../tests/support/log.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { setPasswords } from '../../../../tests/support/states.ts'

/** A live tournament with a public log, and Ana, its weigh master. */
async function setUp(values: Parameters<typeof makeScene>[0] = {}) {
  const scene = await makeScene({ public_log: 1, ...values })
  const { db, tournament, entry, page } = scene
  const ana = await addSigned(db, nameValues('Ana', 'Reyes'))
  await addStaff(db, { tournament_id: tournament, user_id: ana.id, role: 'weigh-master' })
  const catches = `/api/tournament-entries/${entry}/catches`
  const weigh = async (weight = 412.5, more: object = {}) => {
    const answer = await page(catches, {
      json: { weight, species: 'Blue Marlin', ...more },
      cookie: ana.cookie,
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string; slip?: string }
  }
  const change = (method: string, path: string, json: object, cookie = ana.cookie) =>
    page(`/api/${path}`, { method, json, cookie })
  const log = () => readLog(scene, tournament)
  return { ...scene, ana, weigh, change, log }
}

describe('the log of a tournament', () => {
  test('says who weighed what, chained, with the name beside the chain', async () => {
    const scene = await setUp()
    const { weigh, log, tournament, entry, page } = scene
    expect(await (await page(`/api/tournaments/${tournament}/log/head`)).json()).toEqual({
      seq: 0,
      hash: noHash,
    })
    const { id, slip } = await weigh()
    const { events, textOf: text } = await log()
    expect(events).toMatchObject([
      { seq: 1, kind: 'weighed', of: null, prev: noHash, reason: null, role: 'weigh-master', tournament },
    ])
    const [event] = events
    expect(event?.data).toEqual({
      boat: 'Reel Deal',
      catchId: id,
      caughtAt: expect.any(String),
      entryId: entry,
      species: 'Blue Marlin',
      weight: '412.50 lb',
    })
    expect(text(event?.by ?? null)).toBe('Ana Reyes')
    const head = { seq: 1, hash: event?.hash ?? '' }
    expect(await (await page(`/api/tournaments/${tournament}/log/head`)).json()).toEqual(head)
    expect(await checkRead(scene, tournament)).toEqual({ faults: [], head })
    expect(slip).toMatch(new RegExp(`^[2-9A-Z]{5}-1-${head.hash.slice(0, 4).toUpperCase()}$`))
  })

  test('a correction has the changed fields alone, before and after, and names the latest event of the catch', async () => {
    const { weigh, change, log } = await setUp()
    const [fish, other] = [await weigh(), await weigh(80)]
    await change('PATCH', `catches/${fish.id}`, { weight: 421.5, reason: 'digits swapped' })
    await change('PATCH', `catches/${fish.id}`, { species: 'White Marlin', weight: 421.5 })
    await change('PATCH', `catches/${fish.id}`, { weight: 421.5 })
    await change('PATCH', `catches/${other.id}`, { weight: 81 })
    const { events, textOf: text } = await log()
    expect(events.slice(2).map(({ kind, of, data }) => ({ kind, of, data }))).toEqual([
      { kind: 'corrected', of: 1, data: { weight: ['412.50 lb', '421.50 lb'] } },
      { kind: 'corrected', of: 3, data: { species: ['Blue Marlin', 'White Marlin'] } },
      { kind: 'corrected', of: 2, data: { weight: ['80.00 lb', '81.00 lb'] } },
    ])
    expect(events.map(({ reason }) => text(reason))).toEqual([null, null, 'digits swapped', null, null])
    // One hash for a person, another for each text.
    expect(new Set(events.map(({ by }) => by)).size).toBe(1)
  })

  test('a correction doesn’t have a new name of the same angler', async () => {
    const { weigh, change, log, tournament, entry, organiser, db, now } = await setUp(upcoming())
    const put = (path: string, json: object) => change('PUT', path, json, organiser.cookie)
    await put(`tournaments/${tournament}/rules`, { rules: bassRules() })
    const anglers = `tournament-entries/${entry}/anglers`
    const [ana] = (await (await put(anglers, { anglers: [{ name: 'Ana Reyes' }] })).json()).anglers
    await changeRows(db, 'tournaments', { starts_at: now() - 1000 }, { id: tournament })
    const fish = await weigh(undefined, {
      weight: undefined,
      ounces: 74,
      species: 'Largemouth Bass',
      anglerId: ana.id,
    })
    await put(anglers, { anglers: [{ id: ana.id, name: 'Ana Cole' }, { name: 'Bo Cole' }] })
    await change('PATCH', `catches/${fish.id}`, { ounces: 76, reason: 'digits swapped' })
    const { events } = await log()
    expect(events.at(-1)).toMatchObject({ kind: 'corrected' })
    expect(events.at(-1)?.data).toEqual({ weight: ['74 oz', '76 oz'] })
  })

  test('tells an undo from a deletion', async () => {
    const { weigh, change, log } = await setUp()
    const [first, second] = [await weigh(), await weigh(80)]
    expect((await change('DELETE', `catches/${first.id}`, { undo: true })).status).toBe(204)
    expect((await change('DELETE', `catches/${second.id}`, { reason: 'Another boat’s fish' })).status).toBe(
      204,
    )
    const { events, textOf: text } = await log()
    expect(events.slice(2)).toMatchObject([
      { kind: 'undone', of: 1, reason: null, data: { catchId: first.id, boat: 'Reel Deal' } },
      { kind: 'deleted', of: 2, data: { catchId: second.id } },
    ])
    expect(text(events[3]?.reason ?? null)).toBe('Another boat’s fish')
  })

  test('has what organisers decide by rules, pots and withdrawals', async () => {
    const scene = await setUp(upcoming())
    const { weigh, change, log, tournament, entry, organiser, db, now } = scene
    const { cookie } = organiser
    const put = (path: string, json: object, method = 'PUT') => change(method, path, json, cookie)
    expect((await put(`tournaments/${tournament}/rules`, { rules: bassRules() })).status).toBe(200)
    expect((await put(`tournament-entries/${entry}/pots`, { in: ['level-b'] })).status).toBe(200)
    expect((await put(`tournament-entries/${entry}/pots`, { in: [] })).status).toBe(200)
    await changeRows(db, 'tournaments', { starts_at: now() - 1000 }, { id: tournament })
    const { id } = await weigh(undefined, {
      weight: undefined,
      ounces: 74,
      scale: 'Scale 1',
      witness: 'R. Cole',
    })
    const reason = 'By the rulebook'
    for (const [method, path] of [
      ['PUT', `catches/${id}/disqualification`],
      ['DELETE', `catches/${id}/disqualification`],
      ['PUT', `catches/${id}/allowance`],
      ['DELETE', `catches/${id}/allowance`],
      ['PUT', `tournament-entries/${entry}/disqualification`],
      ['DELETE', `tournament-entries/${entry}/disqualification`],
    ] as const)
      expect((await put(path, { reason }, method)).status).toBe(200)
    const late = { key: 'late', day: 'Saturday', count: 2 }
    const penalty = await (await put(`tournament-entries/${entry}/penalties`, late, 'POST')).json()
    expect((await put(`penalties/${penalty.id}`, { reason }, 'DELETE')).status).toBe(204)
    expect((await put(`tournament-entries/${entry}`, { reason }, 'DELETE')).status).toBe(204)
    const { events, textOf: text } = await log()
    expect(events.map(({ kind, of }) => [kind, of])).toEqual([
      ['rules-changed', null],
      ['pot-entered', null],
      ['pot-left', 2],
      ['weighed', null],
      ['disqualified', 4],
      ['reinstated', 5],
      ['allowed', 6],
      ['allowance-lifted', 7],
      ['disqualified', null],
      ['reinstated', 9],
      ['penalty', null],
      ['penalty-lifted', 11],
      ['withdrawn', 10],
    ])
    expect(events[0]?.data).toMatchObject({ number: 1 })
    expect(events.slice(1, 3).map(({ data: { pot, name } }) => [pot, name])).toEqual([
      ['level-b', 'Level B'],
      ['level-b', 'Level B'],
    ])
    const actions = await (
      await scene.page(`/api/tournaments/${tournament}/actions?limit=50`, { cookie })
    ).json()
    const pots = actions.filter(({ kind: each }: { kind: string }) => each.startsWith('pot-'))
    expect(pots.map(({ subject }: { subject: string }) => subject)).toEqual(
      Array(2).fill('Reel Deal: Level B'),
    )
    expect(events[3]?.data).toMatchObject({ weight: '74 oz', scale: 'Scale 1' })
    expect(text(String(events[3]?.data.witness))).toBe('R. Cole')
    expect(events[10]?.data).toEqual({
      boat: 'Reel Deal',
      entryId: entry,
      penaltyId: penalty.id,
      key: 'late',
      name: 'Late',
      day: 'Saturday',
      count: 2,
    })
    expect(events.slice(4, 10).map(({ reason: why }) => text(why))).toEqual(Array(6).fill(reason))
  })

  test('has a fish that moves to another boat', async () => {
    const { weigh, change, log, db, tournament, entry } = await setUp()
    const rival = await addEntry(db, { tournament_id: tournament }, { name: 'Lady Luck' })
    const { id } = await weigh()
    expect((await change('PATCH', `catches/${id}`, { entryId: rival })).status).toBe(200)
    expect((await log()).events[1]).toMatchObject({
      kind: 'corrected',
      of: 1,
      data: { boat: ['Reel Deal', 'Lady Luck'], entryId: [entry, rival] },
    })
  })

  test('can’t be changed or deleted, and goes with its tournament', async () => {
    const { weigh, db, tournament } = await setUp()
    await weigh()
    await expect(changeRows(db, 'log_events', { seq: 9 })).rejects.toThrow('append-only')
    await expect(removeRows(db, 'log_events')).rejects.toThrow('append-only')
    await inTransaction(db, trx => deleteTournament(trx, tournament))
    for (const table of ['logs', 'log_events', 'log_texts', 'log_subjects'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

describe('who reads it', () => {
  test('a private log is for organiser and staff; others get 404', async () => {
    const { weigh, page, tournament, ana, organiser, stranger, captain, db } = await setUp({
      public_log: null,
    })
    expect((await weigh()).slip).toBeUndefined()
    const owner = await addOwner(db)
    for (const path of ['log', 'log/head', 'log.ndjson']) {
      const read = async (cookie?: string) =>
        (await page(`/api/tournaments/${tournament}/${path}`, { ...(cookie && { cookie }) })).status
      expect([await read(ana.cookie), await read(organiser.cookie)]).toEqual([200, 200])
      for (const cookie of [undefined, stranger.cookie, captain.cookie, owner.cookie])
        expect(await read(cookie)).toBe(404)
    }
  })

  test('is as stated, false without rules, true with rules, and stays public after the start', async () => {
    const scene = await makeScene(upcoming())
    const { page, organiser, tournament, db, changeTournament, now } = scene
    const { cookie } = organiser
    const at = (time: number) => new Date(time).toISOString()
    const body = { name: 'Cup', startDate: at(Date.now() + 3_600_000), endDate: at(Date.now() + 7_200_000) }
    const publicLogOf = async (more: object) =>
      (await (await page('/api/tournaments', { json: { ...body, ...more }, cookie })).json()).publicLog ??
      false
    expect(await publicLogOf({})).toBe(false)
    expect(await publicLogOf({ publicLog: true })).toBe(true)
    expect(await publicLogOf({ rules: bassRules() })).toBe(true)
    expect(await publicLogOf({ rules: bassRules(), publicLog: false })).toBe(false)
    expect((await page('/api/tournaments', { json: { ...body, publicLog: 'yes' }, cookie })).status).toBe(400)
    const isPublic = async () =>
      (await (await page(`/api/tournaments/${tournament}`)).json()).publicLog ?? false
    const put = (rules: object | null) =>
      page(`/api/tournaments/${tournament}/rules`, { method: 'PUT', json: { rules }, cookie })
    await put(bassRules())
    expect(await isPublic()).toBe(true)
    expect((await changeTournament({ publicLog: false })).status).toBe(200)
    await put(bassRules())
    expect(await isPublic()).toBe(false)
    await changeTournament({ publicLog: true })
    await changeRows(db, 'tournaments', { starts_at: now() - 1000 }, { id: tournament })
    expect(await statusAndMessage(await changeTournament({ publicLog: false }))).toEqual([
      409,
      'The tournament has started: its log stays public.',
    ])
    expect((await changeTournament({ publicLog: true })).status).toBe(200)
    expect(await isPublic()).toBe(true)
  })
})

describe('erasing', () => {
  test('an owner erases a text once; the chain can still be checked, and the audit trail says so', async () => {
    const scene = await setUp()
    const { weigh, change, log, tournament, db, organiser } = scene
    const owner = await addOwner(db)
    const { id } = await weigh()
    await change('PATCH', `catches/${id}`, { weight: 400, reason: 'Call Bo at 555-0100' })
    const reason = (await log()).events[1]?.reason ?? ''
    const erase = (cookie: string, hash = reason) =>
      change('DELETE', `tournaments/${tournament}/log-texts/${hash}`, {}, cookie)
    expect((await erase(organiser.cookie)).status).toBe(404)
    expect((await erase(owner.cookie, 'x')).status).toBe(404)
    expect((await erase(owner.cookie)).status).toBe(204)
    expect((await erase(owner.cookie)).status).toBe(404)
    const after = await log()
    expect(JSON.stringify(after)).not.toContain('555-0100')
    expect((await checkRead(scene, tournament)).faults).toEqual([])
    const audit = await db.selectFrom('events').selectAll().where('kind', '=', 'log-text-erased').execute()
    expect(audit).toMatchObject([{ actor_id: owner.id, subject_id: tournament, detail: reason }])
  })

  test('a deleted account loses its name in every log', async () => {
    const scene = await setUp()
    const { weigh, log, tournament, db, page, ana } = scene
    await weigh()
    await setPasswords(db, 'marlin-1')
    const json = { currentPassword: 'marlin-1' }
    expect((await page('/api/auth/user', { method: 'DELETE', json, cookie: ana.cookie })).status).toBe(204)
    const { events, texts } = await log()
    expect([events[0]?.by !== null, texts]).toEqual([true, {}])
    expect((await checkRead(scene, tournament)).faults).toEqual([])
    expect(await db.selectFrom('log_texts').selectAll().execute()).toEqual([])
  })
})

test('a name that changes is a new hash with the same salt; a nameless account has none', async () => {
  const { weigh, log, db, ana } = await setUp()
  await weigh()
  await changeRows(db, 'users', nameValues('Ana', 'Cole'), { id: ana.id })
  await weigh(20)
  await changeRows(db, 'users', { metadata: '{}' }, { id: ana.id })
  await weigh(30)
  const { events, texts, textOf: text } = await log()
  expect(events.map(({ by }) => text(by))).toEqual(['Ana Reyes', 'Ana Cole', 'Name not given'])
  expect(new Set(Object.values(texts).map(({ salt }) => salt)).size).toBe(1)
})
