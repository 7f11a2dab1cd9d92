import { useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import { takeReturnPath } from '#client/lib/return-path.ts'
import { leaveFor, textOf, toastFailure } from '#client/lib/submit.ts'
import { paths } from '#client/paths.ts'
import { resetPassword } from '#client/people/api/account.ts'
import { setSession } from '#client/people/api/session.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { AccountCard } from './account-card.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { messages } from './messages.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { NoMailForLink } from './no-mail.tsx'

const newPassword = {
  title: 'Choose a new password',
  description: 'You’ll be signed in here and signed out on all other devices.',
  submit: 'Change password',
  done: 'Password changed',
  expired:
    'It was used already, or it is older than an hour. If you’ve chosen a password with it, sign in with that one.',
}

/** Texts for an address that signed up with different passwords. */
const firstPassword: typeof newPassword = {
  title: 'Choose a new password',
  description:
    'Your address signed up more than once, with different passwords. Choose the one you want to use: it opens your account and signs you in.',
  submit: 'Open my account',
  done: 'Address confirmed',
  expired: 'It was used already, or it is older than an hour. If you’ve confirmed already, sign in.',
}

export function ResetForm() {
  const { search, sendsMail } = useBoot()
  const query = new URLSearchParams(search)
  const token = query.get('token_hash') ?? ''
  const texts = query.get('type') === 'signup' ? firstPassword : newPassword
  const [isExpired, setExpired] = useState(false)

  const choose = async (data: FormData) => {
    try {
      const password = textOf(data, 'password')
      const { user } = await resetPassword({ body: { token, password } })
      setSession('PASSWORD_RECOVERY', user)
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'gone')) throw error
      setExpired(true)
      return
    }
    await leaveFor(takeReturnPath(), {
      toast: { title: texts.done, description: "You've successfully signed in." },
      replaces: true,
    })
  }

  const back = (
    <TextLink standalone href={paths.login()}>
      Back to sign in
    </TextLink>
  )

  if (isExpired || token === '')
    return (
      <ExpiredLink
        href={sendsMail ? paths.recover() : paths.login()}
        action={sendsMail ? 'Get a new link' : 'Sign in'}
        footer={sendsMail && back}
        tookFocus={isExpired}
      >
        {token === '' ? 'The link is incomplete. Open it again as you got it.' : texts.expired}{' '}
        {sendsMail ? 'Otherwise, ask for a new link.' : <NoMailForLink />}
      </ExpiredLink>
    )

  return (
    <AccountCard title={texts.title} description={texts.description} footer={back}>
      <Form onSubmit={choose} onError={toastFailure} messages={messages}>
        <NewPasswordField />
        <SubmitButton size="lg" block>
          {texts.submit}
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
