import { type RefObject, useRef, useState } from 'react'
import { recordCatch } from '#client/api/catches.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { instantOfLocal } from '#client/domain/dates.ts'
import { formatWeight } from '#client/domain/numbers.ts'
import { clientId } from '#client/lib/client-id.ts'
import { messageOf } from '#client/lib/request.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextButton } from '#client/ui/controls/link.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { BottomBar } from '#client/ui/layout/bottom-bar.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Failure, Text } from '#client/ui/layout/text.tsx'
import { limits } from '#contract/limits.ts'
import type { Entry } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import { CaughtAtField, catchMessages, checkCatch } from './catch-fields.tsx'
import { SpeciesField } from './species-field.tsx'
import { weighInText } from './weigh-in-text.ts'

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
  entry: Entry
  /** Latest first, unique ignoring case. */
  recent: readonly string[]
  weightRef: RefObject<HTMLInputElement | null>
  /** Also for another boat. */
  onDone(): void
}

export function WeighInForm({ entry, recent, weightRef, onDone }: WeighInFormProps) {
  const weighing = useApiMutation(recordCatch)
  const attempt = useRef({ sent: '', id: '' })
  const [weight, setWeight] = useState('')
  const [wasEarlier, setEarlier] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const weighIn = async (data: FormData) => {
    const caughtAt = instantOfLocal(textOf(data, 'caughtAt'))
    const fish = {
      weight: textOf(data, 'weight'),
      species: textOf(data, 'species'),
      ...(caughtAt !== '' && { caughtAt }),
    }
    // Idempotency key for retries.
    const sent = JSON.stringify(fish)
    if (attempt.current.sent !== sent) attempt.current = { sent, id: clientId() }
    setProblem(null)
    const answer = await weighing.send({
      params: { id: entry.id },
      body: { id: attempt.current.id, ...fish },
    })
    toast({ title: weighInText(answer) })
    onDone()
  }

  const explain = (error: unknown) => {
    if (handleUnauthorized(error)) return
    setProblem(messageOf(error, 'Not weighed in: no connection. Everything is still here, try again.'))
  }

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
      {wasEarlier ? (
        <CaughtAtField />
      ) : (
        <TextButton onClick={() => setEarlier(true)}>It was caught earlier</TextButton>
      )}
      <BottomBar>
        {problem !== null && <Failure>{problem}</Failure>}
        <SubmitButton size="wet" block>
          {pounds > 0 ? `Weigh In ${formatWeight(pounds)}` : 'Weigh In'}
        </SubmitButton>
      </BottomBar>
    </Form>
  )
}
