import { fieldTexts } from '#contract/field-texts.ts'
import type { CatchId, EntryId, PenaltyId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Actor } from '#contract/record.ts'
import { shortText } from '#contract/text.ts'
import type { Effect, EffectSent } from '#contract/tournaments/protests.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Trx } from '#server/db/connection.ts'
import { ApiError, invalid, nullIfRefused } from '#server/http/errors.ts'
import { applyCorrection, getCatch } from '#server/tournaments/catches/index.ts'
import { type EntryInContext, getEntry } from '#server/tournaments/entries/index.ts'
import {
  endPenalty,
  getPenalty,
  penalize,
  ruleOnCatch,
  ruleOnEntry,
} from '#server/tournaments/rulings/index.ts'
import type { TournamentRow } from '#server/tournaments/tournaments/index.ts'

interface Decision {
  tournament: TournamentRow
  rules: Rules
  actor: Actor
  /** Reason of effects that have none of their own. */
  text: string
}

/**
 * Applies the effects of a decision, in this order.
 * @returns the effects as answers show them
 * @throws ApiError 400 with the path, 409
 */
export async function applyEffects(
  trx: Trx,
  decision: Decision,
  effects: readonly EffectSent[],
): Promise<Effect[]> {
  const results: Effect[] = []
  for (const [index, effect] of effects.entries()) {
    try {
      results.push(await applyEffect(trx, decision, effect))
    } catch (error) {
      throw withPath(error, `effects.${index}`)
    }
  }
  return results
}

/** The issues of one effect, by their place in the request. */
function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid' || !error.issues) return error
  return invalid(error.issues.map(issue => ({ ...issue, path: `${path}.${issue.path}` })))
}

const reasonOf = ({ reason }: EffectSent, text: string): string => reason ?? shortText(text, limits.reasonMax)

async function applyEffect(trx: Trx, decision: Decision, request: EffectSent): Promise<Effect> {
  const { actor, tournament } = decision
  const reason = reasonOf(request, decision.text)
  const { kind } = request
  switch (kind) {
    case 'disqualifyCatch':
    case 'reinstateCatch': {
      const { row, context } = await catchOf(trx, tournament, request.catchId)
      const ruling = kind === 'disqualifyCatch' ? 'catch-disqualified' : 'catch-reinstated'
      await ruleOnCatch(trx, actor, context, row, ruling, reason)
      return { kind, catchId: row.id }
    }
    case 'disqualifyEntry':
    case 'reinstateEntry': {
      const context = await entryOf(trx, tournament, request.entryId)
      const ruling = kind === 'disqualifyEntry' ? 'entry-disqualified' : 'entry-reinstated'
      await ruleOnEntry(trx, actor, context, ruling, reason)
      return { kind, entryId: context.entry.id }
    }
    case 'correctCatch': {
      const { row, context } = await catchOf(trx, tournament, request.catchId)
      const entryId = request.entryId ?? undefined
      await applyCorrection(trx, context, actor, row, { ...request, entryId, reason })
      return { kind, catchId: row.id, ...(entryId !== undefined && { entryId }) }
    }
    case 'penalty':
      return request.penaltyId == null
        ? recordPenalty(trx, decision, request, reason)
        : liftPenalty(trx, decision, request.penaltyId, reason)
  }
}

async function recordPenalty(
  trx: Trx,
  { actor, tournament, rules }: Decision,
  { entryId, key, day = null, count }: EffectSent,
  reason: string,
): Promise<Effect> {
  const context = await entryOf(trx, tournament, entryId)
  if (key === undefined) throw invalid([{ path: 'key', message: fieldTexts.penaltyUnknown }])
  if (count === undefined) throw invalid([{ path: 'count', message: fieldTexts.penaltyCountInvalid }])
  await penalize(trx, actor, context, rules, { key, day, count, reason })
  return { kind: 'penalty', entryId: context.entry.id, key, day, count }
}

async function liftPenalty(
  trx: Trx,
  { actor, tournament }: Decision,
  penaltyId: PenaltyId,
  reason: string,
): Promise<Effect> {
  const row = await getPenalty(trx, penaltyId).catch(nullIfRefused)
  const context = row && (await getEntry(trx, row.entry_id).catch(nullIfRefused))
  if (row === null || context?.tournament.id !== tournament.id)
    throw invalid([{ path: 'penaltyId', message: fieldTexts.penaltyRowUnknown }])
  await endPenalty(trx, actor, context, row, reason)
  return { kind: 'penalty', penaltyId, entryId: row.entry_id, key: row.key, day: row.day, count: row.count }
}

/** @throws ApiError 400 unless it is of the tournament */
async function entryOf(
  trx: Trx,
  { id }: TournamentRow,
  entryId: EntryId | null | undefined,
): Promise<EntryInContext> {
  const context = entryId == null ? null : await getEntry(trx, entryId).catch(nullIfRefused)
  if (context?.tournament.id !== id) throw invalid([{ path: 'entryId', message: fieldTexts.entryUnknown }])
  return context
}

/** @throws ApiError 400 unless it is of the tournament, of a boat that stands */
async function catchOf(trx: Trx, { id }: TournamentRow, catchId: CatchId | null | undefined) {
  const row = catchId == null ? null : await getCatch(trx, catchId).catch(nullIfRefused)
  const context = row && (await getEntry(trx, row.entry_id).catch(nullIfRefused))
  if (row === null || context?.tournament.id !== id)
    throw invalid([{ path: 'catchId', message: fieldTexts.catchUnknown }])
  return { row, context }
}
