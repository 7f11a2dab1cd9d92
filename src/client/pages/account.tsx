import { AccountSettings } from '#client/features/account/account-settings.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function AccountPage() {
  return (
    <Shell>
      <PageHeader title="Your account" description="Your profile, how you sign in, and your devices." />
      <AccountSettings />
    </Shell>
  )
}
