import { noticeSettingsQuery } from '#client/api/notices.ts'
import { SettingsForm } from '#client/features/notices/settings-form.tsx'
import { ThisDevice } from '#client/features/notices/this-device.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
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
          <LinkButton href={paths.account()} variant="ghost">
            Your account
          </LinkButton>
        }
      />
      <ThisDevice />
      <Data<NoticeSettings> query={noticeSettingsQuery()} what="Your settings">
        {settings => <SettingsForm settings={settings} />}
      </Data>
    </Shell>
  )
}
