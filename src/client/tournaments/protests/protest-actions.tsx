import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { answerProtest, withdrawProtest } from '#client/tournaments/api/protests.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { type Messages, tooLong } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Failure } from '#client/ui/layout/text.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { Protest } from '#contract/tournaments/protests.ts'
import { css } from '#styled/css/index.js'
import { titleOf } from './protest-texts.ts'

const actions = css({ '&:empty': { display: 'none' } })

interface CaptainActionsProps {
  protest: Protest
  /** Entries whose boats the viewer owns. */
  own: ReadonlySet<string>
}

/** While it is open: answers of the named boat and of the boat that has the fish now; the protesting one's withdrawal. */
export function CaptainActions({ protest, own }: CaptainActionsProps) {
  const { state, entryId, fromEntryId, caught } = protest
  const canAnswer = [entryId, caught?.entryId ?? null].some(id => id !== null && own.has(id))
  const canWithdraw = fromEntryId !== null && own.has(fromEntryId)
  return (
    <Row gap="3" className={actions}>
      {/* Stays open with its text when the protest ends. */}
      <DialogButton
        label="Answer"
        about={`: ${titleOf(protest)}`}
        title="Answer the Protest"
        description={`${titleOf(protest)}. Everyone can read it.`}
        isOffered={state === 'open' && canAnswer}
      >
        {close => <AnswerForm protest={protest} onDone={close} />}
      </DialogButton>
      {state === 'open' && canWithdraw && <WithdrawProtest protest={protest} />}
    </Row>
  )
}

const messages: Messages = { text: { valueMissing: textRules.protestAnswer.required } }
const check = (data: FormData) => tooLong(data, { text: textRules.protestAnswer })

function AnswerForm({ protest, onDone }: { protest: Protest; onDone(): void }) {
  const answering = useApiMutation(answerProtest, 'Failed to send the answer. Please try again.')
  const isOver = protest.state !== 'open' && !answering.pending
  const answer = async (data: FormData) => {
    await answering.send({ params: { id: protest.id }, body: { text: textOf(data, 'text') } })
    toast({ title: 'Answer sent' })
    onDone()
  }
  return (
    <Form row={protest.id} onSubmit={answer} onError={answering.fail} messages={messages} check={check}>
      <TextareaField
        label="Your answer"
        name="text"
        rows={4}
        maxLength={textRules.protestAnswer.max}
        counter
        required
      />
      {isOver && (
        <Failure>
          {`This protest was ${protest.state} while you wrote, and takes no more answers. Copy your text if you still need it.`}
        </Failure>
      )}
      <DialogActions submit="Send Answer" disabled={isOver} onCancel={onDone} />
    </Form>
  )
}

function WithdrawProtest({ protest }: { protest: Protest }) {
  const withdrawal = useApiMutation(withdrawProtest, 'Failed to withdraw the protest. Please try again.')
  const withdraw = async () => {
    await withdrawal.send({ params: { id: protest.id } })
    toast({ title: 'Protest withdrawn' })
    // The button is gone.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <ConfirmButton
      label="Withdraw Protest"
      about={`: ${titleOf(protest)}`}
      variant="secondary"
      title="Withdraw this protest?"
      description={`${titleOf(protest)}. It ends for good, and stays readable.`}
      confirmLabel="Withdraw Protest"
      cancelLabel="Keep It"
      destructive
      onConfirm={withdraw}
      onError={withdrawal.fail}
    />
  )
}
