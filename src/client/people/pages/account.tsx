import { LivePage } from '#client/event-stream/live-page.tsx'
import { paths } from '#client/paths.ts'
import { AccountSettings } from '#client/people/account/account-settings.tsx'
import { siteRoleQuery } from '#client/people/api/site-roles.ts'
import { Shell } from '#client/shell/shell.tsx'
import { OwnDataExport } from '#client/site/account/data-export.tsx'
import { DeleteAccount } from '#client/site/account/delete-account.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function AccountPage() {
  return (
    <Shell>
      <PageHeader
        title="Your account"
        description="Your profile, how you sign in, and your devices."
        action={
          <Data query={siteRoleQuery()} optional>
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
      <AccountSettings dataExport={<OwnDataExport />} deletion={<DeleteAccount />} />
      <LivePage />
    </Shell>
  )
}
