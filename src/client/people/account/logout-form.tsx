import { useBoot } from '#client/lib/boot.tsx'
import { leaveFor, toastFailure } from '#client/lib/submit.ts'
import { paths } from '#client/paths.ts'
import { signOut } from '#client/people/api/session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { AccountCard } from './account-card.tsx'

/** Form that sign-out links on other sites lead to. */
export function LogoutForm() {
  const { viewer } = useBoot()

  const leave = async () => {
    await signOut()
    await leaveFor(paths.home(), { replaces: true })
  }

  if (!viewer)
    return (
      <AccountCard title="You are signed out" description="No one is signed in on this device.">
        <LinkButton href={paths.login()} size="lg" block>
          Sign in
        </LinkButton>
      </AccountCard>
    )

  return (
    <AccountCard
      title="Sign out?"
      description={
        <>
          You are signed in as <strong>{viewer.email}</strong>. You came from another site, so we ask first.
        </>
      }
      footer={
        <TextLink standalone href={paths.home()}>
          Stay signed in
        </TextLink>
      }
    >
      <Form onSubmit={leave} onError={toastFailure}>
        <SubmitButton size="lg" block>
          Sign Out
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
