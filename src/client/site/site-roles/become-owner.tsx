import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot, type Viewer } from '#client/lib/boot.tsx'
import { storeReturnPath } from '#client/lib/return-path.ts'
import { toastAfterNavigation } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { becomeOwner } from '#client/people/api/site-roles.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { OfferPanel } from '#client/ui/layout/offer-panel.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { limits } from '#contract/limits.ts'

interface Props {
  token: string
  expiresAt: string
}

export function BecomeOwner(props: Props) {
  const { viewer } = useBoot()
  return viewer ? <AcceptOwnership {...props} viewer={viewer} /> : <SignInFirst expiresAt={props.expiresAt} />
}

const Duties = () => (
  <Text>
    An owner approves organisers, bans accounts, and sees what needs attention: mail, payments and the
    server’s disk. Use a password with at least {limits.ownerPasswordMin} characters.
  </Text>
)

const Validity = ({ expiresAt }: Pick<Props, 'expiresAt'>) => (
  <Text>
    The link works once, until <DateTime iso={expiresAt} withTime />.
  </Text>
)

function AcceptOwnership({ token, expiresAt, viewer }: Props & { viewer: Viewer }) {
  const acceptance = useApiMutation(becomeOwner, 'That did not work. Please try again.')
  const accept = () =>
    acceptance.run({ params: { token } }, () => {
      toastAfterNavigation({
        title: 'You own this site now',
        description: 'This is its admin page.',
        link: { label: 'Create a tournament', href: paths.createTournament() },
      })
      location.assign(paths.admin())
    })
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

function SignInFirst({ expiresAt }: Pick<Props, 'expiresAt'>) {
  const { sendsMail, canonical } = useBoot()
  const next = new URL(canonical).pathname
  return (
    <Panel padding="lg" lifted>
      <Stack>
        <Duties />
        <Text>
          An account becomes the owner: create yours, or sign in. Then you come back here and accept.
          {sendsMail &&
            ' A new account is confirmed by mail first: open the link in the mail in this browser.'}
        </Text>
        <Validity expiresAt={expiresAt} />
        <Row gap="snug">
          <LinkButton
            href={paths.signUp(next)}
            variant="action"
            size="lg"
            onClick={() => sendsMail && storeReturnPath(next)}
          >
            Create Account
          </LinkButton>
          <LinkButton href={paths.login(next)} variant="secondary" size="lg">
            Sign In
          </LinkButton>
        </Row>
      </Stack>
    </Panel>
  )
}

export const OwnerLinkGone = () => (
  <MissingPage
    title="This Link Doesn’t Work"
    lead="It was used or has expired. The server prints a new one when it starts, as long as the site has no owner."
  />
)
