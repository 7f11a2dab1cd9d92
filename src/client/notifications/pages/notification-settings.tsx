import { noticeSettingsQuery } from '#client/notifications/api/notices.ts'
import { FollowList } from '#client/notifications/follow/follow-list.tsx'
import { SettingsForm } from '#client/notifications/notices/settings-form.tsx'
import { ThisDevice } from '#client/notifications/notices/this-device.tsx'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { NoticeSettings } from '#contract/notifications/notices.ts'

export default function NoticeSettingsPage() {
  return (
    <Shell width="reading">
      <PageHeader
        title="Notifications"
        description="What you are told, and how. Everything also waits under the bell."
        action={
          <TextLink href={paths.account()} standalone>
            Your account
          </TextLink>
        }
      />
      <ThisDevice />
      <Data<NoticeSettings> query={noticeSettingsQuery()} what="Your settings">
        {settings => <SettingsForm settings={settings} />}
      </Data>
      <FollowList />
    </Shell>
  )
}
