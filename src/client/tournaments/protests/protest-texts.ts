import { dayMs, formatClock, hourMs, minuteMs } from '#client/domain/dates.ts'
import { countText, formatNumber } from '#contract/numbers.ts'
import { catchText, unweighedText } from '#contract/tournaments/catch-texts.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { Effect, Protest, ProtestState } from '#contract/tournaments/protests.ts'
import type { Penalty } from '#contract/tournaments/rulings.ts'
import { listWords } from '#contract/tournaments/scoring/rule-words.ts'

export const stateWords: Record<ProtestState, string> = {
  open: 'Open',
  upheld: 'Upheld',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
}

/** An owner of the site can erase texts of people. */
export const textOrErased = (text: string): string => text || '(erased)'

/** "412 lbs Blue Marlin" */
export const fishText = (fish: Catch): string => unweighedText(fish) ?? catchText(fish)

/** "Late × 2" */
export const penaltyText = ({ name, count }: Pick<Penalty, 'name' | 'count'>): string =>
  `${name} × ${formatNumber(count)}`

const nameOf = ({ boats }: Protest, entryId: string) =>
  boats.find(boat => boat.entryId === entryId)?.name ?? 'A boat'

/** "Reel Deal", "A boat" */
export const answering = (protest: Protest, { entryId }: Protest['answers'][number]): string =>
  entryId === null ? 'A boat' : nameOf(protest, entryId)

/**
 * Returns the boats that are asked to answer and haven't: the named one, and the one that the fish was moved to.
 * Leaves out the protesting boat.
 */
export function boatsToAnswer(protest: Protest): string[] {
  const { fromEntryId, entryId, caught, answers } = protest
  const entries = new Set([entryId, caught?.entryId ?? null])
  const hasAnswered = (id: string) => answers.some(answer => answer.entryId === id || answer.entryId === null)
  return [...entries].flatMap(id =>
    id === null || id === fromEntryId || hasAnswered(id) ? [] : [nameOf(protest, id)],
  )
}

/** "Lady Luck protests about Reel Deal" */
export function titleOf(protest: Protest): string {
  const { fromEntryId, entryId } = protest
  const about = entryId === null ? 'the tournament' : nameOf(protest, entryId)
  if (fromEntryId === null) return `The organisers protest about ${about}`
  const from = nameOf(protest, fromEntryId)
  return fromEntryId === entryId ? `${from} protests for itself` : `${from} protests about ${about}`
}

/**
 * Returns "Reel Deal can still answer until 8:57 PM.", in the visitor's
 * zone, or null if all have answered or their time is over.
 */
export function answerTimeText(protest: Protest, now: number): string | null {
  const { answerBy } = protest
  const boats = boatsToAnswer(protest)
  if (boats.length === 0 || answerBy === null || Date.parse(answerBy) <= now) return null
  return `${listWords(boats)} can still answer until ${formatClock(answerBy, now, 'local')}.`
}

export function effectText(effect: Effect, protest: Protest): string {
  const fish = effect.catchId === protest.catchId ? 'The fish' : 'A fish'
  const boat = effect.entryId === undefined ? 'A boat' : nameOf(protest, effect.entryId)
  switch (effect.kind) {
    case 'disqualifyCatch':
      return `${fish} is disqualified.`
    case 'reinstateCatch':
      return `${fish} is reinstated.`
    case 'disqualifyEntry':
      return `${boat} is disqualified.`
    case 'reinstateEntry':
      return `${boat} is reinstated.`
    case 'correctCatch':
      return effect.entryId === undefined ? `${fish} is corrected.` : `${fish} is moved to the right boat.`
    case 'penalty': {
      const text = penaltyText({ name: effect.name ?? 'Penalty', count: effect.count ?? 1 })
      return effect.penaltyId === undefined
        ? `Penalty for ${boat}: ${text}.`
        : `A penalty is lifted: ${text}.`
    }
  }
}

/** "42 minutes", "3 hours", "2 days"; null once it has passed. */
export function remainingText(until: string, now: number): string | null {
  const remainingMs = Date.parse(until) - now
  if (remainingMs <= 0) return null
  if (remainingMs >= 2 * dayMs) return countText(Math.floor(remainingMs / dayMs), 'day')
  if (remainingMs >= 2 * hourMs) return countText(Math.floor(remainingMs / hourMs), 'hour')
  return countText(Math.max(1, Math.floor(remainingMs / minuteMs)), 'minute')
}
