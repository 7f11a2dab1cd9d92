import { useQueryClient } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { useEffect, useState } from 'react'
import { formatDay } from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZone } from '#client/lib/use-hydrated.ts'
import { notificationsQuery, readNotifications } from '#client/notifications/api/notifications.ts'
import { onNotification, refreshUnread } from '#client/notifications/api/unread.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { List, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { TimeOfDay } from '#client/ui/marks/relative-time.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Notification } from '#contract/notifications/notifications.ts'
import { css, cx } from '#styled/css/index.js'
import { NotificationIcon } from './notification-icon.tsx'

export const NotificationList = () => (
  <Data query={notificationsQuery()} what="Your notifications" shape="row" count={6}>
    {({ items }) => <Notifications notifications={items} />}
  </Data>
)

function Notifications({ notifications }: { notifications: readonly Notification[] }) {
  const fresh = useFresh(notifications)
  useReading(notifications)
  const now = useNow()
  const zone = useZone()
  const days = [...Map.groupBy(notifications, ({ createdAt }) => formatDay(createdAt, now, zone))]
  if (notifications.length === 0)
    return (
      <EmptyState
        icon={<Bell size={26} />}
        title="Nothing yet"
        description="News of the boats and tournaments you follow or back shows up here. The last 50 are kept."
        action={<LinkButton href={paths.home()}>Browse Tournaments</LinkButton>}
      />
    )
  return (
    <Stack gap="6">
      {days.map(([day, ofDay]) => (
        <Stack as="section" gap="2" key={day} aria-labelledby={`day-${ofDay[0]?.id}`}>
          <Text as="h2" look="subheading" weight="bold" id={`day-${ofDay[0]?.id}`}>
            {day}
          </Text>
          <List>
            {ofDay.map(notification => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                isFresh={fresh.has(notification.id)}
              />
            ))}
          </List>
        </Stack>
      ))}
    </Stack>
  )
}

/** Ids of those that were unread when this page first showed them: reading them doesn't take their mark. */
function useFresh(notifications: readonly Notification[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const newItems = notifications.filter(({ id, readAt }) => readAt === null && !fresh.has(id))
  if (newItems.length === 0) return fresh
  const all = fresh.union(new Set(newItems.map(({ id }) => id)))
  setFresh(all)
  return all
}

/** Marks the shown notifications as read on all devices, and shows new ones. */
function useReading(notifications: readonly Notification[]): void {
  const client = useQueryClient()
  const unread = notifications.find(({ readAt }) => readAt === null)?.id
  useEffect(() => onNotification(() => void client.invalidateQueries(notificationsQuery())), [client])
  useEffect(() => {
    // Offline they stay unread. The event that follows may come before this page receives any.
    if (unread !== undefined) readNotifications({ body: { until: unread } }).then(refreshUnread, () => {})
  }, [unread])
}

const row = css({
  position: 'relative',
  display: 'flex',
  gap: '3',
  paddingBlock: '2.5',
  paddingInline: { base: '3', md: '4' },
})
const isNew = css({ backgroundColor: 'seaSoft', boxShadow: 'inset 4px 0 0 token(colors.sea)' })
const link = css({
  color: 'inherit',
  fontWeight: 'semibold',
  lineHeight: 'snug',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  // The whole row is the target.
  _after: { content: '""', position: 'absolute', inset: '0' },
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '4px' },
})

function NotificationItem({
  notification: { kind, title, text, path, createdAt },
  isFresh,
}: {
  notification: Notification
  isFresh: boolean
}) {
  return (
    <li className={cx(row, isFresh && isNew)}>
      <NotificationIcon kind={kind} />
      <Stack gap="0" breakable>
        <a href={path} className={link}>
          {isFresh && <VisuallyHidden>New: </VisuallyHidden>}
          {text}
        </a>
        <Muted small>
          {title} · <TimeOfDay iso={createdAt} />
        </Muted>
      </Stack>
    </li>
  )
}
