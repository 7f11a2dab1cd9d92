import { useState } from 'react'
import { announce } from '#client/api/session.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { RequestError, request } from '#client/lib/request.ts'
import { tellFailure, textOf, untilTheNextPage } from '#client/lib/submit.ts'
import { toastAfterNavigation } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { limits } from '#contract/limits.ts'
import type { UserAnswer } from './account.queries.ts'
import { DeadLink } from './dead-link.tsx'
import { Entrance } from './entrance.tsx'
import { messages } from './messages.ts'

const newPassword = {
  title: 'Choose a new password',
  description: 'Afterwards you are signed in here, and signed out everywhere else.',
  submit: 'Change password',
  done: 'Password changed',
  dead: {
    href: paths.recover(),
    text: 'It has been used, or it is older than an hour. Your password has not changed.',
  },
}

/** For an address that was signed up with different passwords: none of them may count. */
const firstPassword: typeof newPassword = {
  title: 'Choose a new password',
  description:
    'Your address was signed up more than once, with different passwords. None of them works. Choose the password that you want: it opens your account and signs you in.',
  submit: 'Open my account',
  done: 'Address confirmed',
  dead: {
    href: paths.recover(),
    text: 'It has been used, or it is older than an hour. If you have confirmed already, sign in. If not, ask for a new one.',
  },
}

export function ResetForm() {
  const { search } = useBoot()
  const query = new URLSearchParams(search)
  const token = query.get('token_hash') ?? ''
  const { done, dead, ...texts } = query.get('type') === 'signup' ? firstPassword : newPassword
  const [isDead, setDead] = useState(false)

  const choose = async (data: FormData) => {
    try {
      const password = textOf(data, 'password')
      const { user } = await request<UserAnswer>('POST', '/api/auth/reset', { token, password })
      announce('PASSWORD_RECOVERY', user)
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'gone')) throw error
      setDead(true)
      return
    }
    toastAfterNavigation({ title: done, description: "You've successfully signed in." })
    location.replace(paths.home())
    await untilTheNextPage()
  }

  const back = (
    <TextLink standalone href={paths.login()}>
      Back to sign in
    </TextLink>
  )

  if (isDead || token === '')
    return (
      <DeadLink
        title="This link no longer works"
        href={dead.href}
        action="Get a new link"
        footer={back}
        tookFocus={isDead}
      >
        {token === ''
          ? 'The address is not complete. Open the link in the mail again, or ask for a new one.'
          : dead.text}
      </DeadLink>
    )

  return (
    <Entrance title={texts.title} description={texts.description} footer={back}>
      <Form onSubmit={choose} onError={tellFailure} messages={messages}>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          minLength={limits.passwordMin}
          hint={`At least ${limits.passwordMin} characters.`}
          required
        />
        <SubmitButton size="lg" block>
          {texts.submit}
        </SubmitButton>
      </Form>
    </Entrance>
  )
}
