import { useQuery } from '@tanstack/react-query'
import { resultText } from '#client/domain/result.ts'
import { isOpen } from '#client/domain/status.ts'
import { paths } from '#client/paths.ts'
import { boatEntriesPageQuery } from '#client/tournaments/api/boat-profiles.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { byRelevance } from './own-boat-entries.tsx'

/** A boat's place and best catch, and the way to fund it while that is open. */
export const Standing = ({ entry }: { entry: Entry }) => (
  <Row gap="3">
    <EntryPlace entry={entry} />
    <Text weight="semibold">{resultText(entry) ?? 'No catch yet'}</Text>
    {entry.fundingOpen && (
      <LinkButton href={paths.funding(entry.id)} variant="action" size="sm">
        Fund
      </LinkButton>
    )}
  </Row>
)

/** {@link Standing} in the tournament that the boat fishes now, or next; nothing without one. */
export function BoatNow({ id }: { id: string }) {
  const { data } = useQuery(boatEntriesPageQuery(id))
  const [now] = (data?.items ?? [])
    .filter(({ tournament: { status } }) => isOpen(status))
    .toSorted(byRelevance)
  return now ? <Standing entry={now.entry} /> : null
}
