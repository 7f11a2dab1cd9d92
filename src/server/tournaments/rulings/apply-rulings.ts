import { fieldTexts } from '#contract/field-texts.ts'
import type { PenaltyId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Actor, EventKind } from '#contract/record.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Trx } from '#server/db/connection.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import { record } from '#server/record/index.ts'
import type { getCatch } from '#server/tournaments/catches/index.ts'
import { type EntryInContext, rerank } from '#server/tournaments/entries/index.ts'
import { findRules, type PenaltyRow, penaltyName } from '#server/tournaments/scoring/index.ts'
import {
  countPenalties,
  insertPenalty,
  liftPenalty,
  type NewPenalty,
  setAllowance,
  setCatchDisqualification,
  setEntryDisqualification,
} from './rulings.queries.ts'

export type CatchRuling = Extract<
  EventKind,
  'catch-disqualified' | 'catch-reinstated' | 'catch-allowed' | 'allowance-lifted'
>
export type EntryRuling = Extract<EventKind, 'entry-disqualified' | 'entry-reinstated'>

type CatchRow = Awaited<ReturnType<typeof getCatch>>

/** Rules on a catch of the entry, reranks and records it. @throws ApiError 409 if it is so already */
export async function ruleOnCatch(
  trx: Trx,
  actor: Actor,
  { entry, boat, tournament }: EntryInContext,
  row: CatchRow,
  kind: CatchRuling,
  reason: string,
): Promise<void> {
  const isAllowance = kind === 'catch-allowed' || kind === 'allowance-lifted'
  const isEnd = kind === 'catch-reinstated' || kind === 'allowance-lifted'
  const isSet = (isAllowance ? row.allowed_at : row.disqualified_at) !== null
  if (isSet !== isEnd) throw conflict(fieldTexts.rulingStands)
  const set = isAllowance ? setAllowance : setCatchDisqualification
  await set(trx, row.id, isEnd ? null : { by: actor.by, reason, at: actor.at })
  const { lead } = await rerank(trx, tournament.id)
  await record(trx, {
    kind,
    ...actor,
    tournament: tournament.id,
    entry: entry.id,
    catch: row.id,
    lead,
    reason,
    text: `${boat.name}: ${row.species}. ${reason}`,
  })
}

/** Disqualifies or reinstates a boat, reranks and records it. @throws ApiError 409 if it is so already */
export async function ruleOnEntry(
  trx: Trx,
  actor: Actor,
  { entry, boat, tournament }: EntryInContext,
  kind: EntryRuling,
  reason: string,
): Promise<void> {
  const isEnd = kind === 'entry-reinstated'
  if ((entry.disqualified_at !== null) !== isEnd) throw conflict(fieldTexts.rulingStands)
  await setEntryDisqualification(trx, entry.id, isEnd ? null : { by: actor.by, reason, at: actor.at })
  const { lead } = await rerank(trx, tournament.id)
  await record(trx, {
    kind,
    ...actor,
    tournament: tournament.id,
    entry: entry.id,
    lead,
    reason,
    text: `${boat.name}. ${reason}`,
  })
}

/** Records a penalty of the rules and reranks. @throws ApiError 400, 409 */
export async function penalize(
  trx: Trx,
  actor: Actor,
  { entry, boat, tournament }: EntryInContext,
  rules: Rules,
  sent: NewPenalty,
): Promise<PenaltyRow> {
  const { key, day, count, reason } = sent
  const kind = rules.penalties.find(each => each.key === key)
  if (!kind) throw invalid([{ path: 'key', message: fieldTexts.penaltyUnknown }])
  if (kind.per === 'once' && count > 1) throw invalid([{ path: 'count', message: fieldTexts.penaltyOnce }])
  const isDay = rules.days.length === 0 ? day === null : rules.days.some(({ name }) => name === day)
  if (!isDay) throw invalid([{ path: 'day', message: fieldTexts.dayUnknown }])
  if ((await countPenalties(trx, entry.id)) >= limits.penaltiesPerEntry)
    throw conflict(fieldTexts.penaltiesTooMany)
  const row = await insertPenalty(trx, entry.id, sent, actor)
  const { lead } = await rerank(trx, tournament.id)
  await record(trx, {
    kind: 'penalty-recorded',
    ...actor,
    tournament: tournament.id,
    entry: entry.id,
    penalty: row.id,
    lead,
    reason,
    text: `${boat.name}: ${kind.name} × ${count}${reason === null ? '' : `. ${reason}`}`,
  })
  return row
}

/** Lifts a penalty that stands, and reranks. */
export async function endPenalty(
  trx: Trx,
  actor: Actor,
  { entry, boat, tournament }: EntryInContext,
  row: { id: PenaltyId; key: string; count: number },
  reason: string,
): Promise<void> {
  await liftPenalty(trx, row.id, { by: actor.by, reason, at: actor.at })
  const { lead } = await rerank(trx, tournament.id)
  await record(trx, {
    kind: 'penalty-lifted',
    ...actor,
    tournament: tournament.id,
    entry: entry.id,
    penalty: row.id,
    lead,
    reason,
    text: `${boat.name}: ${penaltyName(await findRules(trx, tournament.id), row.key)} × ${row.count}. ${reason}`,
  })
}
