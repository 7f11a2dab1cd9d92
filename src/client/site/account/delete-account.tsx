import { useRef, useState } from 'react'
import { forgetDesk } from '#client/lib/desk-cache.ts'
import { leaveFor, textOf, toastFailure } from '#client/lib/submit.ts'
import { endSession } from '#client/lib/unauthorized.ts'
import { savePayoutDetails } from '#client/money/api/payouts.ts'
import { paths } from '#client/paths.ts'
import { setSession } from '#client/people/api/session.ts'
import { accountDeletionQuery, deleteAccount } from '#client/site/api/account.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { destinationIn, PayoutFields, payoutMessages } from '#client/ui/forms/payout-fields.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { exactMoney } from '#contract/money.ts'
import { authTexts } from '#contract/people/auth-texts.ts'
import type { AccountDeletion } from '#contract/site/account-deletion.ts'
import { css } from '#styled/css/index.js'

const messages: Messages = {
  ...payoutMessages,
  currentPassword: { valueMissing: authTexts.currentPasswordRequired },
}

const facts = css({ column: '2', paddingInlineStart: '5', listStyleType: 'disc' })

export function DeleteAccount() {
  const [isSending, setSending] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
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
          <Data query={accountDeletionQuery()} what="Your account" shape="block">
            {standing =>
              standing.open.length > 0 ? (
                <Open open={standing.open} close={close} />
              ) : (
                <DeletionForm
                  standing={standing}
                  isSending={isSending}
                  setSending={setSending}
                  cancel={cancel}
                  close={close}
                />
              )
            }
          </Data>
        )}
      </DialogButton>
    </FormActions>
  )
}

const Open = ({ open, close }: Pick<AccountDeletion, 'open'> & { close(): void }) => (
  <Stack>
    <Text>Others depend on your account. Finish this first, then delete it:</Text>
    <ul className={facts}>
      {open.map(({ path, message }) => (
        <li key={path + message}>
          <TextLink href={path}>{message}</TextLink>
        </li>
      ))}
    </ul>
    <FormActions>
      <Button variant="secondary" onClick={close}>
        Close
      </Button>
    </FormActions>
  </Stack>
)

interface DeletionFormProps {
  standing: AccountDeletion
  isSending: boolean
  setSending(isSending: boolean): void
  cancel: React.RefObject<HTMLButtonElement | null>
  close(): void
}

function DeletionForm({ standing, isSending, setSending, cancel, close }: DeletionFormProps) {
  const { winnings } = standing

  const remove = async (data: FormData) => {
    setSending(true)
    const withoutPayout = data.has('withoutPayout')
    const destination = destinationIn(data)
    try {
      if (destination !== null) await savePayoutDetails({ body: destination })
      const body = { currentPassword: textOf(data, 'currentPassword'), withoutPayout }
      await endSession(() => deleteAccount({ body }))
    } catch (error) {
      setSending(false)
      throw error
    }
    await forgetDesk()
    setSession('SIGNED_OUT', null)
    await leaveFor(paths.home(), {
      toast: { title: 'Account deleted', description: 'Thank you for fishing with us.' },
      replaces: true,
    })
  }

  return (
    <>
      <ul className={facts}>
        <li>Your name, address, picture and password are deleted, and every device is signed out.</li>
        <li>Records of your payments stay, without your name.</li>
      </ul>
      <Form onSubmit={remove} onError={toastFailure} messages={messages}>
        {winnings !== 'none' && <Winnings standing={standing} />}
        <PasswordField label="Current password" name="currentPassword" required />
        <FormActions>
          <SubmitButton variant="destructive">Delete for good</SubmitButton>
          <Button ref={cancel} variant="secondary" disabled={isSending} onClick={close}>
            Keep my account
          </Button>
        </FormActions>
      </Form>
    </>
  )
}

/** Winnings that are owed, and where the organiser pays them without an account. */
function Winnings({ standing: { winnings, owed, destination } }: { standing: AccountDeletion }) {
  const [isGivenUp, setGivenUp] = useState(false)
  return (
    <>
      <Text>
        {winnings === 'owed' ? `You are owed ${exactMoney(owed)}. ` : 'A boat that you back may still win. '}
        Tell the organiser where to send your winnings. It is deleted once they are paid, and after two years
        at the latest.
      </Text>
      {!isGivenUp && <PayoutFields destination={destination} />}
      <CheckboxField
        name="withoutPayout"
        label="Don’t keep it: the organiser can’t reach me, and I may get no winnings"
        checked={isGivenUp}
        onChange={event => setGivenUp(event.currentTarget.checked)}
      />
    </>
  )
}
