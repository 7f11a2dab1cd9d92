import Settings2 from 'lucide-react/icons/settings-2'
import { NotificationList } from '#client/notifications/notifications/notification-list.tsx'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function NotificationsPage() {
  return (
    <Shell width="reading">
      <PageHeader
        title="Notifications"
        action={
          <LinkButton href={paths.notificationSettings()} variant="secondary">
            <Settings2 size={20} />
            Settings
          </LinkButton>
        }
      />
      <NotificationList />
    </Shell>
  )
}
