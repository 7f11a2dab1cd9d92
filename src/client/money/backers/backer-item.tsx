import { useRef, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { replyToBacker } from '#client/money/api/backers.ts'
import { insiderNames } from '#client/money/insiders.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import { RowAmount } from '#client/ui/marks/row-marks.tsx'
import type { Backer } from '#contract/money/funding.ts'
import { css } from '#styled/css/index.js'
import { checkReply, replyMessages } from './reply-rules.ts'

const waits = css({ color: 'ink', fontWeight: 'semibold' })
const preview = css({ 'details[open] &': { display: 'none' } })
const answer = css({
  column: '1',
  paddingInlineStart: '3',
  borderInlineStartWidth: '3px',
  borderColor: 'sea',
  overflowWrap: 'anywhere',
})

interface Props {
  backer: Backer
  entryId: string
}

export function BackerItem({ backer, entryId }: Props) {
  const [writes, setWrites] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const stop = () => {
    setWrites(false)
    // The next frame removes the focused form.
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <ListRow
      flat
      title={backer.name}
      titleAs="h2"
      line={
        <>
          {backer.insider !== null && `${insiderNames[backer.insider]} · `}
          {backer.message === null ? (
            <>
              {backer.reply !== null && 'Thanked · '}
              <DateOnly iso={backer.created_at} />
            </>
          ) : (
            <>
              <b className={waits}>{backer.reply === null ? 'Not answered' : 'Answered'}</b>
              <span className={preview}> · {backer.message}</span>
            </>
          )}
        </>
      }
      figures={
        <>
          <RowAmount amount={backer.amount} />
          {backer.status === 'refunded' && <Badge>Refunded</Badge>}
        </>
      }
    >
      {(backer.message !== null || backer.reply !== null) && (
        <>
          <Muted small>
            Funded on <DateOnly iso={backer.created_at} />
          </Muted>
          {backer.message !== null && (
            <Text multiline breakable>
              {backer.message}
            </Text>
          )}
          {backer.reply !== null && !writes && (
            <div className={answer}>
              <Muted small>
                Your reply
                {backer.replied_at !== null && (
                  <>
                    {' '}
                    of <DateOnly iso={backer.replied_at} />
                  </>
                )}
              </Muted>
              <Text multiline breakable>
                {backer.reply}
              </Text>
            </div>
          )}
          {writes ? (
            <ReplyForm backer={backer} entryId={entryId} onDone={stop} />
          ) : (
            <div>
              <Button
                ref={button}
                variant="secondary"
                onClick={() => setWrites(true)}
                aria-label={`${backer.reply === null ? 'Reply' : 'Change reply'} to ${backer.name}`}
              >
                {backer.reply === null ? 'Reply' : 'Change reply'}
              </Button>
            </div>
          )}
        </>
      )}
    </ListRow>
  )
}

function ReplyForm({ backer, entryId, onDone }: Props & { onDone(): void }) {
  const replying = useApiMutation(replyToBacker, 'Failed to send the reply. Please try again.')

  const reply = async (data: FormData) => {
    await replying.send({
      params: { id: entryId, fundingId: backer.id },
      body: { reply: textOf(data, 'reply') },
    })
    toast({ title: 'Reply sent', description: `${backer.name} sees it under My Funding.` })
    onDone()
  }

  return (
    <Form
      row={backer.id}
      onSubmit={reply}
      onError={replying.fail}
      messages={replyMessages}
      check={checkReply}
    >
      <TextareaField
        label={`Your reply to ${backer.name}`}
        name="reply"
        rows={3}
        defaultValue={backer.reply ?? ''}
        required
        autoFocus
      />
      <DialogActions submit="Send Reply" onCancel={onDone} />
    </Form>
  )
}
