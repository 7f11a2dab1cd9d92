import { useEffect, useRef, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import { takeReturnPath } from '#client/lib/return-path.ts'
import { leaveFor, toastFailure } from '#client/lib/submit.ts'
import { paths } from '#client/paths.ts'
import { confirmAddress } from '#client/people/api/account.ts'
import { setSession, updateUser } from '#client/people/api/session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { AccountCard } from './account-card.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { NoMailForLink } from './no-mail.tsx'

type Outcome = 'asked' | 'half' | 'changed' | 'expired'

/** Mail scanners open links, which would consume the token: confirm by button. */
export function ConfirmForm() {
  const { search, viewer, sendsMail } = useBoot()
  const query = new URLSearchParams(search)
  const token = query.get('token_hash') ?? ''
  const type = query.get('type') === 'email_change' ? 'email_change' : 'signup'
  const [outcome, setOutcome] = useState<Outcome>('asked')
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (outcome !== 'asked') title.current?.focus()
  }, [outcome])

  const confirm = async () => {
    try {
      const { user, pending, passwordRequired } = await confirmAddress({ body: { token, type } })
      if (passwordRequired) return await leaveFor(paths.chooseFirstPassword(token), { replaces: true })
      if (type === 'email_change') {
        if (user) updateUser(user)
        setOutcome(pending ? 'half' : 'changed')
        return
      }
      setSession('SIGNED_IN', user)
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'gone')) throw error
      setOutcome('expired')
      return
    }
    await leaveFor(takeReturnPath(), {
      toast: { title: 'Address confirmed', description: "You've successfully signed in." },
      replaces: true,
    })
  }

  if (outcome === 'expired' || token === '')
    return type === 'email_change' ? (
      <ExpiredLink href={paths.account()} action="Go to your account" tookFocus={outcome === 'expired'}>
        It was used already, or it is older than an hour. Your account shows any pending change; you can ask
        for it again there.
      </ExpiredLink>
    ) : (
      <ExpiredLink
        href={sendsMail ? paths.signUp() : paths.login()}
        action={sendsMail ? 'Get a new link' : 'Sign in'}
        tookFocus={outcome === 'expired'}
      >
        It was used already, or it is older than an hour. If you've confirmed already, sign in.{' '}
        {sendsMail ? 'If not, sign up again with the same address to get a new link.' : <NoMailForLink />}
      </ExpiredLink>
    )

  if (outcome === 'half')
    return (
      <AccountCard
        title="One address confirmed"
        titleRef={title}
        description="Now open the link that we sent to your other address."
      />
    )

  if (outcome === 'changed')
    return (
      <AccountCard
        title="Email address changed"
        titleRef={title}
        description="Sign in with your new address from now on."
      >
        <LinkButton href={viewer ? paths.account() : paths.login()} size="lg" block>
          {viewer ? 'Go to your account' : 'Sign in'}
        </LinkButton>
      </AccountCard>
    )

  return (
    <AccountCard
      title="Confirm your address"
      description={
        type === 'email_change'
          ? 'Confirm the change of your email address.'
          : 'This opens your account and signs you in.'
      }
    >
      <Form onSubmit={confirm} onError={toastFailure}>
        <SubmitButton size="lg" block>
          Confirm my address
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
