import { expect, test } from 'bun:test'
import { newId, type TournamentId } from '#contract/ids.ts'
import { migrations } from '../../../../db/migrations/index.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addUser } from '../../../../tests/support/factories.ts'
import { makeDb } from './connection.ts'
import { isCurrent, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

type Row = Record<string, string | number | null>

/** The first release had nine migrations. */
const firstRelease = Object.fromEntries(Object.entries(migrations).slice(0, 9))

const id = () => String(newId())
const [captain, backer, organiser] = [id(), id(), id()]
const [boat, open, settledTournament, entry, wonEntry] = [id(), id(), id(), id(), id()]
const [image, video, post, catchId] = [id(), id(), id(), id()]
const at = Date.parse('2026-06-01T12:00:00Z')

const user = (userId: string, email: string): Row => ({
  id: userId,
  email,
  created_at: at,
  updated_at: at,
})
const tournament = (tournamentId: string): Row => ({
  id: tournamentId,
  organiser_id: organiser,
  name: 'Cup',
  starts_at: at,
  ends_at: at + 1,
  created_at: at,
  updated_at: at,
})
const entryOf = (entryId: string, tournamentId: string, cents: number): Row => ({
  id: entryId,
  tournament_id: tournamentId,
  boat_id: boat,
  funding_goal_cents: 100_000,
  current_funding_cents: cents,
  payout_basis_points: 4000,
  created_at: at,
})
const funding = (changes: Row): Row => ({
  id: id(),
  entry_id: entry,
  backer_id: backer,
  amount_cents: 1000,
  status: 'completed',
  mode: 'test',
  intent_id: `pi_mock_${id()}`,
  created_at: at,
  held_until: at,
  completed_at: at,
  ...changes,
})
const wonFunding = funding({ entry_id: wonEntry, mode: 'live', intent_id: 'pi_1', charge_id: 'ch_1' })
const receipt = funding({ amount_cents: 1100, mail_due: 'receipt', mail_due_at: at })
const partRefund = funding({
  amount_cents: 1200,
  given_back_cents: 200,
  mail_due: 'part_refund',
  mail_due_at: at,
  mail_tries: 3,
})
const refund = funding({
  amount_cents: 1300,
  status: 'refunded',
  refund_requested_at: at,
  refunded_at: at,
  mail_due: 'refund',
})
const calledOff = funding({
  amount_cents: 1400,
  refund_requested_at: at,
  mail_due: 'called_off',
  mail_due_at: at,
})

/** Rows in the order of foreign keys. */
const rows: Record<string, Row[]> = {
  users: [
    user(captain, 'captain@example.org'),
    user(backer, 'backer@example.org'),
    user(organiser, 'organiser@example.org'),
  ],
  sessions: [
    {
      id: id(),
      user_id: captain,
      cookie_hash: 'c',
      method: 'password',
      created_at: at,
      seen_at: at,
      idle_expires_at: at,
      expires_at: at,
    },
  ],
  one_time_tokens: [
    { hash: 'h', user_id: captain, type: 'recovery', email: 'c@example.org', created_at: at, expires_at: at },
  ],
  auth_codes: [
    {
      hash: 'h',
      user_id: captain,
      code_challenge: 'c',
      code_challenge_method: 's256',
      method: 'otp',
      expires_at: at,
    },
  ],
  images: [{ id: image, owner_id: captain, width: 8, height: 8, size_bytes: 9, created_at: at }],
  boats: [
    { id: boat, owner_id: captain, name: 'Reel', captain_name: 'Ana', image_id: image, created_at: at },
  ],
  tournaments: [tournament(open), tournament(settledTournament)],
  entries: [entryOf(entry, open, 3300), entryOf(wonEntry, settledTournament, 1000)],
  catches: [
    {
      id: catchId,
      entry_id: entry,
      weight_hundredths: 100,
      species: 'Tuna',
      caught_at: at,
      recorded_by: organiser,
      created_at: at,
      updated_at: at,
    },
  ],
  updates: [
    {
      id: id(),
      entry_id: entry,
      tournament_id: open,
      author_id: captain,
      catch_id: catchId,
      content: 'Fish',
      image_id: image,
      created_at: at,
    },
  ],
  crew_members: [{ user_id: organiser, boat_id: boat, approved_at: at, created_at: at }],
  jobs: [
    { id: id(), kind: 'refund', subject: String(calledOff.id), state: 'failed', due_at: at, created_at: at },
    {
      id: id(),
      kind: 'mail-win',
      subject: `${wonEntry}/${backer}`,
      state: 'waiting',
      due_at: at,
      created_at: at,
    },
  ],
  fundings: [wonFunding, receipt, partRefund, refund, calledOff],
  ledger: [
    {
      id: 1,
      movement_id: 'm',
      kind: 'funding',
      account: 'stakes',
      cents: 1000,
      funding_id: wonFunding.id ?? null,
      created_at: at,
    },
  ],
  webhook_events: [{ id: 'evt_1', type: 'charge.refunded', received_at: at }],
  disputes: [
    {
      id: 'dp_1',
      funding_id: refund.id ?? null,
      amount_cents: 1000,
      status: 'open',
      created_at: at,
      checked_at: at,
    },
  ],
  settlements: [{ tournament_id: settledTournament, settled_by: organiser, settled_at: at }],
  results: [
    {
      entry_id: wonEntry,
      tournament_id: settledTournament,
      winnings_cents: 5000,
      payout_basis_points: 4000,
      raised_cents: 1000,
      pool_cents: 2000,
    },
  ],
  payouts: [
    {
      id: id(),
      entry_id: wonEntry,
      funding_id: wonFunding.id ?? null,
      backer_id: backer,
      funded_at: at,
      contributed_cents: 1000,
      extra_cent: 0,
      amount_cents: 2000,
    },
  ],
  crew_videos: [
    {
      id: video,
      owner_id: captain,
      file_name: 'a.mp4',
      size_bytes: 9,
      status: 'ready',
      poster_image_id: image,
      created_at: at,
      expires_at: at,
    },
  ],
  crew_posts: [
    {
      id: post,
      video_id: video,
      author_id: captain,
      boat_id: boat,
      tag: 'Catch',
      visibility: 'Public',
      created_at: at,
    },
  ],
  crew_post_reports: [{ id: id(), post_id: post, reporter_id: backer, created_at: at }],
}

test('upgrades a database of the first release with rows in every table: retains each row and sends due mails', async () => {
  const database = openDatabase(':memory:')
  const db = makeDb(database)
  await migrate(database, db, firstRelease)
  const tables = database
    .query<{ name: string }, []>(
      "select name from sqlite_master where type = 'table' and name not like 'kysely_%' and name not like 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)
  expect(tables.sort()).toEqual(Object.keys(rows).sort())
  for (const [table, of] of Object.entries(rows))
    for (const row of of) {
      const columns = Object.keys(row)
      const sql = `insert into ${table} (${columns}) values (${columns.map(() => '?')})`
      database.query(sql).run(...Object.values(row))
    }
  const all = (table: string) => database.query<Row, []>(`select * from ${table}`).all()
  const before = Object.fromEntries(tables.map(table => [table, all(table)]))

  await migrate(database, db)

  expect(database.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(database.query('pragma foreign_key_check').all()).toEqual([])
  const droppedColumns = ['mail_due', 'mail_due_at', 'mail_tries']
  for (const table of tables)
    for (const [index, row] of (before[table] ?? []).entries()) {
      const columns = Object.entries(row).filter(([name]) => !droppedColumns.includes(name))
      expect([table, all(table)[index]]).toEqual([
        table,
        expect.objectContaining(Object.fromEntries(columns)),
      ])
    }
  expect(all('entries')).toMatchObject(Array(2).fill({ if_goal_missed: 'share', goal_decided_at: null }))
  const terms = {
    bought_basis_points: 4000,
    bought_goal_cents: 100_000,
    bought_goal_rule: 'share',
    insider: null,
  }
  expect(all('fundings')).toMatchObject(Array(5).fill(terms))
  expect(all('tournaments')).toMatchObject(
    Array(2).fill({ funding_closes_at: null, funding_closed_at: null, payout_days: null }),
  )
  const app = await makeTestApp({}, {}, db)
  app.setNow(at + 60_000)
  await app.sendMails()
  expect(app.mails.map(({ to }) => to)).toEqual(Array(5).fill('backer@example.org'))
  const texts = app.mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n')
  for (const amount of [
    'Receipt: $11',
    '$2 of $14',
    'Refunded: $13',
    'Your refund for Reel: $14',
    'You won $20',
  ])
    expect(texts).toContain(amount)
  expect((await app.page('/api/tournaments')).status).toBe(200)
})

test('names of earlier accounts become one line of at most 60 characters, without invisible marks', async () => {
  const database = openDatabase(':memory:')
  const db = makeDb(database)
  const before = Object.entries(migrations).filter(([name]) => name < '0054-person-names')
  await migrate(database, db, Object.fromEntries(before))
  const metadata = [
    { first_name: 'Ann\n\u202eLee', last_name: '🎣'.repeat(40), boat: 'Reel\nDeal' },
    { first_name: 'Bo', last_name: 7 },
  ]
  for (const [index, value] of metadata.entries())
    await addUser(db, { email: `${index}@example.org`, metadata: JSON.stringify(value) })
  await migrate(database, db)
  const rows = await db.selectFrom('users').select('metadata').orderBy('email').execute()
  expect(rows.map(row => JSON.parse(row.metadata))).toEqual([
    { first_name: 'Ann Lee', last_name: '🎣'.repeat(30), boat: 'Reel\nDeal' },
    metadata[1],
  ])
  await db.destroy()
})

test('a database of a commit between 0026 and 0025 upgrades', async () => {
  const { '0025-payout-days': _, ...others } = migrations
  const database = openDatabase(':memory:')
  const db = makeDb(database)
  const between = Object.entries(others).filter(([name]) => name <= '0026-my-tournaments')
  await migrate(database, db, Object.fromEntries(between))
  await migrate(database, db)
  expect(isCurrent(database)).toBe(true)
  await db.destroy()
})

test('the log of a tournament, the audit trail and queued notifications become events', async () => {
  const database = openDatabase(':memory:')
  const db = makeDb(database)
  const before = Object.entries(migrations).filter(([name]) => name < '0058-events')
  await migrate(database, db, Object.fromEntries(before))
  const [owner, member] = [await addUser(db), await addUser(db)]
  const [action, auditRow, cup] = [id(), id(), id()]
  const insert = (table: string, row: Row) => {
    const columns = Object.keys(row)
    database
      .query(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`)
      .run(...Object.values(row))
  }
  insert('tournaments', { ...tournament(cup), organiser_id: owner })
  insert('tournament_actions', {
    id: action,
    tournament_id: cup,
    actor_id: owner,
    role: 'organiser',
    kind: 'staff-removed',
    about_user: member,
    subject: 'weigh master',
    created_at: at,
  })
  insert('audit_log', {
    id: auditRow,
    actor_id: null,
    kind: 'tournament-cancelled',
    subject_kind: 'tournament',
    subject_id: cup,
    detail: 'Cup',
    address: 'command line',
    created_at: at + 1,
  })
  const jobs = {
    done: { type: 'funding-closes', tournament: cup, at },
    caught: { type: 'weigh-in', catch: 'c', place: 1, moved: true, lead: null, by: owner, at },
  }
  for (const [state, subject] of Object.entries({ done: jobs.done, waiting: jobs.caught }))
    insert('jobs', {
      id: id(),
      kind: 'notification',
      subject: JSON.stringify(subject),
      state,
      due_at: at,
      created_at: at,
    })
  await migrate(database, db)
  const empty = { tournament_id: null, role: null, address: null, text: null, detail: null, data: '{}' }
  expect(await db.selectFrom('events').selectAll().orderBy('created_at').execute()).toEqual([
    {
      ...empty,
      id: action,
      kind: 'staff-removed',
      tournament_id: cup as TournamentId,
      actor_id: owner,
      role: 'organiser',
      subject_kind: 'user',
      subject_id: member,
      text: 'weigh master',
      created_at: at,
    },
    {
      ...empty,
      id: auditRow,
      kind: 'tournament-cancelled',
      actor_id: null,
      address: 'command line',
      subject_kind: 'tournament',
      subject_id: cup,
      detail: 'Cup',
      created_at: at + 1,
    },
  ])
  const subjects = await db.selectFrom('jobs').select('subject').orderBy('state').execute()
  expect(subjects.map(({ subject }) => subject)).toEqual([
    // The text that `remind` queues, so that it is not queued again.
    JSON.stringify({ kind: 'funding-closes', at, tournament: cup }),
    JSON.stringify({
      catch: { id: 'c' },
      place: 1,
      moved: true,
      lead: null,
      by: owner,
      at,
      kind: 'catch-recorded',
    }),
  ])
  await db.destroy()
})
