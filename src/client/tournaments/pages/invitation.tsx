import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { offeredRoleQuery } from '#client/tournaments/api/staff.ts'
import { InvitationGone, OfferedRole } from '#client/tournaments/staff/offered-role.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function InvitationPage({ params: { token = '' } }: PageProps) {
  return (
    <Shell width="narrow" missing={<InvitationGone />}>
      <Data query={offeredRoleQuery(token)} what="The invitation">
        {offer => (
          <>
            {offer.accepted ? (
              <PageHeader title="Invitation Accepted" />
            ) : (
              <PageHeader title="You’re Invited" description="To a fishing tournament." />
            )}
            <OfferedRole token={token} offer={offer} />
          </>
        )}
      </Data>
    </Shell>
  )
}
