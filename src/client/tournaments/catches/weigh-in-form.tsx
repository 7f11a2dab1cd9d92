import { type RefObject, useRef, useState } from 'react'
import { instantOfLocal } from '#client/domain/dates.ts'
import { useViewerId } from '#client/lib/boot.tsx'
import { clientId } from '#client/lib/client-id.ts'
import { useNow } from '#client/lib/now.tsx'
import { messageOf } from '#client/lib/request.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextButton } from '#client/ui/controls/link.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { PictureField } from '#client/ui/forms/picture-field.tsx'
import { BottomBar } from '#client/ui/layout/bottom-bar.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Failure, Text } from '#client/ui/layout/text.tsx'
import { ConfirmDialog } from '#client/ui/overlays/dialog.tsx'
import { limits } from '#contract/limits.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { formatWeight } from '#contract/weight.ts'
import { css } from '#styled/css/index.js'
import { CaughtAtField, catchMessages, checkCatch } from './catch-fields.tsx'
import { isSimilarKnown, type Outcome, type QueuedWeighIn } from './outbox.ts'
import { SpeciesField } from './species-field.tsx'
import { undoAction, undoMs } from './undo-weigh-in.ts'
import { submit } from './use-outbox.ts'
import { usePhoto } from './use-photo.ts'
import { weighInText } from './weigh-in-text.ts'
import { weightDoubt } from './weight-check.ts'

const plate = css({
  paddingInline: '4',
  paddingBlock: '2',
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
  borderRadius: 'md',
})
const big = css({
  '& input': {
    fontFamily: 'heading',
    fontWeight: 'bold',
    fontSize: '5xl',
    lineHeight: 'none',
    minHeight: '20',
    paddingInlineEnd: '14',
    appearance: 'textfield',
    '&::-webkit-inner-spin-button': { appearance: 'none' },
  },
  '& input + span': { fontSize: '2xl' },
})

export interface WeighInFormProps {
  tournament: Tournament
  entry: Entry
  /** Latest first, unique ignoring case. */
  recent: readonly string[]
  weightRef: RefObject<HTMLInputElement | null>
  /** Also for another boat. */
  onDone(): void
}

interface Doubt {
  open: boolean
  text: string
  accept(): void
}

export function WeighInForm({ tournament, entry, recent, weightRef, onDone }: WeighInFormProps) {
  const viewerId = useViewerId()
  const photo = usePhoto()
  /** The weight and species that the person has confirmed. */
  const accepted = useRef('')
  /** Those that are another fish. */
  const other = useRef('')
  const [doubt, setDoubt] = useState<Doubt>({ open: false, text: '', accept: () => {} })
  const [weight, setWeight] = useState('')
  const [wasEarlier, setEarlier] = useState(false)
  const isOver = useNow() >= Date.parse(tournament.endDate)
  const [problem, setProblem] = useState<string | null>(null)

  const weighIn = async (data: FormData, form: HTMLFormElement) => {
    const fish = { weight: textOf(data, 'weight'), species: textOf(data, 'species').trim() }
    const text = weightDoubt({ ...fish, weight: Number(fish.weight) }, tournament.entries)
    const sent = JSON.stringify(fish)
    const ask = (question: string, answers: RefObject<string>) => {
      const accept = () => {
        answers.current = sent
        form.requestSubmit()
      }
      setDoubt({ open: true, text: question, accept })
    }
    setProblem(null)
    if (text !== null && accepted.current !== sent) {
      ask(text, accepted)
      return
    }
    const item: QueuedWeighIn = {
      ...fish,
      id: clientId(),
      ownerId: viewerId,
      tournamentId: tournament.id,
      entryId: entry.id,
      boat: entry.boat.name,
      caughtAt: instantOfLocal(textOf(data, 'caughtAt')) || null,
      weighedAt: Date.now(),
      photo: await photo.settled(),
      undo: false,
      problem: null,
      isOther: other.current === sent,
    }
    let outcome: Outcome
    try {
      outcome = await submit(item)
    } catch (error) {
      if (!isSimilarKnown(error)) throw error
      ask(messageOf(error, 'The boat has such a fish already.'), other)
      return
    }
    toast({ ...said(item, outcome), duration: undoMs, action: undoAction(item) })
    onDone()
  }

  const explain = (error: unknown) => setProblem(messageOf(error, 'Not weighed in. Please try again.'))

  const pounds = Number(weight)
  return (
    <Form
      aria-label={`Weigh in ${entry.boat.name}`}
      onSubmit={weighIn}
      onError={explain}
      messages={catchMessages}
      check={checkCatch}
    >
      <Row between className={plate}>
        <Text as="span" look="subheading" breakable>
          {entry.boat.name}
        </Text>
        <Button variant="secondary" size="sm" onClick={onDone}>
          Change Boat
        </Button>
      </Row>
      <Field
        ref={weightRef}
        label="Weight"
        name="weight"
        type="number"
        inputMode="decimal"
        min={0.01}
        max={limits.weightMax}
        step={0.01}
        suffix="lbs"
        autoComplete="off"
        className={big}
        onInput={event => setWeight(event.currentTarget.value)}
        required
      />
      <SpeciesField recent={recent} />
      {wasEarlier || isOver ? (
        <CaughtAtField required={isOver} />
      ) : (
        <TextButton onClick={() => setEarlier(true)}>It was caught earlier</TextButton>
      )}
      <PictureField label="Photo (optional)" picture={photo} />
      <BottomBar>
        {problem !== null && <Failure>{problem}</Failure>}
        <SubmitButton size="wet" block>
          {pounds > 0 ? `Weigh In ${formatWeight(pounds)}` : 'Weigh In'}
        </SubmitButton>
      </BottomBar>
      <ConfirmDialog
        open={doubt.open}
        onOpenChange={open => setDoubt({ ...doubt, open })}
        title="Weigh in anyway?"
        description={doubt.text}
        cancelLabel="Change"
        confirmLabel={`Weigh In ${formatWeight(pounds)}`}
        onConfirm={doubt.accept}
      />
    </Form>
  )
}

function said({ boat, weight }: QueuedWeighIn, outcome: Outcome): { title: string; description?: string } {
  if (outcome.kind === 'done') return { title: outcome.answer ? weighInText(outcome.answer) : boat }
  const what = `${boat}: ${formatWeight(Number(weight))}.`
  return outcome.isStored
    ? { title: 'Saved on this device', description: `${what} It’s sent when the network is back.` }
    : { title: 'Not sent yet', description: `${what} Keep this page open until the network is back.` }
}
