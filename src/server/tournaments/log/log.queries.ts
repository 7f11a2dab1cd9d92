import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { CatchId, EntryId, PenaltyId, TournamentId } from '#contract/ids.ts'
import type { LogEnvelope, LogEvent, LogHead, LogTexts } from '#contract/tournaments/log-chain.ts'
import { noHash } from '#contract/tournaments/log-chain.ts'
import { slipNumber } from '#contract/tournaments/slip-number.ts'
import { compileFirst, compileInsert, compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import type { LogEventsTable, LogTextsTable } from './log.table.ts'

const lastEvent = compileFirst((db, tournament: TournamentId) =>
  db
    .selectFrom('log_events')
    .select(['seq', 'hash'])
    .where('tournament_id', '=', tournament)
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
)

/** `seq` 0 and zeros of an empty log. */
export const readHead = async (db: Db, tournament: TournamentId): Promise<LogHead> =>
  (await lastEvent(db, tournament)) ?? { seq: 0, hash: noHash }

/** Returns the log's last event, or null if the log is private or empty. */
export async function readPublicHead(db: Db, tournament: TournamentId): Promise<LogHead | null> {
  const row = await db
    .selectFrom('tournaments')
    .innerJoin('log_events', 'log_events.tournament_id', 'tournaments.id')
    .select(['log_events.seq', 'log_events.hash'])
    .where('tournaments.id', '=', tournament)
    .where('tournaments.public_log', '=', 1)
    .orderBy('log_events.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the latest event about each catch or entry, with its time in milliseconds since 1970. */
export async function listLatest(
  db: Db,
  tournament: TournamentId,
  subjects: readonly (CatchId | EntryId)[],
): Promise<Map<string, LogHead & { at: number }>> {
  const rows = await db
    .selectFrom('log_subjects')
    .innerJoin('log_events', join =>
      join
        .onRef('log_events.tournament_id', '=', 'log_subjects.tournament_id')
        .onRef('log_events.seq', '=', 'log_subjects.last_seq'),
    )
    .select(['log_subjects.subject', 'log_events.seq', 'log_events.hash', 'log_events.hashed'])
    .where('log_subjects.tournament_id', '=', tournament)
    .where('log_subjects.subject', 'in', anyOf(subjects))
    .execute()
  const timeOf = (hashed: string) => Date.parse((JSON.parse(hashed) as LogEnvelope).at)
  return new Map(rows.map(({ subject, hashed, ...head }) => [subject, { ...head, at: timeOf(hashed) }]))
}

/** The columns count, not what the envelope says, so that a checker finds where they differ. */
export const eventOf = ({ tournament_id: tournament, seq, hashed, hash }: LogEventsTable): LogEvent => ({
  ...(JSON.parse(hashed) as LogEnvelope),
  tournament,
  seq,
  hash,
})

/** Returns the rows as stored, ascending. */
export const listRows = compileOnce((db, tournament: TournamentId, after: number, size: number) =>
  db
    .selectFrom('log_events')
    .selectAll()
    .where('tournament_id', '=', tournament)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(size),
)

/** Returns the events, ascending. */
export const listEvents = async (
  db: Db,
  tournament: TournamentId,
  after: number,
  size: number,
): Promise<LogEvent[]> => (await listRows(db, tournament, after, size)).map(eventOf)

const ends = compileFirst((db, tournament: TournamentId, subject: string) =>
  db
    .selectFrom('log_events as head')
    .leftJoin('log_subjects as about', join =>
      join.onRef('about.tournament_id', '=', 'head.tournament_id').on('about.subject', '=', subject),
    )
    .select(['head.seq', 'head.hash', 'about.last_seq as last'])
    .where('head.tournament_id', '=', tournament)
    .orderBy('head.seq', 'desc')
    .limit(sql.lit(1)),
)

/** Returns the head, and the latest event about the subject. */
export const readEnds = async (
  db: Db,
  tournament: TournamentId,
  subject: string,
): Promise<LogHead & { last: number | null }> =>
  (await ends(db, tournament, subject)) ?? { seq: 0, hash: noHash, last: null }

const eventAt = compileFirst((db, tournament: TournamentId, seq: number) =>
  db.selectFrom('log_events').selectAll().where('tournament_id', '=', tournament).where('seq', '=', seq),
)

/** Returns the event, or null. */
export async function findEvent(db: Db, tournament: TournamentId, seq: number): Promise<LogEvent | null> {
  const row = await eventAt(db, tournament, seq)
  return row ? eventOf(row) : null
}

export const insertEvents = compileInsert((db, events: readonly Insertable<LogEventsTable>[]) =>
  db.insertInto('log_events').values(events),
)

/** Returns the first and the latest event about a subject. */
const findSubject = compileFirst((db, tournament: TournamentId, subject: string) =>
  db
    .selectFrom('log_subjects')
    .select(['first_seq as first', 'last_seq as last'])
    .where('tournament_id', '=', tournament)
    .where('subject', '=', subject),
)

/** Notes the latest event about a subject. */
export const noteSubject = compileOnce((db, tournament: TournamentId, subject: string, seq: number) =>
  db
    .insertInto('log_subjects')
    .values({ tournament_id: tournament, subject, first_seq: seq, last_seq: seq })
    .onConflict(conflict => conflict.columns(['tournament_id', 'subject']).doUpdateSet({ last_seq: seq })),
)

/** Returns the events about a subject, the first one first. */
export async function listEventsAbout(
  db: Db,
  tournament: TournamentId,
  subject: string,
): Promise<LogEvent[]> {
  const ends = await findSubject(db, tournament, subject)
  const events: LogEvent[] = []
  for (let seq: number | null = ends?.last ?? null; seq !== null; ) {
    const event: LogEvent | null = await findEvent(db, tournament, seq)
    if (event === null) break
    events.unshift(event)
    seq = seq === ends?.first ? null : event.of
  }
  return events
}

/** Returns whether the catch was recorded for this entry first. It may have moved since. */
export async function wasWeighedInFor(
  db: Db,
  tournament: TournamentId,
  id: CatchId,
  entry: EntryId,
): Promise<boolean> {
  const ends = await findSubject(db, tournament, id)
  const event = ends && (await findEvent(db, tournament, ends.first))
  return event?.data.entryId === entry
}

const hashPattern = /^[0-9a-f]{64}$/

/** Returns the texts of the hashes in events, without erased ones. */
export async function readTexts(
  db: Db,
  tournament: TournamentId,
  events: readonly LogEvent[],
): Promise<LogTexts> {
  const hashes = new Set<string>()
  for (const { by, reason, data } of events)
    for (const value of [by, reason, ...Object.values(data).flat()])
      if (typeof value === 'string' && hashPattern.test(value)) hashes.add(value)
  if (hashes.size === 0) return {}
  const rows = await db
    .selectFrom('log_texts')
    .select(['hash', 'salt', 'text'])
    .where('tournament_id', '=', tournament)
    .where('hash', 'in', anyOf([...hashes]))
    .orderBy('hash')
    .execute()
  return Object.fromEntries(rows.map(({ hash, salt, text }) => [hash, { salt, text }]))
}

/** Names of a person in a tournament, of which all have one salt. */
export const listNames = compileOnce((db, tournament: TournamentId, person: string) =>
  db
    .selectFrom('log_texts')
    .select(['hash', 'salt', 'text'])
    .where('tournament_id', '=', tournament)
    .where('person', '=', person),
)

export const insertTexts = compileInsert((db, texts: readonly Insertable<LogTextsTable>[]) =>
  db.insertInto('log_texts').values(texts),
)

/** @returns the text with its owner, or undefined if there was none */
export const eraseText = (trx: Trx, tournament: TournamentId, hash: string) =>
  trx
    .deleteFrom('log_texts')
    .where('tournament_id', '=', tournament)
    .where('hash', '=', hash)
    .returning(['hash', 'text', 'person'])
    .executeTakeFirst()

/** Erases the names of a deleted account. The chain stays valid. */
export async function eraseNames(trx: Trx, person: string): Promise<void> {
  await trx.deleteFrom('log_texts').where('person', '=', person).execute()
}

/** Returns the first part of the log's slip numbers, or null if nothing was logged. */
export async function findCode(db: Db, tournament: TournamentId): Promise<string | null> {
  const row = await db
    .selectFrom('logs')
    .select('code')
    .where('tournament_id', '=', tournament)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Returns the tournament with this code, or null. */
export async function findByCode(db: Db, code: string): Promise<TournamentId | null> {
  const row = await db.selectFrom('logs').select('tournament_id').where('code', '=', code).executeTakeFirst()
  return row?.tournament_id ?? null
}

/** @returns whether the code was free */
export async function insertLog(trx: Trx, tournament: TournamentId, code: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count = 0n } = await trx
    .insertInto('logs')
    .values({ tournament_id: tournament, code })
    .onConflict(conflict => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow()
  return count > 0n
}

/** Returns a penalty, even if it was lifted. */
export const findPenalty = (db: Db, id: PenaltyId) =>
  db.selectFrom('penalties').select(['key', 'day', 'count']).where('id', '=', id).executeTakeFirstOrThrow()

/** Returns the slip numbers from the events that recorded catches, by catch. Leaves out those that aren't in the log. */
export async function listSlipNumbers(
  db: Db,
  tournament: TournamentId,
  catches: readonly CatchId[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('log_subjects')
    .innerJoin('logs', 'logs.tournament_id', 'log_subjects.tournament_id')
    .innerJoin('log_events', join =>
      join
        .onRef('log_events.tournament_id', '=', 'log_subjects.tournament_id')
        .onRef('log_events.seq', '=', 'log_subjects.first_seq'),
    )
    .select(['log_subjects.subject', 'logs.code', 'log_events.seq', 'log_events.hash'])
    .where('log_subjects.tournament_id', '=', tournament)
    .where('log_subjects.subject', 'in', anyOf(catches))
    .execute()
  return new Map(rows.map(({ subject, code, ...first }) => [subject, slipNumber(code, first)]))
}
