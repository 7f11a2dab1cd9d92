import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** The log of each tournament, a chain of hashes; catches of before are its first events. */
export async function up(db: Kysely<never>): Promise<void> {
  // Null: not stated, so not public.
  await sql`alter table tournaments add column public_log integer check (public_log in (0, 1))`.execute(db)
  // `code`: the first part of its slips' numbers.
  await sql`
    create table logs (
      tournament_id text primary key references tournaments (id),
      code text not null unique
    ) strict, without rowid
  `.execute(db)
  // Append-only. Without a reference to the tournament, after which they go. `hashed`: JSON as RFC 8785 writes it.
  await sql`
    create table log_events (
      tournament_id text not null,
      seq integer not null check (seq > 0),
      hashed text not null,
      hash text not null,
      primary key (tournament_id, seq)
    ) strict, without rowid
  `.execute(db)
  // What hashes in the chain stand for. `person`: whose name it is; null: another text.
  await sql`
    create table log_texts (
      tournament_id text not null references tournaments (id),
      hash text not null,
      salt text not null,
      text text not null,
      person text,
      primary key (tournament_id, hash)
    ) strict
  `.execute(db)
  await sql`
    create index log_texts_person on log_texts (person, tournament_id) where person is not null
  `.execute(db)
  // The first and the latest event about something, such as a catch.
  await sql`
    create table log_subjects (
      tournament_id text not null references tournaments (id),
      subject text not null,
      first_seq integer not null,
      last_seq integer not null,
      primary key (tournament_id, subject)
    ) strict, without rowid
  `.execute(db)
  await sql`create index log_subjects_subject on log_subjects (subject)`.execute(db)
  await open(db)
  await sql`
    create trigger log_events_no_update before update on log_events
    begin select raise(abort, 'the log is append-only'); end
  `.execute(db)
  await sql`
    create trigger log_events_no_delete before delete on log_events
    when exists (select 1 from tournaments where id = old.tournament_id)
    begin select raise(abort, 'the log is append-only'); end
  `.execute(db)
}

interface Catch {
  tournament: string
  entryId: string
  boat: string
  catchId: string
  weight: number | null
  ounces: number | null
  length: number | null
  released: 0 | 1
  species: string
  anglerId: string | null
  angler: string | null
  /** JSON, as `marks`. */
  divisions: string | null
  marks: string
  caughtAt: number
  weighedAt: number | null
  scale: string | null
  witness: string | null
  createdAt: number
  disqualified: 0 | 1
  allowed: 0 | 1
}

interface Log {
  seq: number
  prev: string
  /** Hashes of names, by person. */
  names: Map<string, string>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const sorted = (members: object) =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))

async function open(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<Catch>`
    select tournament_id as tournament, entries.id as "entryId", boats.name as boat, catches.id as "catchId",
      weight_hundredths as weight, ounces, length_hundredths as length, released, species,
      angler_id as "anglerId", anglers.name as angler, divisions, marks, caught_at as "caughtAt", weighed_at as "weighedAt",
      scale, witness, catches.created_at as "createdAt",
      catches.disqualified_at is not null as disqualified, catches.allowed_at is not null as allowed
    from catches
      join entries on entries.id = catches.entry_id
      join boats on boats.id = boat_id
      left join anglers on anglers.id = angler_id
    order by tournament_id, catches.created_at, catches.id
  `.execute(db)
  const now = Date.now()
  const codes = new Set<string>()
  const logs = new Map<string, Log>()
  for (const row of rows) {
    let log = logs.get(row.tournament)
    if (!log) {
      log = { seq: 0, prev: '0'.repeat(64), names: new Map() }
      logs.set(row.tournament, log)
      await sql`insert into logs (tournament_id, code) values (${row.tournament}, ${newCode(row.tournament, codes)})`.execute(
        db,
      )
    }
    await append(db, log, row, now)
  }
}

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function newCode(tournament: string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const bytes = createHash('sha256').update(`${tournament} ${attempt}`).digest()
    const code = Array.from(bytes.subarray(0, 5), byte => letters[byte % letters.length]).join('')
    if (taken.has(code)) continue
    taken.add(code)
    return code
  }
}

async function append(db: Kysely<never>, log: Log, row: Catch, now: number): Promise<void> {
  const name = (person: string, text: string) => commit(db, row.tournament, log, person, text)
  const weight =
    row.ounces !== null
      ? `${row.ounces} oz`
      : row.weight === null
        ? null
        : `${(row.weight / 100).toFixed(2)} lb`
  const marks = (JSON.parse(row.marks) as string[]).join(', ')
  const data = {
    boat: row.boat,
    catchId: row.catchId,
    caughtAt: iso(row.caughtAt),
    entryId: row.entryId,
    species: row.species,
    recordedAt: iso(row.createdAt),
    ...(weight !== null && { weight }),
    ...(row.length !== null && { length: `${(row.length / 100).toFixed(2)} in` }),
    ...(row.released === 1 && { released: true }),
    ...(row.anglerId !== null && {
      anglerId: row.anglerId,
      angler: await name(row.anglerId, anglerName(row)),
    }),
    ...(marks !== '' && { marks }),
    ...(row.weighedAt !== null && { weighedAt: iso(row.weighedAt) }),
    ...(row.scale !== null && { scale: row.scale }),
    ...(row.witness !== null && { witness: await name(`witness ${row.witness}`, row.witness) }),
    ...(row.disqualified === 1 && { disqualified: true }),
    ...(row.allowed === 1 && { allowed: true }),
  }
  log.seq += 1
  const envelope = JSON.stringify(
    sorted({
      at: iso(now),
      by: null,
      data: sorted(data),
      kind: 'opened',
      of: null,
      prev: log.prev,
      reason: null,
      role: null,
      seq: log.seq,
      tournament: row.tournament,
    }),
  )
  log.prev = sha256(envelope)
  await sql`
    insert into log_events (tournament_id, seq, hashed, hash)
    values (${row.tournament}, ${log.seq}, ${envelope}, ${log.prev})
  `.execute(db)
  await sql`
    insert into log_subjects (tournament_id, subject, first_seq, last_seq)
    values (${row.tournament}, ${row.catchId}, ${log.seq}, ${log.seq})
  `.execute(db)
}

/** "Ana R." of those in divisions, who may be minors. */
function anglerName({ angler, divisions }: Pick<Catch, 'angler' | 'divisions'>): string {
  const [first = '', ...rest] = (angler ?? '').split(' ')
  if (divisions === null || divisions === '[]') return angler ?? ''
  const initial = rest.at(-1)?.at(0)
  return initial === undefined ? first : `${first} ${initial}.`
}

/** @returns the hash that stands for a name */
async function commit(
  db: Kysely<never>,
  tournament: string,
  log: Log,
  person: string,
  text: string,
): Promise<string> {
  const known = log.names.get(person)
  if (known !== undefined) return known
  const salt = randomBytes(16).toString('hex')
  const hash = sha256(`${salt}\n${text}`)
  log.names.set(person, hash)
  await sql`
    insert into log_texts (tournament_id, hash, salt, text, person)
    values (${tournament}, ${hash}, ${salt}, ${text}, ${person})
  `.execute(db)
  return hash
}
