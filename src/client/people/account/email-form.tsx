import { useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { changeEmail } from '#client/people/api/account.ts'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import type { ClientUser } from '#contract/people/auth.ts'
import { EmailField } from './email-field.tsx'
import { messages } from './messages.ts'
import { NoMail } from './no-mail.tsx'
import { Notice } from './notice.tsx'
import { useUpdateUser } from './use-update-user.ts'

export function EmailForm({ user }: { user: ClientUser }) {
  const { sendsMail } = useBoot()
  const updateUser = useUpdateUser()
  const [requests, setAsked] = useState(0)

  const change = async (data: FormData) => {
    const answer = await changeEmail({
      body: { email: textOf(data, 'email'), currentPassword: textOf(data, 'currentPassword') },
    })
    updateUser(answer.user)
    setAsked(requests + 1)
    toast(
      answer.user.newEmail === null
        ? answer.user.email === user.email
          ? { title: 'Your address stays', description: `You sign in with ${user.email}.` }
          : { title: 'Email changed', description: `You sign in with ${answer.user.email} from now on.` }
        : sendsMail
          ? { title: 'Please check your email', description: 'We’ve sent a link to both addresses.' }
          : { title: 'One more step', description: 'Confirm from both addresses.' },
    )
  }

  return (
    <>
      <p>
        Your address is <strong>{user.email}</strong>.
      </p>
      {user.newEmail !== null && (
        <Notice tone="waiting" title="Confirm your new address">
          {user.newEmail} becomes your address after you confirm from both addresses. Until then, you sign in
          with {user.email}.{' '}
          {sendsMail ? 'Open the link we sent to each address.' : <NoMail what="the two links" />} To cancel,
          enter {user.email} below.
        </Notice>
      )}
      {/* Empty after sending. */}
      <Form key={requests} onSubmit={change} onError={toastFailure} messages={messages}>
        <EmailField label="New email" autoComplete="email" />
        <PasswordField label="Current password" name="currentPassword" required />
        <FormActions>
          <SubmitButton variant="primary">Change email</SubmitButton>
        </FormActions>
      </Form>
    </>
  )
}
