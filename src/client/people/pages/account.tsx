import { LivePage } from '#client/event-stream/live-page.tsx'
import { paths } from '#client/paths.ts'
import { AccountSettings } from '#client/people/account/account-settings.tsx'
import { Settings } from '#client/people/account/settings.tsx'
import { siteRoleQuery } from '#client/people/api/site-roles.ts'
import { Shell } from '#client/shell/shell.tsx'
import { DataExport } from '#client/site/account/data-export.tsx'
import { DeleteAccount } from '#client/site/account/delete-account.tsx'
import { dataExportQuery } from '#client/site/api/account.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { OwnSiteRole } from '#contract/people/site-roles.ts'
import type { DataExport as Export } from '#contract/site/data-exports.ts'

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
      <AccountSettings>
        <Settings
          id="data"
          title="Your data"
          description="One file with everything that this site stores about you: texts, payments, pictures and videos."
        >
          <Data<Export> query={dataExportQuery()} what="Your data" shape="row" count={1}>
            {answer => <DataExport {...answer} />}
          </Data>
        </Settings>
        <Settings
          id="delete"
          title="Delete account"
          description="Deletes your personal data. Payment records stay, without your name."
        >
          <DeleteAccount />
        </Settings>
      </AccountSettings>
      <LivePage />
    </Shell>
  )
}
