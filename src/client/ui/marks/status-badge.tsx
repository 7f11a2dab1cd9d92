import { statusLabel } from '#client/domain/status.ts'
import { Badge, type BadgeTone, OnHull } from '#client/ui/marks/badge.tsx'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'

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

export const DetailStatusBadge = ({ status }: { status: TournamentStatus }) => (
  <OnHull>
    <Badge tone={toneOf(status)}>{status === 'upcoming' ? 'Upcoming' : statusLabel(status)}</Badge>
  </OnHull>
)

export const FundingPageBadge = ({ status }: { status: TournamentStatus }) => (
  <Badge tone={toneOf(status)}>
    {status === 'active' ? 'Live Tournament' : status === 'upcoming' ? 'Upcoming' : statusLabel(status)}
  </Badge>
)
