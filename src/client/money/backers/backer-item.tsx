import { useRef, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { replyToBacker } from '#client/money/api/backers.ts'
import { insiderNames } from '#client/money/insiders.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Backer } from '#contract/money/funding.ts'
import { css } from '#styled/css/index.js'
import { checkReply, replyMessages } from './reply-rules.ts'

const meta = css({ row: '3', flexWrap: 'wrap', color: 'inkMuted' })
const said = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
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
  const isBack = backer.status === 'refunded'
  const stop = () => {
    setWrites(false)
    // The next frame removes the focused form.
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <Card as="li">
      <CardBody>
        <Row between align="baseline" gap="md" rowGap="none">
          <Text as="h2" look="subheading" breakable>
            {backer.name}
          </Text>
          <Text as="span" look="stat">
            <Money amount={backer.amount} />
          </Text>
        </Row>
        <div className={meta}>
          <span>
            Funded on <DateTime iso={backer.created_at} />
          </span>
          {backer.insider !== null && <Badge tone="info">{insiderNames[backer.insider]}</Badge>}
          {isBack && <Badge>Refunded</Badge>}
        </div>
        {backer.message !== null && <p className={said}>{backer.message}</p>}
        {backer.reply !== null && !writes && (
          <div className={answer}>
            <Muted small>
              Your reply
              {backer.replied_at !== null && (
                <>
                  {' '}
                  of <DateTime iso={backer.replied_at} />
                </>
              )}
            </Muted>
            <p className={said}>{backer.reply}</p>
          </div>
        )}
        {writes ? (
          <ReplyForm backer={backer} entryId={entryId} onDone={stop} />
        ) : (
          (backer.message !== null || backer.reply !== null) && (
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
          )
        )}
      </CardBody>
    </Card>
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
    <Form onSubmit={reply} onError={replying.fail} messages={replyMessages} check={checkReply}>
      <TextareaField
        label={`Your reply to ${backer.name}`}
        name="reply"
        rows={3}
        defaultValue={backer.reply ?? ''}
        required
        autoFocus
      />
      <FormActions>
        <SubmitButton>Send Reply</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
