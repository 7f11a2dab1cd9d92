import Gavel from 'lucide-react/icons/gavel'
import type { ReactNode } from 'react'
import type { PagedList } from '#client/lib/query.tsx'
import { useSession } from '#client/people/api/use-session.ts'
import { ownEntriesQuery } from '#client/tournaments/api/entries.ts'
import { holdsQuery, protestsQuery, protestWindowQuery } from '#client/tournaments/api/protests.ts'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import type { Protest } from '#contract/tournaments/protests.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { HeldBoats } from './held-boats.tsx'
import { CaptainActions } from './protest-actions.tsx'
import { ProtestCard } from './protest-card.tsx'
import { WindowText } from './protest-window.tsx'

/** All protests, with what their captains can do. */
export function ProtestList({ tournament, action }: { tournament: Tournament; action: ReactNode }) {
  const { isAuthenticated } = useSession()
  return (
    <Stack gap="6">
      <Data query={protestWindowQuery(tournament.id)} shape="line" what="The time for protests">
        {window => (
          <Muted>
            <WindowText window={window} />
          </Muted>
        )}
      </Data>
      {action}
      {isAuthenticated ? (
        <Data query={ownEntriesQuery(tournament.id)} shape="block" what="The protests">
          {ownEntries => (
            <Protests
              tournament={tournament}
              own={new Set(ownEntries.flatMap(({ entryId, isOwner }) => (isOwner ? [entryId] : [])))}
            />
          )}
        </Data>
      ) : (
        <Protests tournament={tournament} own={new Set()} />
      )}
      <Data query={holdsQuery(tournament.id)} optional>
        {holds =>
          holds.length > 0 && (
            <Section id="holds" title="Held Boats">
              <HeldBoats tournament={tournament} holds={holds} />
            </Section>
          )
        }
      </Data>
    </Stack>
  )
}

interface ProtestsProps {
  tournament: Tournament
  /** Entries whose boats the viewer owns. */
  own: ReadonlySet<string>
}

const Protests = ({ tournament, own }: ProtestsProps) => (
  <PagedData query={protestsQuery(tournament.id)} shape="block" count={2} what="The protests">
    {list => <Cards list={list} own={own} />}
  </PagedData>
)

function Cards({ list, own }: { list: PagedList<Protest>; own: ReadonlySet<string> }) {
  if (list.items.length === 0) return <EmptyState icon={<Gavel size={26} />} title="No protests" as="p" />
  return (
    <PagedItems list={list} what="protests">
      <Stack as="ul" gap="3">
        {list.items.map(protest => (
          <ProtestCard
            key={protest.id}
            protest={protest}
            heading="h2"
            actions={<CaptainActions protest={protest} own={own} />}
          />
        ))}
      </Stack>
    </PagedItems>
  )
}
