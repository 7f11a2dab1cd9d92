import Fish from 'lucide-react/icons/fish'
import MapPin from 'lucide-react/icons/map-pin'
import Radio from 'lucide-react/icons/radio'
import Trophy from 'lucide-react/icons/trophy'
import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from '#client/lib/announce.ts'
import type { PagedList, PagesQuery } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { homeUpdates, updatesQuery } from '#client/tournaments/api/updates.ts'
import { NameLink, TextLink } from '#client/ui/controls/link.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyLine, EmptyStrip } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { CorrectionNote, DisqualifiedTime } from '#client/ui/marks/correction-note.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import type { Update } from '#contract/tournaments/updates.ts'
import { css, cva } from '#styled/css/index.js'
import { LatestAnnouncements } from './announcements.tsx'
import { newOf } from './new-updates.ts'
import { type UpdateKind, updateKind } from './update-kind.ts'

export function LiveUpdates() {
  return (
    <Section id="updates" title="Live Updates">
      <LatestAnnouncements />
      <PagedData query={updatesQuery()} fallback={<LiveUpdatesSkeleton />} what="The updates">
        {list => <Feed list={list} isShort />}
      </PagedData>
    </Section>
  )
}

interface SomeUpdatesProps {
  query: PagesQuery<Update>
  /** The page's subject, which its updates don't name. */
  of: 'boat' | 'tournament'
  isOver?: boolean
}

/** Updates of one boat or tournament. */
export const SomeUpdates = ({ query, ...props }: SomeUpdatesProps) => (
  <Section id="updates" title="Live Updates">
    <PagedData query={query} fallback={<LiveUpdatesSkeleton />} what="The updates">
      {list => <Feed list={list} {...props} />}
    </PagedData>
  </Section>
)

const noUpdates = {
  title: 'No updates yet',
  description: 'Tournament updates will appear here once boats start posting',
}

/** Phones show two, with small pictures beside the text, until more are asked for. */
const short = css({
  smDown: {
    containerType: 'inline-size',
    '& > :nth-child(n + 3)': { display: 'none' },
    // At 200 % text size the pictures stay below.
    '@container (min-width: 15rem)': {
      '& li:has(img)': { position: 'relative' },
      '& li:has(img) p': { minHeight: '14', paddingInlineEnd: '24' },
      '& img': { position: 'absolute', top: '11', insetInlineEnd: '3', width: '20', marginTop: '0' },
      '& [data-foot]': { marginBlock: '-2.5' },
    },
    '& [data-place]': { display: 'none' },
  },
})

interface FeedProps extends Partial<Omit<SomeUpdatesProps, 'query'>> {
  list: PagedList<Update>
  isShort?: boolean
}

function Feed({ list, of, isShort = false, isOver = false }: FeedProps) {
  useAnnouncements(list.items)
  if (list.items.length === 0 && isOver) return <EmptyLine title="No updates" />
  if (list.items.length === 0) return isShort ? <EmptyStrip {...noUpdates} /> : <EmptyLine {...noUpdates} />
  return (
    <PagedItems list={list} what="updates">
      <Stack as="ul" gap="3" className={isShort && list.items.length <= homeUpdates ? short : undefined}>
        {list.items.map(update => (
          <UpdateItem key={update.id} update={update} of={of} />
        ))}
      </Stack>
    </PagedItems>
  )
}

function useAnnouncements(updates: readonly Update[]): void {
  const previous = useRef<readonly Update[] | null>(null)
  useEffect(() => {
    const before = previous.current
    previous.current = updates
    const fresh = before === null ? [] : newOf(before, updates)
    const [latest] = fresh
    if (!latest) return
    const many = fresh.length > 1 ? ` And ${fresh.length - 1} more.` : ''
    announce(`Update from ${latest.tournamentEntry.boat.name}: ${latest.content}${many}`)
  }, [updates])
}

const item = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: '3',
  padding: { base: '3', sm: '4' },
})
const mark = cva({
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '10',
    borderRadius: 'full',
    backgroundColor: 'track',
    color: 'ink',
  },
  variants: {
    kind: {
      catch: { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
      win: { backgroundColor: 'gold', color: 'onMedal' },
      news: {},
    },
  },
})
const foot = css({ textStyle: 'small', color: 'inkMuted', overflowWrap: 'anywhere' })
const picture = css({
  width: 'full',
  aspectRatio: '16/9',
  objectFit: 'cover',
  borderRadius: 'md',
  backgroundColor: 'sunken',
  marginTop: '2',
})

function icon(kind: UpdateKind): ReactNode {
  switch (kind) {
    case 'catch':
      return <Fish size={20} />
    case 'win':
      return <Trophy size={20} />
    case 'news':
      return <Radio size={20} />
  }
}

function UpdateItem({ update, of }: { update: Update; of: FeedProps['of'] }) {
  const { boat, tournament } = update.tournamentEntry
  const kind = updateKind(update.content)
  return (
    <Panel as="li" className={item}>
      <span className={mark({ kind })}>{icon(kind)}</span>
      <Stack gap="1">
        <Row between align="baseline" gap="3" rowGap="0">
          <Text as="h3" look="figure" breakable>
            {of === 'boat' ? (
              <NameLink href={paths.tournament(tournament.id)}>{tournament.name}</NameLink>
            ) : (
              <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
            )}
          </Text>
          <Muted as="span" small>
            <RelativeTime iso={update.createdAt} />
          </Muted>
        </Row>
        <Text multiline breakable>
          {update.content}
        </Text>
        {update.disqualified && (
          <Muted small>
            <DisqualifiedTime {...update.disqualified} />
          </Muted>
        )}
        {update.correction && <CorrectionNote correction={update.correction} />}
        {update.imageUrl !== null && (
          <img
            src={update.imageUrl}
            alt={`From ${boat.name}`}
            loading="lazy"
            decoding="async"
            className={picture}
          />
        )}
        {(of === undefined || update.location) && (
          <Row gap="4" rowGap="0" className={foot} data-foot="">
            {of === undefined && (
              <TextLink href={paths.tournament(tournament.id)} standalone>
                {tournament.name}
              </TextLink>
            )}
            {update.location && (
              <IconText gap="1.5" icon="inherit" data-place="">
                <MapPin size={16} />
                {update.location}
              </IconText>
            )}
          </Row>
        )}
      </Stack>
    </Panel>
  )
}

const itemSize = css({ minHeight: '32' })

export function LiveUpdatesSkeleton() {
  return (
    <Stack gap="3">
      <Loading shape="row" count={3} className={itemSize} />
    </Stack>
  )
}
