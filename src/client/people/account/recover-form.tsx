import { useEffect, useRef, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { paths } from '#client/paths.ts'
import { requestPasswordReset } from '#client/people/api/account.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { messages } from './messages.ts'
import { NoMailForLink } from './no-mail.tsx'

export function RecoverForm() {
  const { sendsMail } = useBoot()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const hasSent = sentTo !== null

  useEffect(() => {
    if (hasSent) title.current?.focus()
  }, [hasSent])

  const ask = async (data: FormData) => {
    const email = textOf(data, 'email')
    await requestPasswordReset({ body: { email } })
    setSentTo(email)
  }

  const back = (
    <TextLink standalone href={paths.login()}>
      Back to sign in
    </TextLink>
  )

  if (!sendsMail)
    return <AccountCard title="Reset your password" description={<NoMailForLink />} footer={back} />

  if (hasSent)
    return (
      <AccountCard
        title="Check your email"
        titleRef={title}
        description={
          <>
            If there is an account for <strong>{sentTo}</strong>, a link to choose a new password is on its
            way. It works once, for one hour.
          </>
        }
        footer={back}
      >
        <Button variant="secondary" onClick={() => setSentTo(null)}>
          Use another address
        </Button>
      </AccountCard>
    )

  return (
    <AccountCard
      title="Reset your password"
      description="Enter your email address and we'll send you a link to choose a new password."
      footer={back}
    >
      <Form onSubmit={ask} onError={toastFailure} messages={messages}>
        <EmailField label="Email" autoComplete="username" />
        <SubmitButton size="lg" block>
          Send the link
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
