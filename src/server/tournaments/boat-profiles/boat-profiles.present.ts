import { imageUrl } from '#contract/images.ts'
import { iso } from '#contract/iso.ts'
import { formatCents } from '#contract/money.ts'
import type { BoatEntry, BoatProfile, TournamentBoat } from '#contract/tournaments/boat-profiles.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { type BoatRow, boatSummary } from '#server/boats/boats/index.ts'
import type { BoatEntryRow, HeavyCatch, readRecord } from './boat-profiles.queries.ts'
import { backPer100 } from './boat-profiles.rules.ts'

interface Parts {
  boat: BoatRow
  crew: number
  record: Awaited<ReturnType<typeof readRecord>>
  catches: readonly HeavyCatch[]
}

export const presentProfile = ({ boat, crew, record, catches }: Parts): BoatProfile => ({
  ...boatSummary(boat),
  crew,
  record: {
    entries: record.entries,
    settled: record.settled,
    firsts: record.firsts,
    podiums: record.podiums,
    raised: formatCents(record.raised),
    paidBack: formatCents(record.paidBack),
    backPer100: backPer100(record.paidBack, record.raised),
  },
  heaviestCatches: catches.map(row => ({
    id: row.id,
    weight: row.weight_hundredths / 100,
    ...(row.ounces !== null && { ounces: row.ounces }),
    species: row.species,
    caughtAt: iso(row.caught_at),
    imageUrl: imageUrl(row.image_id),
    tournament: { id: row.tournament_id, name: row.tournament_name },
  })),
})

export function presentResult({
  winnings_cents: winnings,
  raised_cents: raised,
  pool_cents: pool,
}: BoatEntryRow): BoatEntry['result'] {
  if (winnings === null || raised === null || pool === null) return null
  return {
    winnings: formatCents(winnings),
    raised: formatCents(raised),
    paidBack: formatCents(pool),
    backPer100: backPer100(pool, raised),
  }
}

export const presentStanding = (
  { id, currentPosition, currentFunding, fundingGoal, score }: Entry,
  { id: tournament, name, status }: TournamentSummary,
): TournamentBoat['entry'] => ({
  id,
  currentPosition,
  currentFunding,
  fundingGoal,
  ...(score && { score }),
  tournament: { id: tournament, name, status },
})
