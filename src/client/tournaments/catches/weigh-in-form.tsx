import { type RefObject, useRef, useState } from 'react'
import { instantOfLocal } from '#client/domain/dates.ts'
import { useViewerId } from '#client/lib/boot.tsx'
import { clientId } from '#client/lib/client-id.ts'
import { useNow } from '#client/lib/now.tsx'
import { messageOf } from '#client/lib/request.ts'
import { serverNow } from '#client/lib/server-time.ts'
import { textOf } from '#client/lib/submit.ts'
import { type ToastOptions, toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextButton } from '#client/ui/controls/link.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { PictureField } from '#client/ui/forms/picture-field.tsx'
import { BottomBar } from '#client/ui/layout/bottom-bar.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Failure, Text } from '#client/ui/layout/text.tsx'
import { ConfirmDialog } from '#client/ui/overlays/dialog.tsx'
import { measureText } from '#contract/tournaments/catch-texts.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { CaughtAtField, catchMessages } from './catch-fields.tsx'
import { type Angler, FishFields, type FishValues } from './fish-fields.tsx'
import { checkFish, fishOf, measuredOf, submitText, type TypedFish } from './fish-of-form.ts'
import { bringsSeveral, type Kind, kindsOf } from './needs.ts'
import { isSimilarKnown, type Outcome, type QueuedWeighIn } from './outbox.ts'
import { ScaleLine, storeScale } from './scale-line.tsx'
import { undoAction, undoMs } from './undo-weigh-in.ts'
import { submit } from './use-outbox.ts'
import { usePhoto } from './use-photo.ts'
import { queuedText, slipLink, weighInText } from './weigh-in-text.ts'
import { weightDoubt } from './weight-check.ts'

const plate = css({
  paddingInline: '4',
  paddingBlock: '2',
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
  borderRadius: 'md',
})

export interface WeighInFormProps {
  tournament: Tournament
  entry: Entry
  /** Catches of the tournament. */
  catches: readonly Catch[]
  /** Species, latest first, unique ignoring case. */
  recent: readonly string[]
  /** Null for a weight and a species alone. */
  rules: RulesJson | null
  /** Anglers of the boat. */
  anglers: readonly Angler[]
  /** Fields of the boat's last fish, where boats bring several. */
  last?: LastFish | undefined
  measureRef: RefObject<HTMLInputElement | null>
  /** Runs also for another boat. @param last the next fish is of the same boat */
  onDone(last?: LastFish): void
}

/** Fields that the boat's next fish keeps. */
export type LastFish = Pick<FishValues, 'kind' | 'species' | 'anglerId'>

const lastOf = ({ released, species, anglerId }: TypedFish): LastFish => ({
  kind: released ? 'released' : 'weighed',
  species,
  anglerId,
})

const firstKind = (rules: RulesJson | null, last: LastFish | undefined): Kind | undefined =>
  last?.kind ?? (rules ? kindsOf(rules)[0] : undefined)

const noFish: TypedFish = { weight: '', species: '' }

interface Doubt {
  open: boolean
  text: string
  accept(): void
}

export function WeighInForm({
  tournament,
  entry,
  catches,
  recent,
  rules,
  anglers,
  last,
  measureRef,
  onDone,
}: WeighInFormProps) {
  const viewerId = useViewerId()
  const photo = usePhoto()
  /** Fields of the fish that the person has confirmed, as JSON. */
  const confirmedFish = useRef('')
  /** Fields of the fish that the person has called another one, as JSON. */
  const other = useRef('')
  const [doubt, setDoubt] = useState<Doubt>({ open: false, text: '', accept: () => {} })
  const [input, setInput] = useState<TypedFish>({
    ...noFish,
    ...(firstKind(rules, last) === 'released' && { released: true }),
  })
  const [wasEarlier, setEarlier] = useState(false)
  // A fish at the scale counts as caught when lines were last in, if the rules have days.
  const isOver = useNow() >= Date.parse(tournament.endDate) && !rules?.days.length
  const [problem, setProblem] = useState<string | null>(null)

  const weighIn = async (data: FormData, form: HTMLFormElement) => {
    const fish = fishOf(data, rules)
    const text = weightDoubt({ ...measuredOf(fish), species: fish.species }, tournament.entries, catches)
    const key = JSON.stringify(fish)
    const ask = (question: string, answers: RefObject<string>) => {
      const accept = () => {
        answers.current = key
        form.requestSubmit()
      }
      setDoubt({ open: true, text: question, accept })
    }
    setProblem(null)
    if (text !== null && confirmedFish.current !== key) {
      ask(text, confirmedFish)
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
      weighedAt: serverNow(),
      ...(rules && { isRuled: true }),
      photo: await photo.content(),
      undo: false,
      problem: null,
      // A boat's next fish is another one, also of the same weight.
      isOther: last !== undefined || other.current === key,
    }
    let outcome: Outcome
    try {
      outcome = await submit(item)
    } catch (error) {
      if (!isSimilarKnown(error)) throw error
      ask(messageOf(error, 'The boat has such a fish already.'), other)
      return
    }
    if (rules) storeScale({ scale: fish.scale ?? '', witness: fish.witness ?? '' })
    toast({ ...outcomeToast(item, outcome), duration: undoMs, action: undoAction(item) })
    if (rules && bringsSeveral(rules)) onDone(lastOf(fish))
    else onDone()
  }

  const explain = (error: unknown) => setProblem(messageOf(error, 'Not weighed in. Please try again.'))

  return (
    <Form
      aria-label={`Weigh in ${entry.boat.name}`}
      row={entry.id}
      data-toasts="top"
      onSubmit={weighIn}
      onError={explain}
      messages={catchMessages}
      check={data => checkFish(data, rules)}
      onInput={event => setInput(fishOf(new FormData(event.currentTarget), rules))}
    >
      <Row between className={plate}>
        <Stack gap="0" breakable>
          <Text as="span" look="subheading" breakable>
            {entry.boat.name}
          </Text>
          {last && (
            <Text as="span" look="small">
              Next fish
            </Text>
          )}
        </Stack>
        <Button variant="secondary" size="sm" onClick={() => onDone()}>
          Change Boat
        </Button>
      </Row>
      <FishFields
        rules={rules}
        anglers={anglers}
        values={last}
        recent={recent}
        isBig
        measureRef={measureRef}
      />
      {rules && <ScaleLine />}
      {wasEarlier || isOver ? (
        <CaughtAtField required={isOver} isRuled={rules !== null} />
      ) : (
        <TextButton onClick={() => setEarlier(true)}>It was caught earlier</TextButton>
      )}
      <PictureField label="Photo (optional)" picture={photo} />
      <BottomBar>
        {problem !== null && <Failure>{problem}</Failure>}
        <SubmitButton size="wet" block>
          {submitText(input)}
        </SubmitButton>
      </BottomBar>
      <ConfirmDialog
        open={doubt.open}
        onOpenChange={open => setDoubt({ ...doubt, open })}
        title="Weigh in anyway?"
        description={doubt.text}
        cancelLabel="Change"
        confirmLabel={submitText(input)}
        onConfirm={doubt.accept}
      />
    </Form>
  )
}

function outcomeToast(
  item: QueuedWeighIn,
  outcome: Outcome,
): Pick<ToastOptions, 'title' | 'description' | 'link'> {
  if (outcome.kind === 'done')
    return outcome.answer
      ? { title: weighInText(outcome.answer), link: slipLink(outcome.answer) }
      : { title: item.boat }
  const what = `${item.boat}: ${item.isRuled ? queuedText(item) : measureText(measuredOf(item))}.`
  return outcome.isStored
    ? { title: 'Saved on this device', description: `${what} It’s sent when the network is back.` }
    : { title: 'Not sent yet', description: `${what} Keep this page open until the network is back.` }
}
