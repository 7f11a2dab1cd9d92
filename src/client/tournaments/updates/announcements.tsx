import ChevronDown from 'lucide-react/icons/chevron-down'
import Megaphone from 'lucide-react/icons/megaphone'
import { paths } from '#client/paths.ts'
import { announcementsQuery, latestAnnouncementsQuery } from '#client/tournaments/api/announcements.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { DateTime, RelativeTime } from '#client/ui/marks/relative-time.tsx'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import { css } from '#styled/css/index.js'

/** The latest of all tournaments; nothing without any. */
export const LatestAnnouncements = () => (
  <Data query={latestAnnouncementsQuery()} optional>
    {announcements => announcements.length > 0 && <Announcements announcements={announcements} isNamed />}
  </Data>
)

/** Announcements of a tournament; nothing without any. */
export const TournamentAnnouncements = ({ tournamentId }: { tournamentId: string }) => (
  <PagedData query={announcementsQuery(tournamentId)} optional>
    {list =>
      list.items.length > 0 && (
        <Section id="announcements" title="Announcements">
          <PagedItems list={list} what="announcements">
            <Announcements announcements={list.items} />
          </PagedItems>
        </Section>
      )
    }
  </PagedData>
)

const summary = css({
  display: 'flex',
  alignItems: 'center',
  columnGap: '3',
  minHeight: '12',
  paddingBlock: '2',
  paddingInline: { base: '3', sm: '4' },
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  '&:focus-visible': { outlineOffset: '-3px', borderRadius: 'lg' },
  _hoverable: { backgroundColor: 'seaSoft' },
  '& > svg': { flexShrink: '0' },
  _largeText: { flexWrap: 'wrap' },
})
const mark = css({ color: 'sea' })
const chevron = css({
  marginInlineStart: 'auto',
  color: 'inkMuted',
  'details[open] &': { transform: 'rotate(180deg)' },
})
// One line until it is opened.
const content = css({
  flexGrow: '1',
  minWidth: '0',
  truncate: true,
  // Whole, below the marks, which leave no space for it.
  _largeText: { order: '1', flexBasis: 'full', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  'details[open] &': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
})
// Phones have them below an open one.
const onWide = css({ flexShrink: '0', smDown: { display: 'none' } })
const more = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '4',
  paddingInlineStart: { base: '12', sm: '14' },
  paddingInlineEnd: '3',
  paddingBottom: '2',
})

interface AnnouncementsProps {
  announcements: readonly Announcement[]
  /** Shows the tournaments' names. */
  isNamed?: boolean
}

/** A line each, which opens. */
const Announcements = ({ announcements, isNamed = false }: AnnouncementsProps) => (
  <List>
    {announcements.map(({ id, content: text, pinned, createdAt, tournament }) => (
      <li key={id}>
        <details>
          <summary className={summary}>
            <Megaphone size={20} className={mark} />
            {!isNamed && pinned && <Badge tone="info">Pinned</Badge>}
            <span className={content}>
              {isNamed && (
                <Text as="span" weight="semibold" className={onWide}>
                  {tournament.name}:{' '}
                </Text>
              )}
              {text}
            </span>
            <Muted as="span" small className={onWide}>
              <RelativeTime iso={createdAt} />
            </Muted>
            <ChevronDown size={20} className={chevron} />
          </summary>
          <p className={more}>
            <Muted as="span" small>
              Announced <DateTime iso={createdAt} />
            </Muted>
            {isNamed && (
              <TextLink href={paths.tournament(tournament.id)} standalone>
                {tournament.name}
              </TextLink>
            )}
          </p>
        </details>
      </li>
    ))}
  </List>
)
