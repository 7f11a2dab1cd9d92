import { imageUrl } from '#contract/images.ts'
import { iso } from '#contract/iso.ts'
import { minute } from '#contract/time.ts'
import type { Effect, Hold, Protest, ProtestDecision } from '#contract/tournaments/protests.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { presentCatch } from '#server/tournaments/catches/index.ts'
import { penaltyName, presentPenalty } from '#server/tournaments/scoring/index.ts'
import type { ProtestParts } from './protest-parts.queries.ts'
import type { HoldRow, ProtestRow, ProtestStepRow } from './protests.table.ts'

const isDecision = (step: ProtestStepRow): step is ProtestStepRow & { kind: 'upheld' | 'denied' } =>
  step.kind === 'upheld' || step.kind === 'denied'

const presentEffect = (effect: Effect, rules: Rules | null): Effect =>
  effect.key === undefined ? effect : { ...effect, name: penaltyName(rules, effect.key) }

function presentDecision(
  step: ProtestStepRow & { kind: 'upheld' | 'denied' },
  rules: Rules | null,
): ProtestDecision {
  const effects = step.effects === null ? [] : (JSON.parse(step.effects) as Effect[])
  return {
    outcome: step.kind,
    text: step.content ?? '',
    effects: effects.map(effect => presentEffect(effect, rules)),
    at: iso(step.created_at),
    role: step.role ?? 'organiser',
    ...(step.interested === 1 && { interested: true as const }),
  }
}

/** Returns each reopening with the decision before it. */
function reopeningsOf(steps: readonly ProtestStepRow[], rules: Rules | null): Protest['reopenings'] {
  return steps.flatMap((step, index) => {
    if (step.kind !== 'reopened') return []
    const decision = steps.slice(0, index).findLast(isDecision)
    if (!decision) return []
    return [
      { reason: step.content ?? '', at: iso(step.created_at), decision: presentDecision(decision, rules) },
    ]
  })
}

/** @param rules null: none, which neither say until when to answer nor name penalties */
export function presentProtest(row: ProtestRow, parts: ProtestParts, rules: Rules | null): Protest {
  const steps = parts.steps.filter(({ protest_id: id }) => id === row.id)
  const isDecided = row.state === 'upheld' || row.state === 'denied'
  const decision = isDecided ? steps.findLast(isDecision) : undefined
  const closing = row.state === 'open' ? undefined : steps.findLast(step => step.kind === row.state)
  const catchRow = row.catch_id === null ? undefined : parts.catches.get(row.catch_id)
  const penalty = row.penalty_id === null ? undefined : parts.penalties.get(row.penalty_id)
  // Whoever has a moved fish learned of the protest when it was moved.
  const isMoved = row.state === 'open' && catchRow?.entry_id !== row.entry_id
  const movedAt = (isMoved && catchRow?.corrected_at) || 0
  const openedAt = steps.findLast(({ kind }) => kind === 'reopened')?.created_at ?? row.created_at
  const namedIds = [row.entry_id, catchRow?.entry_id ?? null].filter(id => id !== null)
  const entries = new Set([row.from_entry_id, ...namedIds].filter(id => id !== null))
  return {
    id: row.id,
    state: row.state,
    fromEntryId: row.from_entry_id,
    entryId: row.entry_id,
    catchId: row.catch_id,
    penaltyId: row.penalty_id,
    boats: [...entries].map(entryId => ({ entryId, name: parts.boats.get(entryId)?.name ?? '' })),
    caught: catchRow ? presentCatch(catchRow) : null,
    imageUrl: imageUrl((row.catch_id && parts.images.get(row.catch_id)) ?? null),
    penalty: penalty ? presentPenalty(penalty, rules) : null,
    rule: row.rule,
    text: row.content,
    createdAt: iso(row.created_at),
    answerBy: rules?.protests
      ? iso(Math.max(openedAt, movedAt) + rules.protests.answerMinutes * minute)
      : null,
    answers: steps.flatMap(({ id, kind, content, created_at: at, taken_by: captain }) => {
      const entryId = namedIds.find(each => parts.boats.get(each)?.owner_id === captain) ?? null
      return kind === 'answer' ? [{ id, text: content ?? '', at: iso(at), entryId }] : []
    }),
    decision: decision ? presentDecision(decision, rules) : null,
    reopenings: reopeningsOf(steps, rules),
    closedAt: closing ? iso(closing.created_at) : null,
    ...(row.late === 1 && { late: true as const }),
  }
}

export const presentHold = (row: HoldRow): Hold => ({
  id: row.id,
  entryId: row.entry_id,
  reason: row.reason,
  createdAt: iso(row.created_at),
  lifted: row.lifted_at === null ? null : { note: row.lifted_note ?? '', at: iso(row.lifted_at) },
  ...(row.placed_by === null && { placedByRules: true as const }),
})
