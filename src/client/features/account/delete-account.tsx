import { useRef, useState } from 'react'
import { deleteAccount } from '#client/api/account.ts'
import { announce } from '#client/api/session.ts'
import { textOf, toastFailure, untilTheNextPage } from '#client/lib/submit.ts'
import { toastAfterNavigation } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { css } from '#styled/css/index.js'
import { messages } from './messages.ts'

const facts = css({ column: '2', paddingInlineStart: '5', listStyleType: 'disc' })

export function DeleteAccount() {
  const [isSending, setSending] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)

  const remove = async (data: FormData) => {
    setSending(true)
    try {
      await deleteAccount({ body: { currentPassword: textOf(data, 'currentPassword') } })
    } catch (error) {
      setSending(false)
      throw error
    }
    announce('SIGNED_OUT', null)
    toastAfterNavigation({ title: 'Account deleted', description: 'Thank you for fishing with us.' })
    location.replace(paths.home())
    await untilTheNextPage()
  }

  return (
    <FormActions>
      <DialogButton
        label="Delete account"
        variant="destructive"
        title="Delete your account?"
        description="You can't undo this."
        closable={!isSending}
        initialFocus={cancel}
      >
        {close => (
          <>
            <ul className={facts}>
              <li>Your name, address, picture and password are deleted, and every device is signed out.</li>
              <li>Records of your payments stay, without your name.</li>
            </ul>
            <Form onSubmit={remove} onError={toastFailure} messages={messages}>
              <PasswordField label="Current password" name="currentPassword" required />
              <FormActions>
                <SubmitButton variant="destructive">Delete for good</SubmitButton>
                <Button ref={cancel} variant="secondary" disabled={isSending} onClick={close}>
                  Keep my account
                </Button>
              </FormActions>
            </Form>
          </>
        )}
      </DialogButton>
    </FormActions>
  )
}
