import { describe, expect, test } from 'bun:test'
import type { LogPage } from '#contract/tournaments/log.ts'
import { slipNumber } from '#contract/tournaments/slip-number.ts'
import type { Slip } from '#contract/tournaments/slips.ts'
import {
  addCrew,
  addEntry,
  addOwner,
  addSigned,
  addStaff,
  nameValues,
} from '../../../../tests/support/factories.ts'
import { readLog } from '../../../../tests/support/log.ts'
import { dot } from '../../../../tests/support/picture.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'

/** A fish that Ana weighed in. */
async function setUp({ fields = {}, rules }: { fields?: object; rules?: object } = {}) {
  const scene = await makeScene({ public_log: 1 })
  const { db, tournament, entry, page, organiser } = scene
  if (rules)
    await page(`/api/tournaments/${tournament}/rules`, {
      method: 'PUT',
      json: { rules, reason: 'The club’s' },
      cookie: organiser.cookie,
    })
  const ana = await addSigned(db, nameValues('Ana', 'Reyes'))
  await addStaff(db, { tournament_id: tournament, user_id: ana.id, role: 'weigh-master' })
  const json = { weight: 412.5, species: 'Blue Marlin', ...fields }
  const answer = await page(`/api/tournament-entries/${entry}/catches`, { json, cookie: ana.cookie })
  expect(answer.status).toBe(201)
  const fish = await answer.json()
  const number: string = fish.slip
  const change = (method: string, path: string, body: object, cookie = organiser.cookie) =>
    page(`/api/catches/${fish.id}${path}`, { method, json: body, cookie })
  return {
    ...scene,
    ana,
    id: fish.id as string,
    number,
    change,
    read: async (): Promise<Slip> => (await page(`/api/slips/${number}`)).json(),
    confirm: (cookie: string) => change('POST', '/confirmation', {}, cookie),
    log: () => readLog(scene, tournament),
  }
}

describe('a weigh slip', () => {
  test('says who caught, weighed and witnessed what, and is found in lower case too', async () => {
    const { read, number, id, tournament, entry, log, page } = await setUp()
    const [event] = (await log()).events
    expect(await read()).toEqual({
      number,
      seq: 1,
      hash: event?.hash ?? '',
      state: 'standing',
      tournament: { id: tournament, name: 'White Marlin Open' },
      entryId: entry,
      catchId: id,
      boat: 'Reel Deal',
      captain: 'Ana Reyes',
      angler: null,
      species: 'Blue Marlin',
      weight: 412.5,
      caughtAt: String(event?.data.caughtAt),
      weighedAt: event?.at ?? '',
      weighMaster: 'Ana Reyes',
      witness: null,
      scale: null,
      marks: [],
      markNames: [],
      photo: null,
      boards: [],
      corrections: [],
      confirmations: [],
    })
    expect((await page(`/api/slips/${number.toLowerCase()}`)).status).toBe(200)
  })

  test('says what became of the catch: corrected, disqualified, deleted', async () => {
    const { read, change } = await setUp()
    await change('PATCH', '', { weight: 421.5, reason: 'digits swapped' })
    expect(await read()).toMatchObject({
      state: 'corrected',
      weight: 421.5,
      corrections: [
        {
          seq: 2,
          reason: 'digits swapped',
          fields: [{ field: 'weight', before: '412.50 lb', after: '421.50 lb' }],
        },
      ],
    })
    await change('DELETE', '', { reason: 'Another boat’s fish' })
    expect(await read()).toMatchObject({ state: 'deleted', reason: 'Another boat’s fish', weight: 421.5 })
  })

  test('says that a witness of a correction was erased, which is no correction itself', async () => {
    const { read, change, log, page, db, tournament } = await setUp({
      rules: bassRules({ pots: [] }),
      fields: { weight: undefined, ounces: 74, witness: 'R. Cole' },
    })
    await change('PATCH', '', { witness: 'Bo Cole', reason: 'Another witness' })
    const owner = await addOwner(db)
    for (const [hash, { text }] of Object.entries((await log()).texts))
      if (text.endsWith('Cole'))
        await page(`/api/tournaments/${tournament}/log-texts/${hash}`, {
          method: 'DELETE',
          cookie: owner.cookie,
        })
    await change('PATCH', '', { ounces: 75, reason: 'digits swapped' })
    const { witness, corrections } = await read()
    expect([witness, ...corrections.map(({ fields }) => fields)]).toEqual([
      null,
      [{ field: 'witness', before: '(erased)', after: '(erased)' }],
      [{ field: 'weight', before: '74 oz', after: '75 oz' }],
    ])
  })

  test('says that the boat withdrew', async () => {
    const { read, page, number, withdraw } = await setUp({ rules: bassRules({ pots: [] }) })
    expect(await read()).not.toHaveProperty('withdrawn')
    expect((await withdraw()).status).toBe(204)
    expect(await read()).toMatchObject({ state: 'standing', withdrawn: true, boards: [] })
    expect(await (await page(`/slip/${number}`)).text()).toContain('withdrew: its fish don’t count')
  })

  test('by rules says where the fish counts, and why not', async () => {
    const { read, change, page, entry, organiser } = await setUp({
      rules: bassRules({ pots: [] }),
      fields: { weight: undefined, ounces: 74, scale: 'Scale 1', witness: 'R. Cole', marks: ['dead'] },
    })
    expect(await read()).toMatchObject({
      state: 'standing',
      ounces: 74,
      weight: 4.63,
      scale: 'Scale 1',
      witness: 'R. Cole',
      marks: ['dead'],
      markNames: ['Dead'],
      boards: [
        { category: 'Five Fish', place: 1, taken: true, why: null },
        { category: 'Biggest Fish', place: 1, taken: true, why: null },
      ],
    })
    await change('PUT', '/disqualification', { reason: 'Two lines' })
    expect(await read()).toMatchObject({
      state: 'disqualified',
      reason: 'Two lines',
      boards: [{ taken: false, place: null, why: 'disqualified' }, { taken: false }],
    })
    await change('DELETE', '/disqualification', { reason: 'By the video' })
    expect((await read()).state).toBe('standing')
    const path = `/api/tournament-entries/${entry}/disqualification`
    await page(path, { method: 'PUT', json: { reason: 'Late' }, cookie: organiser.cookie })
    expect(await read()).toMatchObject({ state: 'disqualified', reason: 'Late' })
  })

  test('by rules says that its place is shared', async () => {
    const { db, tournament, page, organiser, read, number } = await setUp({
      rules: bassRules({ pots: [] }),
      fields: { weight: undefined, ounces: 74 },
    })
    const other = await addEntry(db, { tournament_id: tournament })
    const json = { species: 'Blue Marlin', ounces: 74 }
    await page(`/api/tournament-entries/${other}/catches`, { json, cookie: organiser.cookie })
    const [board] = (await read()).boards
    expect(board).toEqual({
      category: 'Five Fish',
      day: null,
      place: 1,
      tied: true,
      taken: true,
      why: null,
    })
    expect(await (await page(`/slip/${number}`)).text()).toContain('Counts, shares place 1')
  })

  test('shows the picture with its SHA-256', async () => {
    const scene = await makeScene({ public_log: 1 })
    const { page, organiser, entry, app } = scene
    const body = new Uint8Array(dot.buffer)
    const answer = await app.request('http://localhost/api/images', {
      method: 'POST',
      body,
      headers: { cookie: organiser.cookie, 'sec-fetch-site': 'same-origin', 'content-type': dot.mimeType },
    })
    const { id, url } = await answer.json()
    const json = { weight: 20, species: 'Tuna', imageId: id }
    const path = `/api/tournament-entries/${entry}/catches`
    const { slip } = await (await page(path, { json, cookie: organiser.cookie })).json()
    const read: Slip = await (await page(`/api/slips/${slip}`)).json()
    const file = await (await page(url)).bytes()
    const sha256 = new Bun.CryptoHasher('sha256').update(file).digest('hex')
    expect(read.photo).toEqual({ url, sha256 })
  })

  test('is not there while the log is private, nor under another number', async () => {
    const { page, number, db, organiser } = await setUp()
    const status = async (which: string) =>
      (await page(`/api/slips/${which}`, { cookie: organiser.cookie })).status
    const [code = '', , hash = ''] = number.split('-')
    for (const other of [
      `${code}-2-${hash}`,
      `${code}-1-${hash === 'FFFF' ? '0000' : 'FFFF'}`,
      `22222-1-${hash}`,
      'x',
    ])
      expect([other, await status(other)]).toEqual([other, 404])
    await changeRows(db, 'tournaments', { public_log: 0 })
    expect([await status(number), await status(`${number}/qr.svg`)]).toEqual([404, 404])
  })

  test('is named by the log and to the desk, while the log is public', async () => {
    const { page, number, id, db, tournament, organiser } = await setUp()
    const read = async (what: string) =>
      (await page(`/api/tournaments/${tournament}/${what}`, { cookie: organiser.cookie })).json()
    const { code, events }: LogPage = await read('log')
    expect(events.map(event => slipNumber(code ?? '', event))).toEqual([number])
    expect((await read('desk')).slips).toEqual({ [id]: number })
    await changeRows(db, 'tournaments', { public_log: 0 })
    expect(await read('log')).not.toHaveProperty('code')
    expect(await read('desk')).not.toHaveProperty('slips')
  })

  test('has a QR code of its own page, which answers 304 for a known ETag', async () => {
    const { page, number } = await setUp()
    const path = `/api/slips/${number}/qr.svg`
    const response = await page(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await response.text()).toContain('<svg')
    const etag = response.headers.get('etag') ?? ''
    expect((await page(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})

describe('a confirmation', () => {
  test('is the captain’s and the crew’s, once for what the catch says, and gone with a correction', async () => {
    const { confirm, change, read, log, captain, db, boat, organiser, ana, stranger } = await setUp()
    const crew = await addSigned(db, nameValues('Bo'))
    await addCrew(db, { user_id: crew.id, boat_id: boat })
    const applicant = await addSigned(db)
    await addCrew(db, { user_id: applicant.id, boat_id: boat, approved_at: null })
    for (const { cookie } of [organiser, ana, stranger, applicant])
      expect((await confirm(cookie)).status).toBe(403)
    for (const { cookie } of [captain, crew, captain]) expect((await confirm(cookie)).status).toBe(204)
    expect((await read()).confirmations).toMatchObject([
      { role: 'captain', name: 'Name not given' },
      { role: 'crew', name: 'Bo' },
    ])
    await change('PATCH', '', { weight: 400 })
    expect((await read()).confirmations).toEqual([])
    expect((await confirm(captain.cookie)).status).toBe(204)
    expect((await log()).events.map(({ kind, of, role }) => [kind, of, role])).toEqual([
      ['weighed', null, 'weigh-master'],
      ['confirmed', 1, 'captain'],
      ['confirmed', 2, 'crew'],
      ['corrected', 3, 'organiser'],
      ['confirmed', 4, 'captain'],
    ])
  })

  test('stays through rulings, and isn’t logged again, since they change nothing that was confirmed', async () => {
    const { confirm, change, read, log, captain } = await setUp({
      rules: bassRules({ pots: [] }),
      fields: { weight: undefined, ounces: 74 },
    })
    expect((await confirm(captain.cookie)).status).toBe(204)
    for (const [method, path] of [
      ['PUT', '/disqualification'],
      ['DELETE', '/disqualification'],
      ['PUT', '/allowance'],
    ] as const) {
      expect((await change(method, path, { reason: 'By the video' })).ok).toBe(true)
      expect((await read()).confirmations).toMatchObject([{ role: 'captain' }])
    }
    expect((await confirm(captain.cookie)).status).toBe(204)
    expect((await log()).events.filter(({ kind }) => kind === 'confirmed')).toHaveLength(1)
  })

  test('is not the organiser’s for a boat that waits for its captain', async () => {
    const { confirm, db, boat, entry, organiser } = await setUp()
    await changeRows(db, 'boats', { owner_id: organiser.id }, { id: boat })
    await changeRows(db, 'entries', { awaits_captain: 1 }, { id: entry })
    expect((await confirm(organiser.cookie)).status).toBe(403)
    await changeRows(db, 'entries', { awaits_captain: 0 }, { id: entry })
    expect((await confirm(organiser.cookie)).status).toBe(204)
  })

  test('is refused once the tournament is cancelled or the catch deleted', async () => {
    const { confirm, captain, db, change } = await setUp()
    await changeRows(db, 'tournaments', { cancelled_at: 1 })
    expect(await statusAndMessage(await confirm(captain.cookie))).toEqual([
      409,
      'This tournament is cancelled.',
    ])
    await changeRows(db, 'tournaments', { cancelled_at: null })
    await change('DELETE', '', {})
    expect((await confirm(captain.cookie)).status).toBe(404)
  })
})
