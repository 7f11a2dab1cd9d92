import { type AwardResult, awardsOf } from './awards.ts'
import type { BoardInput, ScoringCatch } from './boards.ts'
import type { PotEntry } from './pots.ts'
import type { Rules } from './rules.ts'
import { standings } from './standings.ts'

/** Subject of an open protest or hold. `tournament`: a protest without subject. */
export type OpenSubject = { kind: 'tournament' } | { kind: 'entry' | 'catch' | 'penalty'; id: string }

/** Input of awards. */
export interface AwardInput extends BoardInput {
  potEntries: readonly PotEntry[]
}

type Flip = (input: AwardInput) => AwardInput

export const computeAwards = (rules: Rules, input: AwardInput): AwardResult[] =>
  awardsOf(rules, standings(rules, input), input.entries, input.potEntries)

/** Returns a key of an award on a day. */
export const awardKey = ({ key, day }: Pick<AwardResult, 'key' | 'day'>): string => JSON.stringify([key, day])

/**
 * Keys of the awards whose result, who gets how much, changes when the subjects are decided the other way: each alone,
 * or all together.
 */
export function heldAwards(rules: Rules, input: AwardInput, subjects: readonly OpenSubject[]): Set<string> {
  const results = resultsByKey(computeAwards(rules, input))
  if (subjects.some(({ kind }) => kind === 'tournament')) return new Set(results.keys())
  const flips = withoutRepeats(subjects).map(subject => flipsOf(input, subject))
  const together = [flips.map(([first]) => first), flips.map(own => own.at(-1))].map(
    (all): Flip =>
      before =>
        all.reduce((after, flip) => flip?.(after) ?? after, before),
  )
  const heldKeys = new Set<string>()
  for (const flip of [...flips.flat(), ...(flips.length > 1 ? together : [])]) {
    const otherResults = resultsByKey(computeAwards(rules, flip(input)))
    for (const [key, result] of results) if (otherResults.get(key) !== result) heldKeys.add(key)
  }
  return heldKeys
}

const resultsByKey = (awards: readonly AwardResult[]): Map<string, string> =>
  new Map(awards.map(award => [awardKey(award), resultOf(award)]))

/** A place without money doesn't count. */
const resultOf = ({ places }: AwardResult): string =>
  JSON.stringify(places.map(({ entryId, amount }) => [entryId, amount]).toSorted())

const withoutRepeats = (subjects: readonly OpenSubject[]): OpenSubject[] => [
  ...new Map(subjects.map(subject => [JSON.stringify(subject), subject])).values(),
]

/** Each other decision about the subject; none if it no longer exists. */
function flipsOf(input: AwardInput, subject: OpenSubject): Flip[] {
  switch (subject.kind) {
    case 'tournament':
      return []
    case 'entry':
      return flipsOfEntry(input, subject.id)
    case 'catch':
      return [flipCatches(input.catches.filter(({ id }) => id === subject.id))]
    case 'penalty':
      return [before => ({ ...before, penalties: before.penalties.filter(({ id }) => id !== subject.id) })]
  }
}

/** The boat disqualified, or its disqualified catches reinstated; a disqualified boat comes back, with them and without. */
function flipsOfEntry({ entries, catches }: AwardInput, id: string): Flip[] {
  const boat = entries.find(entry => entry.id === id)
  if (boat === undefined) return []
  const flipBoat: Flip = before => ({
    ...before,
    entries: before.entries.map(entry =>
      entry.id === id ? { ...entry, disqualified: !boat.disqualified } : entry,
    ),
  })
  const outCatches = catches.filter(({ entryId, disqualified }) => entryId === id && disqualified)
  if (outCatches.length === 0) return [flipBoat]
  const reinstate = flipCatches(outCatches)
  return [flipBoat, boat.disqualified ? before => reinstate(flipBoat(before)) : reinstate]
}

/** @param catches as they stand: a catch of two subjects is flipped once */
function flipCatches(catches: readonly ScoringCatch[]): Flip {
  const flipped = new Map(catches.map(each => [each.id, { ...each, disqualified: !each.disqualified }]))
  return before => ({ ...before, catches: before.catches.map(each => flipped.get(each.id) ?? each) })
}
