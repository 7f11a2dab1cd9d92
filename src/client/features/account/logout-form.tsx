import { signOut } from '#client/api/session.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { tellFailure, untilTheNextPage } from '#client/lib/submit.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { Entrance } from './entrance.tsx'

/** For who comes from elsewhere: another site must not be able to sign people out by sending them here. */
export function LogoutForm() {
  const { viewer } = useBoot()

  const leave = async () => {
    await signOut()
    location.replace(paths.home())
    await untilTheNextPage()
  }

  if (!viewer)
    return (
      <Entrance title="You are signed out" description="Nobody is signed in on this device.">
        <LinkButton href={paths.login()} size="lg" block>
          Sign in
        </LinkButton>
      </Entrance>
    )

  return (
    <Entrance
      title="Sign out?"
      description={
        <>
          You are signed in as <strong>{viewer.email}</strong>. A link on another site led here, so we ask
          first.
        </>
      }
      footer={
        <TextLink standalone href={paths.home()}>
          Stay signed in
        </TextLink>
      }
    >
      <Form onSubmit={leave} onError={tellFailure}>
        <SubmitButton size="lg" block>
          Sign Out
        </SubmitButton>
      </Form>
    </Entrance>
  )
}
