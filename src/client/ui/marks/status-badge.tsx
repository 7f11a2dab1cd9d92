import { statusLabel } from '#client/domain/status.ts'
import { Badge, type BadgeTone, OnHull } from '#client/ui/marks/badge.tsx'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'

const tones: Record<TournamentStatus, BadgeTone> = {
  active: 'live',
  upcoming: 'soon',
  completed: 'completed',
  cancelled: 'cancelled',
}

export const StatusBadge = ({ status }: { status: TournamentStatus }) => (
  <Badge tone={tones[status]}>{statusLabel(status)}</Badge>
)

export const DetailStatusBadge = ({ status }: { status: TournamentStatus }) => (
  <OnHull>
    <Badge tone={tones[status]}>{status === 'upcoming' ? 'Upcoming' : statusLabel(status)}</Badge>
  </OnHull>
)

export const FundingPageBadge = ({ status }: { status: TournamentStatus }) => (
  <Badge tone={tones[status]}>
    {status === 'active' ? 'Live Tournament' : status === 'upcoming' ? 'Upcoming' : statusLabel(status)}
  </Badge>
)
