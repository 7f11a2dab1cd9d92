import { notificationSettingsQuery } from '#client/notifications/api/notifications.ts'
import { FollowList } from '#client/notifications/follow/follow-list.tsx'
import { SettingsForm } from '#client/notifications/notifications/settings-form.tsx'
import { ThisDevice } from '#client/notifications/notifications/this-device.tsx'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function NotificationSettingsPage() {
  return (
    <Shell width="reading">
      <PageHeader
        title="Notification settings"
        action={
          <TextLink href={paths.account()} standalone>
            Your account
          </TextLink>
        }
      />
      <ThisDevice />
      <Data query={notificationSettingsQuery()} what="Your settings">
        {settings => <SettingsForm settings={settings} />}
      </Data>
      <FollowList />
    </Shell>
  )
}
