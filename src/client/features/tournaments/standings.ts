import type { Entry, Tournament } from '#contract/tournaments.ts'
import { categorise } from './schedule.ts'

export interface Standings {
  tournament: Tournament
  /** Ranked boats, first place first. */
  entries: Entry[]
}

/** The first boats of the tournament that is on, or else of the latest one that was; null while nobody is ranked. */
export function standingsOf(tournaments: readonly Tournament[], now: number, size = 5): Standings | null {
  const { active, past } = categorise(tournaments, now)
  for (const tournament of [...active, ...past]) {
    const entries = tournament.entries
      .filter(entry => entry.currentPosition !== null)
      .sort((a, b) => (a.currentPosition ?? 0) - (b.currentPosition ?? 0))
      .slice(0, size)
    if (tournament.status !== 'cancelled' && entries.length > 0) return { tournament, entries }
  }
  return null
}
