import { iso } from '#contract/iso.ts'
import type { OwnTournament, TournamentStage } from '#contract/money/my-tournaments.ts'
import { formatCents } from '#contract/money.ts'
import type { CachedTournament } from '#server/tournaments/tournaments/index.ts'

interface StageFacts {
  debt: { shares: number; cents: number } | undefined
  heldCents: number
  /** Milliseconds since 1970. */
  protestsUntil: number | null
  openProtests: number
  /** Boats that ask for a pot. */
  boatsAsking: number
}

export function presentOwnTournament(
  { summary: { id, name, location, startDate, endDate, status, ruled }, entries }: CachedTournament,
  stage: TournamentStage,
  { debt, heldCents, protestsUntil, openProtests, boatsAsking }: StageFacts,
): OwnTournament {
  return {
    id,
    name,
    location,
    startDate,
    endDate,
    status,
    stage,
    boats: entries.length,
    weighed: entries.filter(({ data }) => data.bestCatch !== null || data.score).length,
    owed: debt === undefined ? null : { shares: debt.shares, amount: formatCents(debt.cents) },
    // Money of a cancelled tournament goes back to the backers.
    held: heldCents === 0 || status === 'cancelled' ? null : formatCents(heldCents),
    ...(ruled && { ruled }),
    ...(protestsUntil !== null && { protestsUntil: iso(protestsUntil) }),
    ...(openProtests > 0 && { openProtests }),
    ...(boatsAsking > 0 && { boatsAsking }),
  }
}
