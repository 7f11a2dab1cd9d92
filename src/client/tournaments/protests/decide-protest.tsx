import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useNow } from '#client/lib/now.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { decideProtest, reopenProtest } from '#client/tournaments/api/protests.ts'
import type { ManageSectionId } from '#client/tournaments/manage-sections.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { NumberField } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { type Messages, tooLong } from '#client/ui/forms/form-rules.ts'
import { ReasonForm } from '#client/ui/forms/reason-form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Grid, Row } from '#client/ui/layout/stack.tsx'
import { Failure, Muted, Text } from '#client/ui/layout/text.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Opener } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import type { Protest } from '#contract/tournaments/protests.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { type EffectChoice, earlierEffects, effectOptions, effectsOf, measureOf } from './effect-choices.ts'
import { answerTimeText, effectText, titleOf } from './protest-texts.ts'

interface DecideProps {
  protest: Protest
  tournament: Tournament
  rules: RulesJson
}

type Outcome = 'upheld' | 'denied'

interface DecideButtonsProps {
  protest: Protest
  onDecide(outcome: Outcome): void
}

export function DecideButtons({ protest, onDecide }: DecideButtonsProps) {
  const about = `: ${titleOf(protest)}`
  return (
    <Row gap="3">
      <Opener label="Uphold" about={about} onOpen={() => onDecide('upheld')} />
      <Opener label="Deny" about={about} variant="secondary" onOpen={() => onDecide('denied')} />
    </Row>
  )
}

export interface Decision {
  protest: Protest
  outcome: Outcome
}

interface DecisionDialogProps extends DecideProps {
  outcome: Outcome
  open: boolean
  isOpenProtest: boolean
  onClose(): void
}

/** Stays open with its text when another person ends the protest. */
export function DecisionDialog({ open, onClose, ...form }: DecisionDialogProps) {
  return (
    <Dialog
      open={open}
      title={form.outcome === 'upheld' ? 'Uphold the Protest' : 'Deny the Protest'}
      description={titleOf(form.protest)}
      onOpenChange={onClose}
    >
      {open && <DecisionForm {...form} onDone={onClose} />}
    </Dialog>
  )
}

const messages: Messages = { text: { valueMissing: textRules.decision.required } }
const check = (data: FormData) => tooLong(data, { text: textRules.decision })

interface FormProps extends Omit<DecisionDialogProps, 'open' | 'onClose'> {
  onDone(): void
}

function DecisionForm({ protest, tournament, rules, outcome, isOpenProtest, onDone }: FormProps) {
  const deciding = useApiMutation(decideProtest, 'Failed to decide the protest. Please try again.')
  const entry = tournament.entries.find(({ id }) => id === protest.entryId)
  const options = effectOptions(protest, entry, rules)
  const [choice, setChoice] = useState<EffectChoice>(options[0]?.value ?? 'none')
  const isUpheld = outcome === 'upheld'
  const isOver = !isOpenProtest && !deciding.pending
  const answerTime = answerTimeText(protest, useNow())

  const decide = async (data: FormData) => {
    const values = {
      choice,
      measure: textOf(data, 'measure'),
      penalty: textOf(data, 'penalty'),
      day: textOf(data, 'day'),
      count: textOf(data, 'count'),
    }
    await deciding.send({
      params: { id: protest.id },
      body: { outcome, text: textOf(data, 'text'), effects: isUpheld ? effectsOf(protest, values) : [] },
    })
    toast({
      title: isUpheld ? 'Protest upheld' : 'Protest denied',
      description: 'Both captains were notified. Boards and awards are up to date.',
    })
    onDone()
    // The card moves to the decided ones.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <Form row={protest.id} onSubmit={decide} onError={deciding.fail} messages={messages} check={check}>
      {isUpheld && (
        <RadioGroup
          label="What it changes"
          name="choice"
          options={options}
          value={choice}
          onChange={value => setChoice(options.find(option => option.value === value)?.value ?? 'none')}
        />
      )}
      {isUpheld && choice === 'correctCatch' && <MeasureField protest={protest} />}
      {isUpheld && choice === 'penalty' && <PenaltyFields rules={rules} />}
      <TextareaField
        label="Decision"
        name="text"
        hint="Everyone can read it."
        rows={4}
        maxLength={textRules.decision.max}
        counter
        required
      />
      {answerTime !== null && <Muted>{answerTime}</Muted>}
      <EarlierEffects protest={protest} tournament={tournament} />
      {isOver && (
        <Failure>
          This protest was decided or withdrawn while you wrote. Copy your text if you still need it.
        </Failure>
      )}
      <DialogActions
        submit={isUpheld ? 'Uphold Protest' : 'Deny Protest'}
        disabled={isOver}
        onCancel={onDone}
      />
    </Form>
  )
}

/** Lists effects of earlier decisions, which stay until they are undone (decision 0186). */
function EarlierEffects({ protest, tournament }: Omit<DecideProps, 'rules'>) {
  const effects = earlierEffects(protest, tournament.entries)
  if (effects.length === 0) return null
  const isOfFish = effects.some(({ catchId }) => catchId !== undefined)
  const isOfBoat = effects.some(({ catchId }) => catchId === undefined)
  const link = (section: ManageSectionId, part: string, text: string) => (
    <TextLink href={paths.manageTournament(tournament.id, section, part)}>{text}</TextLink>
  )
  return (
    <Text>
      An earlier decision changed this, and it stays until you undo it:{' '}
      {effects.map(effect => effectText(effect, protest)).join(' ')} Undo it at{' '}
      {isOfFish && link('weigh-in', 'catches', 'the catches')}
      {isOfFish && isOfBoat && ' and '}
      {isOfBoat && link('entries', 'entries', 'the entries')}.
    </Text>
  )
}

function MeasureField({ protest: { caught } }: Pick<DecideProps, 'protest'>) {
  const measure = caught && measureOf(caught)
  if (!measure) return null
  const { label, value, step, max } = measure
  return (
    <NumberField
      label={label}
      name="measure"
      min={step}
      max={max}
      step={step}
      defaultValue={value}
      required
    />
  )
}

function PenaltyFields({ rules: { penalties, days } }: Pick<DecideProps, 'rules'>) {
  return (
    <Grid columns="fields">
      <SelectField
        label="Penalty"
        name="penalty"
        options={penalties.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <NumberField
        label="How often"
        name="count"
        whole
        hint="Minutes or fish, as the rules count."
        min={1}
        max={limits.penaltyCountMax}
        defaultValue={1}
        required
      />
      {days.length > 0 && (
        <SelectField
          label="Day"
          name="day"
          options={days.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
    </Grid>
  )
}

interface ReopenButtonProps extends Pick<DecideProps, 'protest'> {
  onOpen(): void
}

export const ReopenButton = ({ protest, onOpen }: ReopenButtonProps) => (
  <Row>
    <Opener label="Reopen" about={`: ${titleOf(protest)}`} variant="ghost" onOpen={onOpen} />
  </Row>
)

interface ReopeningDialogProps extends Pick<DecisionDialogProps, 'protest' | 'open' | 'onClose'> {}

/** Reopens a decided protest, until results are official. Stays with its text when another person is faster. */
export function ReopeningDialog({ protest, open, onClose }: ReopeningDialogProps) {
  const reopening = useApiMutation(reopenProtest, 'Failed to reopen the protest. Please try again.')
  const reopen = async (reason: string) => {
    await reopening.send({ params: { id: protest.id }, body: { reason } })
    toast({ title: 'Protest reopened', description: 'Both captains were notified.' })
    onClose()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <Dialog
      open={open}
      title="Reopen the Protest"
      description={`${titleOf(protest)}. What its decision changed stays, also if you decide differently, until you undo it.`}
      onOpenChange={onClose}
    >
      {open && (
        <ReasonForm
          row={protest.id}
          submit="Reopen Protest"
          onReason={reopen}
          onError={reopening.fail}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
