import type { PageProps } from '#client/page.ts'
import { ownerLinkQuery } from '#client/people/api/site-roles.ts'
import { Shell } from '#client/shell/shell.tsx'
import { BecomeOwner, OwnerLinkGone } from '#client/site/site-roles/become-owner.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function OwnerPage({ params: { token = '' } }: PageProps) {
  return (
    <Shell width="narrow" missing={<OwnerLinkGone />}>
      <PageHeader title="Own This Site" description="It has no owner yet." />
      <Data query={ownerLinkQuery(token)} what="The link">
        {({ expiresAt }) => <BecomeOwner token={token} expiresAt={expiresAt} />}
      </Data>
    </Shell>
  )
}
