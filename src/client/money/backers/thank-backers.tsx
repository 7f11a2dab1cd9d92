import Heart from 'lucide-react/icons/heart'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { thankBackers } from '#client/money/api/backers.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { countText } from '#contract/numbers.ts'
import { checkReply, replyMessages } from './reply-rules.ts'

/** One text for all backers without a reply. */
export function ThankBackers({ entryId }: { entryId: string }) {
  return (
    <DialogButton
      label={
        <>
          <Heart size={20} />
          Thank All Backers
        </>
      }
      title="Thank All Backers"
      description="Every backer without a reply from you sees it under My Funding."
    >
      {close => <ThanksForm entryId={entryId} onDone={close} />}
    </DialogButton>
  )
}

function ThanksForm({ entryId, onDone }: { entryId: string; onDone(): void }) {
  const thanking = useApiMutation(thankBackers, 'Failed to send your thanks. Please try again.')

  const thank = async (data: FormData) => {
    const { fundings } = await thanking.send({
      params: { id: entryId },
      body: { reply: textOf(data, 'reply') },
    })
    toast(
      fundings === 0
        ? { title: 'Every backer has a reply already' }
        : { title: 'Thanks sent', description: `It is a reply to ${countText(fundings, 'funding')} now.` },
    )
    onDone()
  }

  return (
    <Form onSubmit={thank} onError={thanking.fail} messages={replyMessages} check={checkReply}>
      <TextareaField label="Your thanks" name="reply" rows={4} required />
      <DialogActions submit="Send Thanks" onCancel={onDone} />
    </Form>
  )
}
