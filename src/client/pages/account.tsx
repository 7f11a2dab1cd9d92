import { AccountSettings } from '#client/features/account/account-settings.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function AccountPage() {
  return (
    <Shell>
      <PageHeader
        title="Your account"
        description="Who you are here, how you sign in, and where you are signed in."
      />
      <AccountSettings />
    </Shell>
  )
}
