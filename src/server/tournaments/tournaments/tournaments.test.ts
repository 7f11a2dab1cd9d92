import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { day } from '#contract/time.ts'
import type { Tournament, TournamentCard } from '#contract/tournaments/tournaments.ts'
import { makeTestApp, readPages } from '../../../../tests/support/app.ts'
import { addEntry, addScene, addSigned, addTournament, addUser } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { canBeEdited, statusAt } from './tournaments.rules.ts'

const body = (start = Date.now() + day, end = start + day) => ({
  name: 'Harbour Open',
  startDate: iso(start),
  endDate: iso(end),
})

describe('POST /api/tournaments', () => {
  test('makes one of repeated requests with the same id, and answers 409 to another with it', async () => {
    const { page, db } = await makeTestApp()
    const [organiser, other] = [await addSigned(db), await addSigned(db)]
    const json = { ...body(), id: newId<'tournament'>() }
    const send = (more: object = {}, { cookie } = organiser) =>
      page('/api/tournaments', { json: { ...json, ...more }, cookie })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    for (const answer of answers) expect(await answer.json()).toMatchObject({ id: json.id, name: json.name })
    expect((await send({ name: 'Another' })).status).toBe(409)
    expect((await send({}, other)).status).toBe(409)
    expect((await send({ id: 'x' })).status).toBe(400)
    expect(await db.selectFrom('tournaments').select('id').execute()).toHaveLength(1)
  })

  test('answers 401 for a visitor', async () => {
    const { page, db } = await makeTestApp()
    const response = await page('/api/tournaments', { json: body() })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ message: 'Unauthorized', error: 'unauthorized' })
    expect(await db.selectFrom('tournaments').select('id').execute()).toEqual([])
  })

  test('answers 403 from another site’s page', async () => {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await page('/api/tournaments', { json: body(), cookie, headers })).status).toBe(403)
  })

  test('answers 415 for another type, and 400 for invalid JSON', async () => {
    const { app, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const send = (type: string, text: string) =>
      app.request('http://reelstake.test/api/tournaments', {
        method: 'POST',
        body: text,
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': type },
      })
    expect((await send('text/plain', '{}')).status).toBe(415)
    expect((await send('application/json', '{')).status).toBe(400)
  })

  test('answers 400 with every issue and stores nothing', async () => {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const response = await page('/api/tournaments', { json: { name: '', prizePool: '1.001' }, cookie })
    expect(response.status).toBe(400)
    const { issues } = await response.json()
    expect(issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      'endDate',
      'name',
      'prizePool',
      'startDate',
    ])
    expect(await db.selectFrom('tournaments').select('id').execute()).toEqual([])
  })

  test('answers 201 with the contract’s shape; the caller is the organiser, and the dates determine the status', async () => {
    const { page, db } = await makeTestApp()
    const { id, cookie } = await addSigned(db)
    const start = Date.now() - day
    const json = { ...body(start, start + 2 * day), prizePool: 64.1, location: 'Pier 7', status: 'upcoming' }
    const response = await page('/api/tournaments', { json, cookie })
    expect(response.status).toBe(201)
    const tournament: Tournament = await response.json()
    expect(tournament).toEqual({
      id: tournament.id,
      name: 'Harbour Open',
      description: null,
      location: 'Pier 7',
      startDate: iso(start),
      endDate: iso(start + 2 * day),
      fundingClosesAt: null,
      payoutDays: null,
      payoutsDueAt: null,
      cancelReason: null,
      organiserName: null,
      status: 'active',
      prizePool: '64.10',
      organiserId: id,
      entries: [],
    })
    expect(await (await page(`/api/tournaments/${tournament.id}`)).json()).toEqual(tournament)
  })

  test('answers 429 after 120 writes within a minute', async () => {
    const { page, db } = await makeTestApp({ RATE_LIMIT: 'on' })
    const { cookie } = await addSigned(db)
    let last = 0
    for (let n = 0; n <= 120; n++) last = (await page('/api/tournaments', { json: {}, cookie })).status
    expect(last).toBe(429)
  })
})

describe('PATCH /api/tournaments/:id', () => {
  test('answers 401 to a visitor, 403 to another account, 404 for an unknown tournament', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, captain, organiser } = await addScene(db)
    const patch = (id: string, cookie?: string) =>
      page(`/api/tournaments/${id}`, { method: 'PATCH', json: { name: 'Mine' }, ...(cookie && { cookie }) })
    expect((await patch(tournament)).status).toBe(401)
    expect((await patch(tournament, captain.cookie)).status).toBe(403)
    expect((await patch(newId(), organiser.cookie)).status).toBe(404)
    expect((await patch('1', organiser.cookie)).status).toBe(404)
  })

  test('answers 400 when a new date and a stored one are in the wrong order', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, organiser } = await addScene(db)
    const json = { endDate: iso(Date.now() - 30 * day) }
    const response = await page(`/api/tournaments/${tournament}`, {
      method: 'PATCH',
      json,
      cookie: organiser.cookie,
    })
    expect(response.status).toBe(400)
    expect((await response.json()).issues).toEqual([
      { path: 'endDate', message: 'End date must be after start date' },
    ])
  })

  test('ends now: funding that would close later closes with it, and results can follow', async () => {
    const { entry, confirm, changeTournament, now } = await makeScene({
      ends_at: Date.now() + 2 * day,
      funding_closes_at: Date.now() + day,
    })
    const endDate = iso(now())
    expect((await changeTournament({ endDate })).status).toBe(400)
    const answer = await changeTournament({ endDate, fundingClosesAt: null })
    expect(await answer.json()).toMatchObject({
      status: 'completed',
      endDate,
      entries: [{ id: entry, fundingOpen: false }],
    })
    expect((await confirm(1)).status).toBe(201)
    expect((await changeTournament({ endDate: iso(now() + day) })).status).toBe(409)
  })

  test('changes only the given fields, cancels idempotently, and answers 409 for a cancelled one', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, organiser } = await addScene(db, { location: 'Pier 7' })
    const patch = (json: object) =>
      page(`/api/tournaments/${tournament}`, { method: 'PATCH', json, cookie: organiser.cookie })
    const answer = await patch({ name: 'New name', prizePool: '12.5' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ name: 'New name', prizePool: '12.50', location: 'Pier 7' })
    expect(await (await patch({ location: null })).json()).toMatchObject({
      location: null,
      prizePool: '12.50',
    })
    for (const reason of ['', ' ', 'x'.repeat(501), 5])
      expect((await patch({ status: 'cancelled', reason })).status).toBe(400)
    expect(await (await patch({ reason: 'Storm' })).json()).toMatchObject({ cancelReason: null })
    const cancellation = await patch({ status: 'cancelled', reason: 'Storm' })
    expect(await cancellation.json()).toMatchObject({ status: 'cancelled', cancelReason: 'Storm' })
    const again = await patch({ status: 'cancelled', reason: 'Another' })
    expect(await again.json()).toMatchObject({ cancelReason: 'Storm' })
    expect((await patch({ status: 'cancelled' })).status).toBe(200)
    expect((await patch({ name: 'Later' })).status).toBe(409)
  })
})

describe('GET /api/tournament-cards', () => {
  test('answers 403 while the site is locked', async () => {
    const { page } = await makeTestApp({ SITE_GATE: 'on' })
    expect((await page('/api/tournament-cards')).status).toBe(403)
  })

  test.each([
    'limit=0',
    'limit=x',
    'limit=51',
    'cursor=nothing',
    'cursor=',
    'category=next',
    'status=late',
    `q=${'x'.repeat(201)}`,
  ])('answers 400 for %s', async search => {
    const { page, db } = await makeTestApp()
    await addTournament(db)
    expect((await page(`/api/tournament-cards?${search}`)).status).toBe(400)
  })

  test('shows sums and the leader in place of entries', async () => {
    const { page, db } = await makeTestApp()
    const none = await addTournament(db, { ends_at: Date.now() + day })
    const id = await addTournament(db, { ends_at: Date.now() + 2 * day })
    const best = '{"weight":1,"species":"x"}'
    const first = { current_position: 1, best_catch: best }
    const funding = { funding_goal_cents: 1000, current_funding_cents: 250, backer_count: 2 }
    await addEntry(db, { tournament_id: id, ...funding })
    await addEntry(db, { tournament_id: id, ...funding, ...first }, { name: 'Reel Deal' })
    await addEntry(db, { tournament_id: id, ...funding, withdrawn_at: 1 })
    const [empty, card]: TournamentCard[] = await (await page('/api/tournament-cards')).json()
    expect(empty).toMatchObject({ id: none, boats: 0, raised: '0.00', goal: '0.00', leader: null })
    expect(card).toMatchObject({ id, boats: 2, raised: '5.00', goal: '20.00', backers: 4 })
    expect(card?.leader).toEqual({ name: 'Reel Deal', position: 1, bestCatch: best })
    expect(card).not.toHaveProperty('entries')
  })

  async function calendar() {
    const app = await makeTestApp()
    const now = Date.now()
    app.setNow(now)
    const add = (name: string, start: number, end: number, more = {}) =>
      addTournament(app.db, { name, starts_at: now + start * day, ends_at: now + end * day, ...more })
    await add('Old Cup', -9, -8)
    await add('Off Cup', -1, 2, { cancelled_at: 1 })
    const last = await add('Last Cup', -9, 0, { location: 'Key West' })
    await addEntry(app.db, { tournament_id: last }, { name: 'Knot Today', captain_name: 'Dana Okafor' })
    await addEntry(app.db, { tournament_id: last, withdrawn_at: 1 }, { name: 'Bite Club' })
    await add('Long Open', -1, 3)
    await add('Short Open', -1, 1)
    await add('Far Classic', 31, 32)
    await add('Next Classic', 30, 31)
    await add('Soon Classic', 1, 9)
    const names = async (search: string) => {
      const response = await app.page(`/api/tournament-cards${search}`)
      const cards: TournamentCard[] = await response.json()
      return cards.map(({ name }) => name)
    }
    return { ...app, names }
  }
  const all = [
    'Short Open',
    'Off Cup',
    'Long Open',
    'Soon Classic',
    'Next Classic',
    'Far Classic',
    'Last Cup',
    'Old Cup',
  ]

  test.each([
    ['', all],
    ['?category=active', ['Short Open', 'Off Cup', 'Long Open']],
    ['?category=upcoming', ['Soon Classic', 'Next Classic']],
    ['?category=past', ['Last Cup', 'Old Cup']],
    ['?status=cancelled', ['Off Cup']],
    ['?status=active', ['Short Open', 'Long Open']],
    ['?category=past&status=active', []],
    ['?q=open', ['Short Open', 'Long Open']],
    ['?q=cl%20NEX', ['Next Classic']],
    ['?q=west', ['Last Cup']],
    ['?q=lassic', []],
    ['?q=knot', ['Last Cup']],
    ['?q=okafor', ['Last Cup']],
    ['?q=bite', []],
    ['?q=%20', all],
    ['?category=past&q=cup', ['Last Cup', 'Old Cup']],
  ])('lists %s by category, status and search', async (search, expected) => {
    const { names } = await calendar()
    expect(await names(search)).toEqual(expected)
  })

  test.each(['', 'category=active', 'q=c'])('pages %s by the Link header without gaps', async search => {
    const { page, names } = await calendar()
    const pages = await readPages<TournamentCard[]>({ page }, `/api/tournament-cards?limit=1&${search}`)
    expect(pages.flat().map(({ name }) => name)).toEqual(await names(`?${search}`))
  })

  test('answers 12 cards by default', async () => {
    const { page, db } = await makeTestApp()
    const organiser = await addUser(db)
    for (let n = 0; n < 13; n++) await addTournament(db, { organiser_id: organiser })
    const response = await page('/api/tournament-cards')
    expect(await response.json()).toHaveLength(12)
    expect(response.headers.get('link')).toStartWith('</api/tournament-cards?cursor=')
  })
})

describe('GET /api/tournaments', () => {
  test('answers 404 for an unknown tournament', async () => {
    const { page } = await makeTestApp()
    expect((await page(`/api/tournaments/${newId()}`)).status).toBe(404)
    expect((await page('/api/tournaments/x')).status).toBe(404)
    expect((await page(`/api/tournaments/${newId()}/calendar.ics`)).status).toBe(404)
  })

  test('answers 200 with entries, running ones first; 304 for a known ETag, and 200 after a change', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, entry, organiser } = await addScene(db)
    const later = await addTournament(db, { starts_at: Date.now() + 2 * day, ends_at: Date.now() + 3 * day })
    const response = await page('/api/tournaments')
    const list: Tournament[] = await response.json()
    expect(list.map(({ id }) => id)).toEqual([tournament, later])
    expect(list[0]?.entries.map(({ id }) => id)).toEqual([entry])
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await page('/api/tournaments', { headers })).status).toBe(304)
    await page(`/api/tournaments/${tournament}`, {
      method: 'PATCH',
      json: { name: 'x' },
      cookie: organiser.cookie,
    })
    expect((await page('/api/tournaments', { headers })).status).toBe(200)
  })

  test('answers in pages linked by the Link header; 400 for an invalid limit or cursor', async () => {
    const { page, db } = await makeTestApp()
    for (let n = 0; n < 5; n++) await addTournament(db)
    const all: Tournament[] = await (await page('/api/tournaments')).json()
    const pages = await readPages<Tournament[]>({ page }, '/api/tournaments?limit=2')
    expect(pages.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    for (const search of [
      'limit=0',
      'limit=x',
      'limit=201',
      'cursor=nothing',
      'cursor=soon_1_a',
      'status=late',
    ])
      expect((await page(`/api/tournaments?${search}`)).status).toBe(400)
  })

  test('holds 200 tournaments by default, those of a status or a search, and counts entries', async () => {
    const { page, db } = await makeTestApp()
    const organiser_id = await addUser(db)
    for (let n = 0; n < 201; n++) await addTournament(db, { organiser_id })
    const fields = { organiser_id, name: 'Harbour Open', cancelled_at: 1 }
    const off = await addTournament(db, fields)
    const read = async (search: string) => {
      const response = await page(`/api/tournaments${search}`)
      const list: Tournament[] = await response.json()
      return { ids: list.map(({ id }) => id), next: response.headers.get('link') }
    }
    const first = await read('')
    expect(first.ids).toHaveLength(200)
    expect(first.next).toStartWith('</api/tournaments?cursor=')
    expect(await read('?status=cancelled')).toEqual({ ids: [off], next: null })
    expect(await read('?q=harb')).toEqual({ ids: [off], next: null })
    expect(await read('?q=harb&status=active')).toEqual({ ids: [], next: null })
  })

  test('the clock changes a tournament’s status in every answer at once', async () => {
    const testApp = await makeTestApp()
    const { page, db, setNow } = testApp
    const start = Date.now()
    setNow(start)
    const id = await addTournament(db, { starts_at: start + 1000, ends_at: start + 5000 })
    await addEntry(db, { tournament_id: id })
    const statuses = async () => {
      const [one]: Tournament[] = await (await page('/api/tournaments')).json()
      const { status } = await (await page(`/api/tournaments/${id}`)).json()
      return [one?.status, status, (await (await page('/api/leaderboard')).json()).length]
    }
    expect(await statuses()).toEqual(['upcoming', 'upcoming', 0])
    setNow(start + 1000)
    expect(await statuses()).toEqual(['active', 'active', 1])
    setNow(start + 5000)
    expect(await statuses()).toEqual(['completed', 'completed', 1])
    setNow(start)
    expect(await statuses()).toEqual(['upcoming', 'upcoming', 0])
  })
})

describe('GET /api/tournaments/:id/calendar.ics', () => {
  test('has one event in UTC, with escaped text and folded lines', async () => {
    const { page, db } = await makeTestApp()
    const id = await addTournament(db, {
      name: 'Cup, the; best\\',
      description: `One\n${'ä'.repeat(60)}`,
      starts_at: Date.UTC(2026, 5, 1, 12),
      ends_at: Date.UTC(2026, 5, 2, 12),
    })
    const response = await page(`/api/tournaments/${id}/calendar.ics`)
    expect(response.headers.get('content-type')).toStartWith('text/calendar')
    const text = await response.text()
    expect(text).toContain('\r\nDTSTART:20260601T120000Z\r\nDTEND:20260602T120000Z\r\n')
    expect(text).toContain('\r\nSUMMARY:Cup\\, the\\; best\\\\\r\n')
    expect(text.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:One\\n${'ä'.repeat(60)}\r\n`)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  test('answers 304 for a known ETag, and 200 after a change', async () => {
    const { page, db } = await makeTestApp()
    const id = await addTournament(db)
    const path = `/api/tournaments/${id}/calendar.ics`
    const headers = { 'if-none-match': `W/${(await page(path)).headers.get('etag')}, "another"` }
    expect((await page(path, { headers })).status).toBe(304)
    await changeRows(db, 'tournaments', { location: 'Pier 7' }, { id })
    expect((await page(path, { headers })).status).toBe(200)
  })
})

describe('the rules', () => {
  test('canBeEdited refuses cancelled tournaments', () => {
    expect(canBeEdited({ cancelled_at: 1 })).toBe(false)
    expect(canBeEdited({ cancelled_at: null })).toBe(true)
  })

  test('statusAt counts the start as active and the end as completed', () => {
    const times = { starts_at: 10, ends_at: 20, cancelled_at: null }
    expect([9, 10, 19, 20].map(now => statusAt(times, now))).toEqual([
      'upcoming',
      'active',
      'active',
      'completed',
    ])
    expect(statusAt({ ...times, cancelled_at: 1 }, 15)).toBe('cancelled')
  })
})

test('the organiser’s name is public, follows its account, and MARINA_NAME replaces it', async () => {
  const { page, db } = await makeTestApp()
  const organiser = await addSigned(db, { metadata: JSON.stringify({ first_name: 'Olga' }) })
  const id = await addTournament(db, { organiser_id: organiser.id })
  const name = async () => (await (await page(`/api/tournaments/${id}`)).json()).organiserName
  expect(await name()).toBe('Olga')
  await page('/api/auth/user', { method: 'PATCH', json: { lastName: 'Ruiz' }, cookie: organiser.cookie })
  expect(await name()).toBe('Olga Ruiz')
  const marina = await makeTestApp({ MARINA_NAME: 'Pier 7 Marina' }, {}, db)
  expect((await (await marina.page(`/api/tournaments/${id}`)).json()).organiserName).toBe('Pier 7 Marina')
})
