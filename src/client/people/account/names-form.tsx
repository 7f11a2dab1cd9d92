import { textOf, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { changeProfile } from '#client/people/api/account.ts'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import type { ClientUser } from '#contract/people/auth.ts'
import { messages } from './messages.ts'
import { NameFields } from './name-fields.tsx'
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
      <NameFields firstName={user.firstName ?? ''} lastName={user.lastName ?? ''} />
      <FormActions>
        <SubmitButton variant="primary">Save name</SubmitButton>
      </FormActions>
    </Form>
  )
}
