import { siteRoleQuery } from '#client/api/site-roles.ts'
import { AccountSettings } from '#client/features/account/account-settings.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { OwnSiteRole } from '#contract/site-roles.ts'

export default function AccountPage() {
  return (
    <Shell>
      <PageHeader
        title="Your account"
        description="Your profile, how you sign in, and your devices."
        action={
          <Data<OwnSiteRole> query={siteRoleQuery()} fallback={null} failed={null}>
            {({ role }) =>
              role === 'owner' && (
                <LinkButton href={paths.admin()} variant="secondary">
                  Admin Page
                </LinkButton>
              )
            }
          </Data>
        }
      />
      <AccountSettings />
      <LivePage />
    </Shell>
  )
}
