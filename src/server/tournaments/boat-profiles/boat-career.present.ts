import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { BoatCareer, CareerPlace, Season, WeighedFish } from '#contract/tournaments/boat-profiles.ts'
import { isTied } from '#server/tournaments/entries/index.ts'
import type { BestCatch, SettledEntry } from './boat-career.queries.ts'
import { backPer100 } from './boat-profiles.rules.ts'

interface Parts {
  /** The latest tournament first. */
  entries: readonly SettledEntry[]
  /** One fish of each tournament, the heaviest first. */
  heaviest: readonly BestCatch[]
  /** One fish of each species, the heaviest first. */
  personalBests: readonly BestCatch[]
  /** The site's. */
  mode: PaymentMode
}

const yearOf = ({ starts_at: at }: { starts_at: number }) => new Date(at).getUTCFullYear()

const presentPlace = (row: SettledEntry): CareerPlace => ({
  place: row.current_position,
  tied: isTied(row),
  boats: row.boats,
  tournament: { id: row.tournament_id, name: row.tournament_name },
  startDate: iso(row.starts_at),
})

const presentFish = (row: BestCatch): WeighedFish => ({
  weight: row.weight_hundredths / 100,
  ...(row.ounces !== null && { ounces: row.ounces }),
  species: row.species,
  caughtAt: iso(row.caught_at),
  tournament: { id: row.tournament_id, name: row.tournament_name },
})

const isPodium = (place: number | null) => place !== null && place <= 3

function presentSeason(
  year: number,
  entries: readonly SettledEntry[],
  heaviest: BestCatch | undefined,
  mode: PaymentMode,
): Season {
  const places = entries.map(({ current_position: place }) => place).filter(place => place !== null)
  const entriesOfMode = entries.filter(entry => entry.mode === mode)
  const raised = sum(entriesOfMode.map(({ raised_cents: cents }) => cents))
  const paidBack = sum(entriesOfMode.map(({ pool_cents: cents }) => cents))
  return {
    year,
    tournaments: entries.length,
    firsts: places.filter(place => place === 1).length,
    podiums: places.filter(isPodium).length,
    bestPlace: places.length === 0 ? null : Math.min(...places),
    heaviest: heaviest ? presentFish(heaviest) : null,
    raised: formatCents(raised),
    paidBack: formatCents(paidBack),
    backPer100: backPer100(paidBack, raised),
  }
}

export function presentCareer({ entries, heaviest, personalBests, mode }: Parts): BoatCareer {
  const years = Map.groupBy(entries, yearOf)
  const heaviestOfYears = Map.groupBy(heaviest, yearOf)
  return {
    seasons: [...years].map(([year, own]) => presentSeason(year, own, heaviestOfYears.get(year)?.[0], mode)),
    trophies: entries
      .map(presentPlace)
      .filter(({ place }) => isPodium(place))
      .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
      .slice(0, limits.careerTrophies),
    places: entries.slice(0, limits.careerPlaces).map(presentPlace).reverse(),
    personalBests: personalBests.map(presentFish),
  }
}
