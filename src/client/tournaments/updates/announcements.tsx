import Megaphone from 'lucide-react/icons/megaphone'
import { paths } from '#client/paths.ts'
import { latestAnnouncementsQuery } from '#client/tournaments/api/announcements.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import { css } from '#styled/css/index.js'

/** The latest of all tournaments; nothing without any. */
export const LatestAnnouncements = () => (
  <Data<Announcement[]> query={latestAnnouncementsQuery()} fallback={null} failed={null}>
    {announcements => announcements.length > 0 && <Announcements announcements={announcements} isNamed />}
  </Data>
)

const item = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: '3',
  padding: { base: '3', sm: '4' },
  borderInlineStartWidth: '4px',
  borderInlineStartColor: 'seaSolid',
})
const mark = css({ color: 'sea' })
const content = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

interface AnnouncementsProps {
  announcements: readonly Announcement[]
  /** With the tournaments' names. */
  isNamed?: boolean
}

export const Announcements = ({ announcements, isNamed = false }: AnnouncementsProps) => (
  <Stack as="ul" gap="snug">
    {announcements.map(({ id, content: text, pinned, createdAt, tournament }) => (
      <Panel key={id} as="li" className={item}>
        <Megaphone size={22} aria-hidden className={mark} />
        <Stack gap="xs">
          <Row between align="baseline" gap="snug" rowGap="none">
            {isNamed ? (
              <TextLink href={paths.tournament(tournament.id)}>{tournament.name}</TextLink>
            ) : (
              pinned && <Badge tone="info">Pinned</Badge>
            )}
            <Muted as="span" small>
              <RelativeTime iso={createdAt} />
            </Muted>
          </Row>
          <p className={content}>{text}</p>
        </Stack>
      </Panel>
    ))}
  </Stack>
)
