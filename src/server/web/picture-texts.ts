import { scoreText } from '#contract/tournaments/score-texts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

/** Returns the leader's title, with the leading score where rules give one. */
export function leaderTitle({ score }: Pick<Entry, 'score'>): string {
  if (!score) return 'Leader'
  return `${score.tied ? 'Tied 1st' : 'Leader'} · ${scoreText(score)}`
}

interface Place {
  boat: { name: string }
  currentPosition: number | null
}

/** Returns who won, and the places after them; null without any. @param podium the first place first */
export function winnersOf<P extends Place>(podium: readonly P[]) {
  const [first] = podium
  if (first === undefined) return null
  const isFirst = ({ currentPosition }: P) => currentPosition === first.currentPosition
  const names = podium.filter(isFirst).map(({ boat }) => boat.name)
  const fact: readonly [string, string] = [names.length === 1 ? 'Winner' : 'Winners', names.join(', ')]
  return { fact, others: podium.filter(place => !isFirst(place)) }
}

/** Characters that fit a line of a picture beside a pennant. */
const unbrokenLength = 20

/** Joins the parts of a subtitle, so that a short one such as "Pier 7" stays on one line. */
export const subtitle = (parts: readonly (string | null)[]): string =>
  parts
    .flatMap(part => part || [])
    .map(part => (part.length <= unbrokenLength ? part.replaceAll(' ', '\u00A0') : part))
    .join(' · ')
