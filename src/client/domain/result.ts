import { ordinal } from '#contract/numbers.ts'
import { amountText, scoreText } from '#contract/tournaments/score-texts.ts'
import type { ScoreUnit } from '#contract/tournaments/scores.ts'
import type { Entry, TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { formatWeight } from '#contract/weight.ts'
import { parseBestCatch } from './best-catch.ts'

export interface Result {
  /** "412.5 lbs", "980 points" */
  figure: string
  /** Species or "11 fish", and the day where each has its board, or null if nothing of it is known. */
  detail: string | null
}

export type Scored = Pick<Entry, 'bestCatch' | 'score'>

/** Returns the score where rules give one, else the best catch, or null if no fish counts. */
export function resultOf({ bestCatch, score }: Scored): Result | null {
  const fish = parseBestCatch(bestCatch)
  if (!score) return fish && { figure: formatWeight(fish.weight), detail: fish.species }
  const isWeight = score.unit === 'lbs' || score.unit === 'oz'
  const species = isWeight && score.fish === 1 ? fish?.species : undefined
  const count = score.unit === 'fish' ? null : amountText(score.fish, 'fish')
  const facts = [species ?? count, score.day].filter(fact => fact != null)
  return { figure: scoreText(score), detail: facts.length === 0 ? null : facts.join(', ') }
}

export const noCatchText = (status: TournamentStatus | undefined): string =>
  status === 'completed' ? 'No catch' : 'No catch yet'

/** Returns "412.5 lbs Blue Marlin" or "980 points, 11 fish", or null if no fish counts. */
export function resultText(entry: Scored): string | null {
  const result = resultOf(entry)
  if (result === null) return null
  const { figure, detail } = result
  return detail === null ? figure : `${figure}${entry.score ? ', ' : ' '}${detail}`
}

export interface Amount {
  amount: number
  unit: ScoreUnit
}

/** Returns the score, or the best catch's weight, or null without either. */
export function amountOf(entry: Scored | undefined): Amount | null {
  if (entry?.score) return { amount: Number(entry.score.value), unit: entry.score.unit }
  const fish = parseBestCatch(entry?.bestCatch ?? null)
  return fish && { amount: fish.weight, unit: 'lbs' }
}

/** Returns whether the entry shares its place, which only rules allow. */
export const isTied = ({ score }: Pick<Entry, 'score'>): boolean => score?.tied === true

/** "1st", "Tied 1st" */
export const placeText = (position: number, tied = false): string =>
  tied ? `Tied ${ordinal(position)}` : ordinal(position)
