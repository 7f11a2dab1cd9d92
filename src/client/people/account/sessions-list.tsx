import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { leaveFor, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { signOutDevice } from '#client/people/api/account.ts'
import { signOut } from '#client/people/api/session.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { FormActions } from '#client/ui/forms/form.tsx'
import { Row, RowText, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { SessionInfo } from '#contract/people/auth.ts'
import { css } from '#styled/css/index.js'
import { deviceOf } from './device.ts'

const item = css({
  row: { base: '3', sm: '4' },
  flexWrap: 'wrap',
  paddingBlock: '3',
  borderBottomWidth: '1px',
  borderColor: 'line',
  '&:first-child': { paddingTop: '0' },
  '&:last-child': { borderBottomWidth: '0', paddingBottom: '0' },
})
const plate = css({
  display: 'grid',
  placeItems: 'center',
  boxSize: '10',
  borderRadius: 'full',
  backgroundColor: 'seaSoft',
  color: 'onSeaSoft',
})
const name = css({ fontWeight: 'semibold' })

export function SessionsList({ sessions }: { sessions: readonly SessionInfo[] }) {
  const leaveEverywhere = async () => {
    await signOut('global')
    await leaveFor(paths.home(), { toast: { title: 'Signed out everywhere' }, replaces: true })
  }

  return (
    <>
      <Stack as="ul" gap="0">
        {sessions.map(session => (
          <SessionItem key={session.id} session={session} />
        ))}
      </Stack>
      <FormActions>
        <ConfirmButton
          label="Sign out everywhere"
          variant="secondary"
          title="Sign out everywhere?"
          description="This signs out all your devices, including this one. You'll need your password to sign in again."
          confirmLabel="Sign out everywhere"
          destructive
          onConfirm={leaveEverywhere}
          onError={toastFailure}
        />
      </FormActions>
    </>
  )
}

function SessionItem({ session }: { session: SessionInfo }) {
  const { pending, run } = useApiMutation(signOutDevice)
  const { words: device, isPhone } = deviceOf(session.userAgent, session.via)
  const address = session.address === '' || session.address === 'unknown' ? null : session.address
  const Icon = isPhone ? Smartphone : Monitor

  const end = () =>
    run({ params: { id: session.id } }, () =>
      toast({ title: 'Signed out', description: `${device} is signed out.` }),
    )

  return (
    <li className={item}>
      <span className={plate}>
        <Icon size={20} />
      </span>
      <RowText basis="8rem">
        <Row as="p" gap="3" rowGap="1" className={name}>
          {device}
          {session.current && <Badge tone="completed">This device</Badge>}
        </Row>
        <Muted small breakable>
          Last seen <RelativeTime iso={session.seenAt} />
          {address !== null && ` · ${address}`}
        </Muted>
      </RowText>
      {!session.current && (
        <Button variant="secondary" size="sm" pending={pending} onClick={() => void end()}>
          Sign out
          <VisuallyHidden>
            {` ${device}, seen `}
            <RelativeTime iso={session.seenAt} />
            {address !== null && ` from ${address}`}
          </VisuallyHidden>
        </Button>
      )}
    </li>
  )
}
