import { statusLabel } from '#client/domain/status.ts'
import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const lightScheme = css({ colorScheme: 'light', display: 'inline-flex' })

function toneOf(status: TournamentStatus): BadgeTone {
  switch (status) {
    case 'active':
      return 'live'
    case 'upcoming':
      return 'soon'
    case 'completed':
      return 'completed'
    case 'cancelled':
      return 'cancelled'
  }
}

export const StatusBadge = ({ status }: { status: TournamentStatus }) => (
  <Badge tone={toneOf(status)}>{statusLabel(status)}</Badge>
)

/** Badge on the hull's dark background. */
export const DetailStatusBadge = ({ status }: { status: TournamentStatus }) => (
  <span className={lightScheme}>
    <Badge tone={toneOf(status)}>{status === 'upcoming' ? 'Upcoming' : statusLabel(status)}</Badge>
  </span>
)

export const FundingPageBadge = ({ status }: { status: TournamentStatus }) => (
  <Badge tone={toneOf(status)}>
    {status === 'active' ? 'Live Tournament' : status === 'upcoming' ? 'Upcoming' : statusLabel(status)}
  </Badge>
)
