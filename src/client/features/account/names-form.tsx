import { changeProfile } from '#client/api/account.ts'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import type { ClientUser } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { messages } from './messages.ts'
import { useUpdateUser } from './use-update-user.ts'

export function NamesForm({ user }: { user: ClientUser }) {
  const updateUser = useUpdateUser()

  const save = async (data: FormData) => {
    const answer = await changeProfile({
      body: { firstName: textOf(data, 'firstName'), lastName: textOf(data, 'lastName') },
    })
    updateUser(answer.user)
    toast({ title: 'Name saved' })
  }

  return (
    <Form onSubmit={save} onError={toastFailure} messages={messages}>
      <Grid columns="fields">
        <Field
          label="First name"
          name="firstName"
          autoComplete="given-name"
          defaultValue={user.firstName ?? ''}
          maxLength={limits.personNameMax}
          required
        />
        <Field
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          defaultValue={user.lastName ?? ''}
          maxLength={limits.personNameMax}
          required
        />
      </Grid>
      <FormActions>
        <SubmitButton variant="primary">Save name</SubmitButton>
      </FormActions>
    </Form>
  )
}
