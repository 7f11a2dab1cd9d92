import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { reportPost } from '#client/videos/api/posts.ts'
import { limits } from '#contract/limits.ts'
import { isReported, rememberReported } from './reported.ts'

const reasons = [
  'It is offensive or harmful',
  'It shows a person without their consent',
  'It has nothing to do with the fishing',
  'Something else',
] as const
const options = reasons.map(reason => ({ value: reason, label: reason }))
const detailsMax = limits.reportMax - Math.max(...reasons.map(reason => reason.length)) - 2
const messages = { reason: { valueMissing: 'Please choose a reason' } }

/** Browser only. */
export function ReportVideo({ id }: { id: string }) {
  const [done, setDone] = useState(() => isReported(id))

  const send = async (data: FormData, close: () => void) => {
    const details = textOf(data, 'details').trim()
    const reason = textOf(data, 'reason')
    await reportPost({
      params: { id },
      body: { reason: details === '' ? reason : `${reason}: ${details}` },
    })
    rememberReported(id)
    setDone(true)
    close()
    toast({ title: 'Video reported', description: 'Thank you. The organisers will look at it.' })
  }

  return (
    <DialogButton
      label={
        <>
          <Flag size={20} />
          {done ? 'Reported' : 'Report'}
        </>
      }
      variant="ghost"
      aria-disabled={done || undefined}
      title="Report this video"
    >
      {close => (
        <Form
          row={id}
          onSubmit={data => send(data, close)}
          onError={error => toastFailure(error, 'The report could not be sent. Please try again.')}
          messages={messages}
        >
          <RadioGroup label="What is wrong with it?" name="reason" options={options} required />
          <TextareaField
            label="Anything to add? (optional)"
            name="details"
            rows={3}
            maxLength={detailsMax}
            counter
          />
          <DialogActions submit="Send Report" onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}
