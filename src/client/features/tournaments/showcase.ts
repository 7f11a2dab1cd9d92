import { parseBestCatch } from '#client/domain/best-catch.ts'
import { formatWeight, ordinal, sum } from '#client/domain/numbers.ts'
import { categorise, timeText } from '#client/domain/schedule.ts'
import { type Funding, fundingOf, leaderOf } from '#client/domain/standings.ts'
import { paths } from '#client/paths.ts'
import type { Tournament, TournamentStatus } from '#contract/tournaments.ts'

export interface Showcased {
  id: string
  status: TournamentStatus
  time: string | null
  name: string
  description: string
  /** Null: no boat. */
  funding: Funding | null
  backers: number
  /** Leader and fish. */
  note: string
  href: string
}

const size = 3

/** Active, then upcoming, at most three; empty: show samples. */
export function showcaseOf(tournaments: readonly Tournament[], now: number): Showcased[] {
  const { active, upcoming } = categorise(tournaments, now)
  return [
    ...active.filter(({ status }) => status === 'active'),
    ...upcoming.filter(({ status }) => status === 'upcoming'),
  ]
    .slice(0, size)
    .map(tournament => present(tournament, now))
}

function present(tournament: Tournament, now: number): Showcased {
  const { id, status, name, entries } = tournament
  return {
    id,
    status,
    time: timeText(tournament, now),
    name,
    description: tournament.description || 'Join this exciting fishing tournament',
    funding: fundingOf(entries),
    backers: sum(entries.map(({ backerCount }) => backerCount)),
    note: noteOn(tournament),
    href: paths.login(paths.tournament(id)),
  }
}

function noteOn({ entries }: Tournament): string {
  const leader = leaderOf(entries)
  if (leader === null || leader.currentPosition === null) return 'No catch yet'
  const fish = parseBestCatch(leader.bestCatch)
  const place = `${ordinal(leader.currentPosition)}: ${leader.boat.name}`
  return fish ? `${place}, ${formatWeight(fish.weight)}` : place
}

export const samples: readonly Showcased[] = [
  {
    id: 'sample-1',
    status: 'active',
    time: '2 days left',
    name: 'Blue Horizon Marlin Classic',
    description: 'Three days offshore for the heaviest blue marlin of the season.',
    funding: { raised: '7300.00', goal: '10000.00', percent: 73, complete: false },
    backers: 48,
    note: '2nd place, blue marlin',
    href: paths.login(),
  },
  {
    id: 'sample-2',
    status: 'active',
    time: 'Final day',
    name: 'Gulf Stream Tuna Shootout',
    description: 'A fast fleet, one long canyon, and yellowfin over the scales all day.',
    funding: { raised: '15000.00', goal: '15000.00', percent: 100, complete: true },
    backers: 112,
    note: '1st place, yellowfin tuna',
    href: paths.login(),
  },
  {
    id: 'sample-3',
    status: 'upcoming',
    time: 'Starts in 5 days',
    name: 'Harbor Lights Sailfish Cup',
    description: 'Catch, measure and release: the most sailfish in two days wins.',
    funding: { raised: '4500.00', goal: '10000.00', percent: 45, complete: false },
    backers: 27,
    note: 'Target: sailfish',
    href: paths.login(),
  },
]
