import { noticeSettingsQuery } from '#client/api/notices.ts'
import { FollowList } from '#client/features/follow/follow-list.tsx'
import { SettingsForm } from '#client/features/notices/settings-form.tsx'
import { ThisDevice } from '#client/features/notices/this-device.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { NoticeSettings } from '#contract/notices.ts'

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
