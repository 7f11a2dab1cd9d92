import { changeProfile } from '#client/api/account.ts'
import { tellFailure, textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import type { ClientUser } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { css } from '#styled/css/index.js'
import { messages } from './messages.ts'
import { useUpdateUser } from './use-update-user.ts'

const pair = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
  gap: { base: '5', sm: '4' },
})

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
    <Form onSubmit={save} onError={tellFailure} messages={messages}>
      <div className={pair}>
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
      </div>
      <FormActions>
        <SubmitButton variant="primary">Save name</SubmitButton>
      </FormActions>
    </Form>
  )
}
