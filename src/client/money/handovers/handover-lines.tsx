import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatDate } from '#client/domain/dates.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { handoversQuery, reverseHandover } from '#client/money/api/handovers.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { PagedData } from '#client/ui/layout/data.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, ListItem } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { Handover, HandoverLine, HandoverReversal } from '#contract/money/handovers.ts'
import { exactMoney } from '#contract/money.ts'

interface LinesProps {
  entryId: string
  boat: string
  /** The organiser can reverse handovers. */
  canReverse?: boolean
}

const isReversal = (line: HandoverLine): line is HandoverReversal => 'reverses' in line

/** Handovers to a boat, newest first. */
export function HandoverLines({ entryId, boat, canReverse = false }: LinesProps) {
  return (
    <PagedData query={handoversQuery(entryId)} shape="row" what="The handovers">
      {list => {
        const reversedIds = new Set(list.items.filter(isReversal).map(({ reverses }) => reverses))
        return (
          <PagedItems list={list} what="handovers">
            {list.items.length === 0 ? (
              <Muted small>Nothing handed over yet.</Muted>
            ) : (
              <List aria-label={`Handed to ${boat}`}>
                {list.items.map(line => (
                  <ListItem key={line.id} gap="4">
                    {isReversal(line) ? (
                      <ReversalText reversal={line} />
                    ) : (
                      <>
                        <HandoverText handover={line} isReversed={reversedIds.has(line.id)} />
                        {canReverse && (
                          <Reverse
                            entryId={entryId}
                            boat={boat}
                            handover={line}
                            isReversed={reversedIds.has(line.id)}
                          />
                        )}
                      </>
                    )}
                  </ListItem>
                ))}
              </List>
            )}
          </PagedItems>
        )
      }}
    </PagedData>
  )
}

function HandoverText({ handover, isReversed }: { handover: Handover; isReversed: boolean }) {
  const { amount, paidOn, reference, createdAt } = handover
  return (
    <Text as="div" breakable>
      <Money amount={amount} cents /> handed over
      <Muted small>
        {paidOn === null ? <DateOnly iso={createdAt} /> : formatDate(paidOn)}
        {reference !== null && `, ${reference}`}
        {isReversed && '. Reversed'}
      </Muted>
    </Text>
  )
}

const ReversalText = ({ reversal: { amount, reason, createdAt } }: { reversal: HandoverReversal }) => (
  <Text as="div" breakable>
    <Money amount={amount} cents /> reversed
    <Muted small>
      <DateOnly iso={createdAt} />, {reason}
    </Muted>
  </Text>
)

interface ReverseProps extends Omit<LinesProps, 'canReverse'> {
  handover: Handover
  isReversed: boolean
}

function Reverse({ entryId, boat, handover, isReversed }: ReverseProps) {
  const reversing = useApiMutation(reverseHandover, 'Failed to reverse it. Please try again.')
  const amount = exactMoney(handover.amount)
  const reverse = async (data: FormData, close: () => void) => {
    const body = { reason: textOf(data, 'reason') }
    await reversing.send({ params: { id: entryId, handoverId: handover.id }, body })
    close()
    toast({ title: 'Reversed', description: `${amount} to ${boat} counts as held again.` })
  }
  return (
    <DialogButton
      label="Reverse"
      aria-label={`Reverse: ${amount} to ${boat}`}
      variant="ghost"
      title={`Reverse the handover of ${amount}?`}
      isOffered={!isReversed}
      description="Both lines stay in the list, with your reason. Captain and backers can read it."
    >
      {close => (
        <Form
          row={handover.id}
          onSubmit={data => reverse(data, close)}
          onError={reversing.fail}
          messages={{ reason: { valueMissing: textRules.handoverReason.required } }}
          check={data => tooLong(data, { reason: textRules.handoverReason })}
        >
          <Field label="Reason" name="reason" required autoComplete="off" />
          <DialogActions submit="Reverse" onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}
