import ScrollText from 'lucide-react/icons/scroll-text'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { actionsQuery } from '#client/tournaments/api/staff.ts'
import { SectionLink } from '#client/ui/controls/link.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, ListItem, RowText } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { TournamentAction } from '#contract/tournaments/staff.ts'
import { actionWords, roleWords } from './role-words.ts'

export function ActionLog({ tournamentId }: { tournamentId: string }) {
  return (
    <Section
      id="log"
      title="Log"
      description="Who did what in the tournament’s name. Only you see it."
      action={<SectionLink href={paths.tournamentLog(tournamentId)}>Catch Log</SectionLink>}
    >
      <PagedData query={actionsQuery(tournamentId)} what="The log" shape="block">
        {list => <Actions list={list} />}
      </PagedData>
    </Section>
  )
}

function Actions({ list }: { list: PagedList<TournamentAction> }) {
  if (list.items.length === 0) return <EmptyState icon={<ScrollText size={26} />} title="Nothing yet" />
  return (
    <PagedItems list={list} what="of the log">
      <List>
        {list.items.map(({ id, kind, subject, by, createdAt }) => (
          <ListItem key={id} align="baseline" rowGap="0">
            <RowText basis="14rem">
              <p>
                <Text as="span" weight="semibold">
                  {by.name}
                </Text>{' '}
                {actionWords[kind]}
              </p>
              <Muted small>
                <Subject text={subject} />
              </Muted>
            </RowText>
            <Muted as="span" small tabular>
              {roleWords[by.role]} · <DateTime iso={createdAt} />
            </Muted>
          </ListItem>
        ))}
      </List>
    </PagedItems>
  )
}

/** Shows times as `2026-06-01 12:00 UTC`, which the log stores in a catch's text, in the reader's zone. */
const Subject = ({ text }: { text: string }) =>
  text.split(/(?<=, caught )(\d{4}-\d\d-\d\d \d\d:\d\d UTC)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a correction can name one time twice
      <DateTime key={place} iso={part.replace(' UTC', 'Z').replace(' ', 'T')} />
    ),
  )
