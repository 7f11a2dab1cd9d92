import { useQueryClient } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { useEffect, useState } from 'react'
import { invalidate } from '#client/api/invalidate.ts'
import type { PageOf } from '#client/lib/request.ts'
import { noticesQuery, readNotices, showsNotices } from '#client/notifications/api/notices.ts'
import { onNotice, refreshUnread } from '#client/notifications/api/unread.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Notice } from '#contract/notifications/notices.ts'
import { css, cx } from '#styled/css/index.js'

export const NoticeList = () => (
  <Data<PageOf<Notice>> query={noticesQuery()} what="Your notices" shape="row" count={6}>
    {({ items }) => <Notices notices={items} />}
  </Data>
)

function Notices({ notices }: { notices: readonly Notice[] }) {
  const fresh = useFresh(notices)
  useReading(notices)
  if (notices.length === 0)
    return (
      <EmptyState
        icon={<Bell size={26} aria-hidden />}
        title="Nothing yet"
        description="Here you read what happens to the boats and tournaments that you follow or back. The last 50 stay."
        action={<LinkButton href={paths.home()}>Browse Tournaments</LinkButton>}
      />
    )
  return (
    <List>
      {notices.map(notice => (
        <NoticeItem key={notice.id} notice={notice} isFresh={fresh.has(notice.id)} />
      ))}
    </List>
  )
}

/** Ids of those that were unread when this page first showed them: reading them doesn't take their mark. */
function useFresh(notices: readonly Notice[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const added = notices.filter(({ id, readAt }) => readAt === null && !fresh.has(id))
  if (added.length === 0) return fresh
  const all = fresh.union(new Set(added.map(({ id }) => id)))
  setFresh(all)
  return all
}

/** Marks what is shown as read, on all devices, and shows what comes. */
function useReading(notices: readonly Notice[]): void {
  const client = useQueryClient()
  const unread = notices.find(({ readAt }) => readAt === null)?.id
  useEffect(() => onNotice(() => void invalidate(client, showsNotices).catch(() => {})), [client])
  useEffect(() => {
    // Offline they stay unread. The event that follows may come before this page hears any.
    if (unread !== undefined) readNotices({ body: { until: unread } }).then(refreshUnread, () => {})
  }, [unread])
}

const row = css({
  position: 'relative',
  display: 'block',
  paddingBlock: '3',
  paddingInline: { base: '4', md: '5' },
})
const isNew = css({ backgroundColor: 'seaSoft', boxShadow: 'inset 4px 0 0 token(colors.sea)' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: '3',
  alignItems: 'baseline',
})
const link = css({
  color: 'inherit',
  fontWeight: 'semibold',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  // The whole row is the target.
  _after: { content: '""', position: 'absolute', inset: '0' },
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '4px' },
})

function NoticeItem({
  notice: { title, text, path, createdAt },
  isFresh,
}: {
  notice: Notice
  isFresh: boolean
}) {
  return (
    <li className={cx(row, isFresh && isNew)}>
      <div className={head}>
        <a href={path} className={link}>
          {isFresh && <VisuallyHidden>New: </VisuallyHidden>}
          {title}
        </a>
        <Muted as="span" small>
          <RelativeTime iso={createdAt} />
        </Muted>
      </div>
      <Text breakable>{text}</Text>
    </li>
  )
}
