import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { changePassword } from '#client/people/api/account.ts'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import type { ClientUser } from '#contract/people/auth.ts'
import { messages } from './messages.ts'
import { NewPasswordField } from './new-password-field.tsx'

export function PasswordForm({ user }: { user: ClientUser }) {
  const change = useApiMutation(changePassword)
  const [changes, setChanged] = useState(0)

  const submit = async (data: FormData) => {
    await change.send({
      body: { currentPassword: textOf(data, 'currentPassword'), password: textOf(data, 'password') },
    })
    setChanged(changes + 1)
    toast({ title: 'Password changed', description: 'All your other devices are signed out.' })
  }

  return (
    <Form key={changes} onSubmit={submit} onError={change.fail} messages={messages}>
      {/* Password managers read the user name here. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label="Current password" name="currentPassword" required />
      <NewPasswordField />
      <FormActions>
        <SubmitButton variant="primary">Change password</SubmitButton>
      </FormActions>
    </Form>
  )
}
