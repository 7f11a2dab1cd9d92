import Settings2 from 'lucide-react/icons/settings-2'
import { NoticeList } from '#client/notifications/notices/notice-list.tsx'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function NoticesPage() {
  return (
    <Shell width="reading">
      <PageHeader
        title="Notices"
        action={
          <LinkButton href={paths.noticeSettings()} variant="secondary">
            <Settings2 size={20} aria-hidden />
            Settings
          </LinkButton>
        }
      />
      <NoticeList />
    </Shell>
  )
}
