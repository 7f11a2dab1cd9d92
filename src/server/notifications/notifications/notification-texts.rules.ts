import { countText } from '#contract/numbers.ts'
import { shortText } from '#contract/text.ts'
import { day, hour, minute } from '#contract/time.ts'
import { catchText, unweighedText } from '#contract/tournaments/catch-texts.ts'
import { erasedText } from '#contract/tournaments/log-chain.ts'
import { scoreAndFish } from '#contract/tournaments/score-texts.ts'
import type { EntryScore } from '#contract/tournaments/scores.ts'
import { listWords } from '#contract/tournaments/scoring/rule-words.ts'

/** Returns the text in one line of at most `most` characters. */
export function shorten(text: string, most = 200): string {
  return shortText(text.replace(/\s+/g, ' ').trim(), most)
}

/** Returns a message that ends with a person's words, or as many as had room, without them; null for another one. */
export function withoutWords(message: string, words: string): string | null {
  const text = shorten(words)
  for (let at = message.indexOf(': '); at !== -1; at = message.indexOf(': ', at + 1)) {
    const end = message.slice(at + 2)
    const isCut = end.endsWith('…') && text.startsWith(end.slice(0, -1))
    if (end === text || isCut) return `${message.slice(0, at)}: ${erasedText}`
  }
  return null
}

/**
 * "within 24 hours", from half a day on "in 5 hours" or "in 20 minutes".
 * @param duration milliseconds, at most a day
 */
export function withinText(duration: number): string {
  if (duration > day / 2) return 'within 24 hours'
  if (duration >= hour) return `in ${countText(Math.floor(duration / hour), 'hour')}`
  return `in ${countText(Math.max(1, Math.floor(duration / minute)), 'minute')}`
}

interface Fish {
  weight_hundredths: number | null
  ounces?: number | null
  length_hundredths?: number | null
  released?: 0 | 1
  species: string
}

interface Standing {
  place: number
  boat: string
  /** JSON, as in an entry. */
  best_catch: string | null
  score: string | null
}

/** "1. Reel Deal, 412.5 lbs Blue Marlin", "T2. Lady Luck, 980 points, 11 fish" */
export function standingText({ place, boat, best_catch: best, score }: Standing): string {
  if (score !== null) {
    const entryScore = JSON.parse(score) as EntryScore
    return `${entryScore.tied ? 'T' : ''}${place}. ${boat}, ${scoreAndFish(entryScore)}`
  }
  if (best === null) return `${place}. ${boat}`
  const bestCatch: { weight: number; ounces?: number; species: string } = JSON.parse(best)
  return `${place}. ${boat}, ${catchText(bestCatch)}`
}

const factsOf = ({
  weight_hundredths: weight,
  length_hundredths: length = null,
  ounces,
  released,
  species,
}: Fish) => ({
  weight: weight === null ? null : weight / 100,
  ounces,
  length: length === null ? null : length / 100,
  released: released === 1,
  species,
})

/** "412.5 lbs Blue Marlin", "released a Sailfish" */
export function fishText(fish: Fish): string {
  const facts = factsOf(fish)
  return unweighedText(facts) ?? catchText(facts)
}

/** "weighed in: 412.5 lbs Blue Marlin", "released a Sailfish" */
export const weighedInText = (fish: Fish): string =>
  unweighedText(factsOf(fish)) ?? `weighed in: ${fishText(fish)}`

interface Listed {
  title: string
  text: string
  boat: string | null
}

/** Returns one message for several. @param messages oldest first, at least one */
export function summary(messages: readonly Listed[]): Pick<Listed, 'title' | 'text'> {
  const latest = messages.at(-1)
  if (!latest) throw new Error('a summary of nothing')
  if (messages.length === 1) return { title: latest.title, text: latest.text }
  const boats = new Set(messages.map(({ boat }) => boat))
  const [boat] = boats
  const about =
    boats.size === 1 && boat ? `${boat}: ${messages.length} new` : `${messages.length} new notifications`
  return { title: about, text: `Latest: ${latest.text}` }
}

/** Names up to three boats, and counts more. */
export const boatsText = (entries: readonly { boat: string }[]): string =>
  entries.length > 3 ? countText(entries.length, 'boat') : listWords(entries.map(({ boat }) => boat))
