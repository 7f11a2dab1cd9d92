import { becomeOwner } from '#client/api/site-roles.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { paths } from '#client/paths.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'

interface Props {
  token: string
  expiresAt: string
}

export function BecomeOwner({ token, expiresAt }: Props) {
  const acceptance = useApiMutation(becomeOwner, 'That did not work. Please try again.')
  const accept = () => acceptance.run({ params: { token } }, () => location.assign(paths.admin()))
  return (
    <Panel padding="lg" lifted>
      <Stack>
        <Text>
          An owner approves organisers, bans accounts, and sees what needs attention: mail, payments and the
          server’s disk. This account becomes the first one.
        </Text>
        <Text>
          The link works once, until <DateTime iso={expiresAt} withTime />.
        </Text>
        <Row gap="snug">
          <Button variant="action" size="lg" pending={acceptance.pending} onClick={() => void accept()}>
            Become the Owner
          </Button>
          <LinkButton href={paths.home()} variant="secondary" size="lg">
            Not Now
          </LinkButton>
        </Row>
      </Stack>
    </Panel>
  )
}

export const OwnerLinkGone = () => (
  <HeroPage
    title="This Link Doesn’t Work"
    lead="It was used or has expired. The server prints a new one when it starts, as long as the site has no owner."
    actions={
      <LinkButton href={paths.home()} variant="action" size="lg">
        Back to Home
      </LinkButton>
    }
  />
)
