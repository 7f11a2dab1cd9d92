import { useEffect, useRef, useState } from 'react'
import { announce, getSession } from '#client/api/session.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { RequestError, request } from '#client/lib/request.ts'
import { tellFailure, untilTheNextPage } from '#client/lib/submit.ts'
import { toastAfterNavigation } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import type { ConfirmAnswer } from '#contract/auth.ts'
import { DeadLink } from './dead-link.tsx'
import { Entrance } from './entrance.tsx'
import { NoMailForLink } from './no-mail.tsx'

type Outcome = 'asked' | 'half' | 'changed' | 'dead'

/** Asks for a press: mail scanners open every link, and would use this one up. */
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
      const { user, pending, passwordRequired } = await request<ConfirmAnswer>('POST', '/api/auth/confirm', {
        token,
        type,
      })
      if (passwordRequired) {
        location.replace(paths.chooseFirstPassword(token))
        return await untilTheNextPage()
      }
      if (type === 'email_change') {
        const { endsAt } = getSession()
        if (user) announce('USER_UPDATED', user, endsAt === null ? null : new Date(endsAt).toISOString())
        setOutcome(pending ? 'half' : 'changed')
        return
      }
      announce('SIGNED_IN', user)
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'gone')) throw error
      setOutcome('dead')
      return
    }
    toastAfterNavigation({ title: 'Address confirmed', description: "You've successfully signed in." })
    location.replace(paths.home())
    await untilTheNextPage()
  }

  if (outcome === 'dead' || token === '')
    return type === 'email_change' ? (
      <DeadLink
        title="This link no longer works"
        href={paths.account()}
        action="Go to your account"
        tookFocus={outcome === 'dead'}
      >
        It has been used, or it is older than an hour. Your account shows whether a change still waits; you
        can ask for it again there.
      </DeadLink>
    ) : (
      <DeadLink
        title="This link no longer works"
        href={sendsMail ? paths.signUp() : paths.login()}
        action={sendsMail ? 'Get a new link' : 'Sign in'}
        tookFocus={outcome === 'dead'}
      >
        It has been used, or it is older than an hour. If you have confirmed already, sign in. If not:{' '}
        {sendsMail ? 'sign up once more with the same address, and we send a new link.' : <NoMailForLink />}
      </DeadLink>
    )

  if (outcome === 'half')
    return (
      <Entrance
        title="Half done"
        titleRef={title}
        description="This address has confirmed. To be safe, the other one has to confirm too: open the link that we sent there."
      />
    )

  if (outcome === 'changed')
    return (
      <Entrance
        title="Your address is changed"
        titleRef={title}
        description="From now on you sign in with the new address."
      >
        <LinkButton href={viewer ? paths.account() : paths.login()} size="lg" block>
          {viewer ? 'Go to your account' : 'Sign in'}
        </LinkButton>
      </Entrance>
    )

  return (
    <Entrance
      title="Confirm your address"
      description={
        type === 'email_change'
          ? 'One press, and this address has agreed to the change.'
          : 'One press, and your account is open. You are signed in at once.'
      }
    >
      <Form onSubmit={confirm} onError={tellFailure}>
        <SubmitButton size="lg" block>
          Confirm my address
        </SubmitButton>
      </Form>
    </Entrance>
  )
}
