import { isTied } from '#client/domain/result.ts'
import { PositionBadge, type PositionBadgeProps } from '#client/ui/marks/badge.tsx'
import type { Entry } from '#contract/tournaments/tournaments.ts'

interface EntryPlaceProps extends Pick<PositionBadgeProps, 'size'> {
  entry: Pick<Entry, 'currentPosition' | 'score'>
}

/** Badge of an entry's place; nothing without one. */
export const EntryPlace = ({ entry, size }: EntryPlaceProps) =>
  entry.currentPosition !== null && (
    <PositionBadge position={entry.currentPosition} size={size} isTied={isTied(entry)} />
  )
