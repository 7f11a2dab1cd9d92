import type { Entry } from '#contract/tournaments/tournaments.ts'
import { csv } from '#server/http/csv.ts'

const header = [
  'Position',
  'Boat',
  'Captain',
  'Best catch (lbs)',
  'Species',
  'Funding goal (USD)',
  'Raised (USD)',
  'Backers',
  'Payout percentage',
  'If the goal is missed',
]

const parseBestCatch = (json: string | null): { weight?: number; species?: string } =>
  json === null ? {} : JSON.parse(json)

/** Returns the CSV file of entries, by position, then by name. */
export const entriesCsv = (entries: readonly Entry[]): string =>
  csv(
    header,
    entries
      .toSorted(
        (a, b) =>
          (a.currentPosition ?? Infinity) - (b.currentPosition ?? Infinity) ||
          a.boat.name.localeCompare(b.boat.name, 'en'),
      )
      .map(entry => {
        const { weight, species } = parseBestCatch(entry.bestCatch)
        return [
          entry.currentPosition?.toString() ?? null,
          entry.boat.name,
          entry.boat.captainName,
          weight?.toString() ?? null,
          species ?? null,
          entry.fundingGoal,
          entry.currentFunding,
          entry.backerCount.toString(),
          entry.payoutPercentage.toString(),
          entry.ifGoalMissed,
        ]
      }),
  )
