import type { ParsedBody } from '#contract/endpoints.ts'
import type { Issue } from '#contract/errors.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import type { EntryId } from '#contract/ids.ts'
import type { Actor } from '#contract/record.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Trx } from '#server/db/connection.ts'
import { invalid, nullIfRefused } from '#server/http/errors.ts'
import { listAnglers } from '#server/tournaments/anglers/index.ts'
import { type EntryInContext, getEntry } from '#server/tournaments/entries/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { caughtAtIssues, isCorrection } from './catches.rules.ts'
import type { CatchRow } from './catches.table.ts'
import { type CatchSent, fieldsOf, remeasuredIssues, ruledIssues } from './ruled-catches.rules.ts'
import { correctCatch } from './weigh-in.queries.ts'

/**
 * Returns the issues of fields that don't fit the rules, or none without rules.
 * @param before row that a correction changes
 */
export async function fitIssues(
  trx: Trx,
  rules: Rules | null,
  entry: EntryId,
  input: CatchSent & { caughtAt: number },
  now: number,
  before?: CatchRow,
): Promise<Issue[]> {
  if (rules === null) return []
  const anglers = new Set<string>((await listAnglers(trx, entry)).map(({ id }) => id))
  // A removed angler keeps the fish.
  if (before?.angler_id && before.entry_id === entry) anglers.add(before.angler_id)
  const weighedBefore = before?.weighed_at ?? null
  return ruledIssues(input, { rules, anglers, caughtAt: input.caughtAt, now, weighedBefore })
}

/** @throws ApiError 400 when it isn't of the same tournament */
async function otherBoat(trx: Trx, { tournament }: EntryInContext, entry: EntryId): Promise<EntryInContext> {
  const target = await getEntry(trx, entry).catch(nullIfRefused)
  if (target?.tournament.id !== tournament.id)
    throw invalid([{ path: 'entryId', message: fieldTexts.entryIdInvalid }])
  return target
}

/** Corrects a catch as a request says, if it changes something; with rules only with a reason. @throws ApiError 400 */
export async function applyCorrection(
  trx: Trx,
  context: EntryInContext,
  actor: Actor,
  row: CatchRow,
  input: Omit<ParsedBody<'PATCH /api/catches/:id'>, 'entryId'> & { entryId?: EntryId | undefined },
): Promise<CatchRow> {
  const { species, caughtAt, entryId, reason = null } = input
  const { at: now } = actor
  const target = entryId === undefined ? context : await otherBoat(trx, context, entryId)
  const rules = await findRules(trx, context.tournament.id)
  const at = caughtAt ?? row.caught_at
  const issues = caughtAt === undefined ? [] : caughtAtIssues(caughtAt, context.tournament, now)
  issues.push(
    ...remeasuredIssues(rules, input, row),
    ...(await fitIssues(trx, rules, target.entry.id, { ...input, caughtAt: at }, now, row)),
  )
  if (issues.length > 0) throw invalid(issues)
  // The angler stays with the boat.
  const before = target.entry.id === row.entry_id ? row : { ...row, angler_id: null }
  const fields = {
    ...fieldsOf(rules !== null, input, before),
    species: species ?? row.species,
    caught_at: at,
  }
  if (!isCorrection(row, { ...fields, entry_id: target.entry.id })) return row
  if (rules !== null) requireReason(reason)
  return correctCatch(trx, context, actor, row, { fields, target, reason })
}

/** @throws ApiError 400 */
export function requireReason(reason: string | null): void {
  if (reason === null) throw invalid([{ path: 'reason', message: fieldTexts.catchReasonRequired }])
}
