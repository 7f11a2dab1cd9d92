import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useNow } from '#client/lib/now.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { useRetryId } from '#client/lib/use-retry-id.ts'
import { liftPenalty, recordPenalty } from '#client/tournaments/api/rules.ts'
import { NumberField } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { type Messages, notANumber } from '#client/ui/forms/form-rules.ts'
import { ReasonField, ReasonForm } from '#client/ui/forms/reason-form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { DialogButton, Opener } from '#client/ui/overlays/dialog-button.tsx'
import { useDialogSubject } from '#client/ui/overlays/dialog-subject.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { countText } from '#contract/numbers.ts'
import type { Penalty } from '#contract/tournaments/rulings.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

interface Props {
  entry: Entry
  rules: RulesJson
}

export function RecordPenalty({ entry, rules }: Props) {
  return (
    <DialogButton
      label="Add Penalty"
      about={` for ${entry.boat.name}`}
      variant="secondary"
      title={`Penalty for ${entry.boat.name}`}
      description="It costs what the rules say, at once."
    >
      {close => <PenaltyForm entry={entry} rules={rules} onDone={close} />}
    </DialogButton>
  )
}

const countLabels = { once: 'Times', minute: 'Minutes', fish: 'Fish' } as const
const messages: Messages = {
  count: { valueMissing: fieldTexts.penaltyCountInvalid, ...notANumber(fieldTexts.penaltyCountInvalid) },
}

/** The day that has begun last, else the first. */
const dayAt = ({ days }: RulesJson, now: number): string | undefined =>
  (days.findLast(({ linesIn }) => Date.parse(linesIn) <= now) ?? days[0])?.name

function PenaltyForm({ entry, rules, onDone }: Props & { onDone(): void }) {
  const record = useApiMutation(recordPenalty, 'Failed to record the penalty. Please try again.')
  const idOf = useRetryId()
  const [key, setKey] = useState(rules.penalties[0]?.key ?? '')
  const now = useNow()
  const penalty = rules.penalties.find(one => one.key === key)
  const save = async (data: FormData) => {
    const day = textOf(data, 'day')
    const reason = textOf(data, 'reason').trim()
    const body = {
      key,
      count: Number(textOf(data, 'count')),
      ...(day !== '' && { day }),
      ...(reason !== '' && { reason }),
    }
    await record.send({ params: { id: entry.id }, body: { ...body, id: idOf(body) } })
    toast({
      title: 'Penalty recorded',
      description: `${penalty?.name ?? 'It'} counts for ${entry.boat.name}.`,
    })
    onDone()
  }
  return (
    <Form row={entry.id} onSubmit={save} onError={record.fail} messages={messages}>
      <SelectField
        label="Penalty"
        name="key"
        value={key}
        onChange={event => setKey(event.currentTarget.value)}
        options={rules.penalties.map(({ key: value, name }) => ({ value, label: name }))}
      />
      {rules.days.length > 0 && (
        <SelectField
          label="Day"
          name="day"
          defaultValue={dayAt(rules, now)}
          options={rules.days.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
      <NumberField
        label={countLabels[penalty?.per ?? 'once']}
        name="count"
        whole
        min={1}
        max={limits.penaltyCountMax}
        defaultValue={1}
        required
      />
      <ReasonField required={false} />
      <DialogActions submit="Record Penalty" onCancel={onDone} />
    </Form>
  )
}

interface PenaltyListProps extends Props {
  penalties: readonly Penalty[]
  canLift: boolean
}

/** Penalties in force. */
export function PenaltyList({ entry, rules, penalties, canLift }: PenaltyListProps) {
  const { opening, open, close } = useDialogSubject<Penalty>()
  return (
    <>
      {penalties.length > 0 && (
        <Stack as="ul" gap="1">
          {penalties.map(penalty => (
            <Row as="li" key={penalty.id} gap="3">
              <Muted as="span" small breakable>
                {penaltyText(rules, penalty)}
              </Muted>
              {canLift && (
                <Opener
                  label="Lift"
                  about={` the penalty of ${entry.boat.name}: ${penaltyText(rules, penalty)}`}
                  variant="ghost"
                  size="sm"
                  onOpen={() => open(penalty)}
                />
              )}
            </Row>
          ))}
        </Stack>
      )}
      {opening && <LiftDialog {...opening} entry={entry} rules={rules} onClose={close} />}
    </>
  )
}

const unitOf = { once: 'time', minute: 'minute', fish: null } as const

/** `Late, 3 minutes, Saturday: engine trouble` */
function penaltyText({ penalties }: RulesJson, { key, name, day, count, reason }: Penalty): string {
  const penalty = penalties.find(one => one.key === key)
  const unit = unitOf[penalty?.per ?? 'once']
  const amount = unit === null ? `${count} fish` : countText(count, unit)
  const facts = [name, amount, ...(day === null ? [] : [day])].join(', ')
  return reason === null ? facts : `${facts}: ${reason}`
}

interface LiftDialogProps extends Props {
  subject: Penalty
  open: boolean
  onClose(): void
}

/** Stays open with its text when another person is faster. */
function LiftDialog({ entry, rules, subject: penalty, open, onClose }: LiftDialogProps) {
  const lift = useApiMutation(liftPenalty, 'Failed to lift the penalty. Please try again.')
  return (
    <Dialog
      open={open}
      title="Lift the Penalty?"
      description={`${entry.boat.name}: ${penaltyText(rules, penalty)}`}
      onOpenChange={onClose}
    >
      {open && (
        <ReasonForm
          row={penalty.id}
          submit="Lift Penalty"
          onError={lift.fail}
          onCancel={onClose}
          onReason={async reason => {
            await lift.send({ params: { id: penalty.id }, body: { reason } })
            toast({ title: 'Penalty lifted', description: `It no longer counts for ${entry.boat.name}.` })
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
