import {
  type CatchId,
  type EntryId,
  newId,
  type PenaltyId,
  type ProtestId,
  type ProtestStepId,
  type TournamentId,
  type UserId,
} from '#contract/ids.ts'
import type { Effect, ProtestState, StepKind } from '#contract/tournaments/protests.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { newestFirst } from '#server/db/row-order.ts'
import { countRows } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import type { Position } from '#server/http/paging.ts'
import type { ProtestRow } from './protests.table.ts'

export const noProtest = () => notFound('There is no such protest.')

export const findProtest = (db: Db, id: ProtestId): Promise<ProtestRow | undefined> =>
  db.selectFrom('protests').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws ApiError 404 */
export async function getProtest(db: Db, id: ProtestId): Promise<ProtestRow> {
  const row = await findProtest(db, id)
  if (!row) throw noProtest()
  return row
}

/** The latest first. @param stage undefined: all */
export const listProtests = (
  db: Db,
  tournament: TournamentId,
  stage: 'open' | 'closed' | undefined,
  size: number,
  after: Position,
): Promise<ProtestRow[]> =>
  db
    .selectFrom('protests')
    .selectAll()
    .where('tournament_id', '=', tournament)
    .$if(stage === 'open', rows => rows.where('state', '=', 'open'))
    .$if(stage === 'closed', rows => rows.where('state', '!=', 'open'))
    .$call(newestFirst('created_at', 'id', after, size))
    .execute()

/** Returns the open protests about a catch. */
export const listOpenProtests = (db: Db, tournament: TournamentId, of: CatchId): Promise<ProtestRow[]> =>
  db
    .selectFrom('protests')
    .selectAll()
    .where('tournament_id', '=', tournament)
    .where('state', '=', 'open')
    .where('catch_id', '=', of)
    .execute()

export interface NewProtest {
  /** Chosen by the client. */
  id?: ProtestId | undefined
  tournament: TournamentId
  from: EntryId | null
  entry: EntryId | null
  catch: CatchId | null
  penalty: PenaltyId | null
  rule: string | null
  text: string
  late: boolean
  by: UserId
  role: 'co-organiser' | 'organiser' | null
}

export const insertProtest = (trx: Trx, protest: NewProtest, now: number): Promise<ProtestRow> =>
  trx
    .insertInto('protests')
    .values({
      id: protest.id ?? newId<'protest'>(),
      tournament_id: protest.tournament,
      from_entry_id: protest.from,
      entry_id: protest.entry,
      catch_id: protest.catch,
      penalty_id: protest.penalty,
      rule: protest.rule,
      content: protest.text,
      late: protest.late ? 1 : 0,
      filed_by: protest.by,
      filed_as: protest.role,
      created_at: now,
      state: 'open',
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Counts the protests of a tournament. `open` are part of `all`; `openByEntry` has them by the boat that filed them. */
export async function countProtests(db: Db, tournament: TournamentId) {
  const rows = await db
    .selectFrom('protests')
    .select(['state', 'from_entry_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('tournament_id', '=', tournament)
    .groupBy(['state', 'from_entry_id'])
    .execute()
  const total = (groups: typeof rows) => groups.reduce((sum, { count }) => sum + count, 0)
  const open = rows.filter(({ state }) => state === 'open')
  return {
    all: total(rows),
    open: total(open),
    openByEntry: new Map(open.map(({ from_entry_id: entry, count }) => [entry, count])),
  }
}

export async function setState(trx: Trx, id: ProtestId, state: ProtestState): Promise<void> {
  await trx.updateTable('protests').set({ state }).where('id', '=', id).execute()
}

export interface NewStep {
  kind: StepKind
  text: string | null
  effects?: readonly Effect[]
  interested?: boolean
  by: UserId
  role: 'co-organiser' | 'organiser' | null
  at: number
}

export async function insertStep(
  trx: Trx,
  protest: ProtestId,
  { kind, text, effects, interested = false, by, role, at }: NewStep,
): Promise<ProtestStepId> {
  const id = newId<'protest-step'>()
  await trx
    .insertInto('protest_steps')
    .values({
      id,
      protest_id: protest,
      kind,
      content: text,
      effects: effects ? JSON.stringify(effects) : null,
      interested: interested ? 1 : 0,
      taken_by: by,
      role,
      created_at: at,
    })
    .execute()
  return id
}

export const countSteps = (db: Db, protest: ProtestId, kind: StepKind): Promise<number> =>
  countRows(db.selectFrom('protest_steps').where('protest_id', '=', protest).where('kind', '=', kind))

/** Returns the text of a person's latest answer. */
export async function findLastAnswer(db: Db, protest: ProtestId, by: UserId): Promise<string | null> {
  const step = await db
    .selectFrom('protest_steps')
    .select('content')
    .where('protest_id', '=', protest)
    .where('kind', '=', 'answer')
    .where('taken_by', '=', by)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return step?.content ?? null
}
