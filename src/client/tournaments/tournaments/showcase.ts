import { isTied, placeText, resultOf } from '#client/domain/result.ts'
import { categorise, timeText } from '#client/domain/schedule.ts'
import { type Funding, fundingOf } from '#client/domain/standings.ts'
import { paths } from '#client/paths.ts'
import type { TournamentCard, TournamentStatus } from '#contract/tournaments/tournaments.ts'

export interface Showcased {
  id: string
  status: TournamentStatus
  time: string | null
  name: string
  description: string
  /** Null without a boat. */
  funding: Funding | null
  /** Boats can take fundings. */
  isFundable: boolean
  /** Time when funding closes or closed, or null for the end. */
  closesAt: string | null
  backers: number
  /** Leader and fish. */
  note: string
  href: string
  isExample: boolean
}

const size = 3

/** Active, then upcoming, at most three; empty: show samples. */
export function showcaseOf(cards: readonly TournamentCard[], now: number): Showcased[] {
  const { active, upcoming } = categorise(cards, now)
  return [
    ...active.filter(({ status }) => status === 'active'),
    ...upcoming.filter(({ status }) => status === 'upcoming'),
  ]
    .slice(0, size)
    .map(card => present(card, now))
}

function present(card: TournamentCard, now: number): Showcased {
  const { id, status, name, description, backers } = card
  const funding = fundingOf(card)
  return {
    id,
    status,
    time: timeText(card, now),
    name,
    description: description || 'Join this exciting fishing tournament',
    funding,
    isFundable: funding !== null && card.fundingOpen,
    closesAt: card.fundingClosesAt && card.closesAt,
    backers,
    note: noteOn(card),
    href: paths.login(paths.tournament(id)),
    isExample: false,
  }
}

function noteOn({ leader }: TournamentCard): string {
  if (leader === null) return 'No catch yet'
  const result = resultOf(leader)
  const place = `${placeText(leader.position, isTied(leader))}: ${leader.name}`
  return result ? `${place}, ${result.figure}` : place
}

export const samples: readonly Showcased[] = [
  {
    id: 'sample-1',
    status: 'active',
    time: '2 days left',
    name: 'Blue Horizon Marlin Classic',
    description: 'Three days offshore for the heaviest blue marlin of the season.',
    funding: { raised: '7300.00', goal: '10000.00', complete: false },
    isFundable: true,
    closesAt: null,
    backers: 48,
    note: '2nd place, blue marlin',
    href: paths.login(),
    isExample: true,
  },
  {
    id: 'sample-2',
    status: 'active',
    time: 'Final day',
    name: 'Gulf Stream Tuna Shootout',
    description: 'A fast fleet, one long canyon, and yellowfin over the scales all day.',
    funding: { raised: '15000.00', goal: '15000.00', complete: true },
    isFundable: false,
    closesAt: null,
    backers: 112,
    note: '1st place, yellowfin tuna',
    href: paths.login(),
    isExample: true,
  },
  {
    id: 'sample-3',
    status: 'upcoming',
    time: 'Starts in 5 days',
    name: 'Harbor Lights Sailfish Cup',
    description: 'Catch, measure and release: the most sailfish in two days wins.',
    funding: { raised: '4500.00', goal: '10000.00', complete: false },
    isFundable: true,
    closesAt: null,
    backers: 27,
    note: 'Target: sailfish',
    href: paths.login(),
    isExample: true,
  },
]
