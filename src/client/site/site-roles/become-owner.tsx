import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot, type Viewer } from '#client/lib/boot.tsx'
import { leaveFor } from '#client/lib/submit.ts'
import { paths } from '#client/paths.ts'
import { becomeOwner } from '#client/people/api/site-roles.ts'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { OfferPanel } from '#client/ui/layout/offer-panel.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { limits } from '#contract/limits.ts'

interface Props {
  token: string
  expiresAt: string
}

/** Invitation to own the site, for a signed-in person; visitors sign up first. */
export function BecomeOwner(props: Props) {
  const { viewer } = useBoot()
  return viewer && <AcceptOwnership {...props} viewer={viewer} />
}

const Duties = () => (
  <Text>
    An owner approves organisers, bans accounts, and sees what needs attention: mail, payments and the
    server’s disk. Use a password with at least {limits.ownerPasswordMin} characters.
  </Text>
)

const Validity = ({ expiresAt }: Pick<Props, 'expiresAt'>) => (
  <Text>
    The link works once, until <DateTime iso={expiresAt} />.
  </Text>
)

function AcceptOwnership({ token, expiresAt, viewer }: Props & { viewer: Viewer }) {
  const acceptance = useApiMutation(becomeOwner, 'That did not work. Please try again.')
  const accept = () =>
    acceptance.run(
      { params: { token } },
      () => void leaveFor(paths.admin('set-up'), { toast: { title: 'You own this site now' } }),
    )
  return (
    <OfferPanel accept="Become the Owner" pending={acceptance.pending} onAccept={() => void accept()}>
      <Duties />
      <Text>
        You are signed in as <strong>{viewer.email}</strong>. This account becomes the first owner.
      </Text>
      <Validity expiresAt={expiresAt} />
    </OfferPanel>
  )
}

export const OwnerLinkGone = () => (
  <MissingPage
    title="This Link Doesn’t Work"
    lead="It was used or has expired. The server prints a new one when it starts, as long as the site has no owner."
  />
)
