import { ownSharesQuery } from '#client/money/api/my-boats.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { mayChangeText, shareIfEndedText } from '#contract/money/if-ended-texts.ts'
import type { ShareIfEnded } from '#contract/money/share-if-ended.ts'
import type { BoatEntry } from '#contract/tournaments/boat-profiles.ts'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'

interface IfEndedProps {
  share: ShareIfEnded
  status: TournamentStatus
  className?: string
}

/** Value of the reader's money if the tournament ended now, and what can still change it. */
export function IfEnded({ share, status, className }: IfEndedProps) {
  const isOver = status === 'completed'
  return (
    <Stack gap="0" className={className}>
      <Text look="figure" weight="bold" tabular breakable>
        {shareIfEndedText(share, isOver)}
      </Text>
      <Muted small>{mayChangeText(share, isOver)}</Muted>
    </Stack>
  )
}

interface OwnSharesProps {
  boatId: string
  entries: readonly BoatEntry[]
}

/** The viewer's shares of the boat if its tournaments ended now; nothing for people who don't back it. */
export function OwnShares({ boatId, entries }: OwnSharesProps) {
  const { isAuthenticated } = useSession()
  return (
    isAuthenticated && (
      <Data query={ownSharesQuery(boatId)} optional>
        {shares =>
          shares.map(({ entryId, ...share }) => {
            const tournament = entries.find(({ entry }) => entry.id === entryId)?.tournament
            return (
              tournament && (
                <section key={entryId} aria-label={`Your share in ${tournament.name}`}>
                  <IfEnded share={share} status={tournament.status} />
                </section>
              )
            )
          })
        }
      </Data>
    )
  )
}
