import type { ReactNode } from 'react'
import { useNow } from '#client/lib/now.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import { DateTime, RelativeTime } from '#client/ui/marks/relative-time.tsx'
import type { Protest, ProtestDecision, ProtestState } from '#contract/tournaments/protests.ts'
import { listWords } from '#contract/tournaments/scoring/rule-words.ts'
import { css } from '#styled/css/index.js'
import {
  answering,
  boatsToAnswer,
  effectText,
  fishText,
  penaltyText,
  remainingText,
  stateWords,
  textOrErased,
  titleOf,
} from './protest-texts.ts'

const words = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 'prose' })
const subject = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
  alignItems: 'start',
  columnGap: '4',
  rowGap: '3',
})
const picture = css({
  width: { base: 'full', sm: '12rem' },
  height: { base: '12rem', sm: '9rem' },
  objectFit: 'cover',
  borderRadius: 'md',
  backgroundColor: 'track',
})
const quotation = css({
  column: '1',
  paddingInlineStart: '3',
  borderInlineStartWidth: '3px',
  borderInlineStartColor: 'edge',
})
const decisionPanel = css({
  column: '1',
  padding: '3',
  borderRadius: 'md',
  backgroundColor: 'sunken',
})

function toneOf(state: ProtestState): BadgeTone {
  switch (state) {
    case 'open':
      return 'soon'
    case 'upheld':
      return 'completed'
    case 'denied':
    case 'withdrawn':
      return 'neutral'
  }
}

interface ProtestCardProps {
  protest: Protest
  /** Default: below a section's. */
  heading?: 'h2' | 'h3'
  /** Actions below the protest. */
  actions?: ReactNode
}

/** A protest with its answers and decisions, as everyone reads it. */
export function ProtestCard({ protest, heading = 'h3', actions }: ProtestCardProps) {
  const { id, state, rule, text, answers, decision, reopenings, createdAt, closedAt, late } = protest
  return (
    <Panel as="li" padding="md" id={`protest-${id}`} gap="3">
      <Row between gap="3" rowGap="1">
        <Row>
          <Badge tone={toneOf(state)}>{stateWords[state]}</Badge>
          {late && <Badge>Late</Badge>}
        </Row>
        <Muted as="span" small>
          <RelativeTime iso={createdAt} />
        </Muted>
      </Row>
      <div className={subject}>
        <Stack gap="2">
          <Text as={heading} look="figure" weight="bold" breakable>
            {titleOf(protest)}
          </Text>
          <Subject protest={protest} />
          {rule !== null && <Muted breakable>Rule: {rule}</Muted>}
          <p className={words}>{textOrErased(text)}</p>
        </Stack>
        {protest.imageUrl !== null && (
          <img src={protest.imageUrl} alt="The fish" loading="lazy" decoding="async" className={picture} />
        )}
      </div>
      {answers.map(answer => (
        <div key={answer.id} className={quotation}>
          <Muted small>
            {answering(protest, answer)} answers, <DateTime iso={answer.at} />
          </Muted>
          <p className={words}>{textOrErased(answer.text)}</p>
        </div>
      ))}
      {state === 'open' && <AnswerTime protest={protest} />}
      {reopenings.map(reopening => (
        <Stack key={reopening.at} gap="2">
          <Decision decision={reopening.decision} protest={protest} />
          <Muted small breakable>
            Opened again <DateTime iso={reopening.at} />: {textOrErased(reopening.reason)}
          </Muted>
        </Stack>
      ))}
      {decision && <Decision decision={decision} protest={protest} />}
      {state === 'withdrawn' && closedAt !== null && (
        <Muted small>
          Withdrawn by its captain <DateTime iso={closedAt} />
        </Muted>
      )}
      {actions}
    </Panel>
  )
}

/** The fish or the penalty that it names. */
function Subject({ protest: { catchId, caught, penalty } }: { protest: Protest }) {
  if (caught)
    return (
      <Text breakable>
        <Text as="span" weight="semibold">
          {fishText(caught)}
        </Text>
        <Muted as="span" small>
          , caught <DateTime iso={caught.caughtAt} />
          {caught.weighedAt !== undefined && (
            <>
              , weighed <DateTime iso={caught.weighedAt} />
            </>
          )}
          {caught.disqualified && ', disqualified'}
        </Muted>
      </Text>
    )
  if (catchId !== null) return <Muted>The fish was deleted.</Muted>
  if (penalty === null) return null
  return (
    <Text>
      <Text as="span" weight="semibold">
        {penaltyText(penalty)}
      </Text>
      {penalty.lifted && (
        <Muted as="span" small>
          , lifted
        </Muted>
      )}
    </Text>
  )
}

function AnswerTime({ protest }: { protest: Protest }) {
  const now = useNow()
  const { answerBy } = protest
  const boats = boatsToAnswer(protest)
  if (answerBy === null || boats.length === 0) return null
  const duration = remainingText(answerBy, now)
  const names = listWords(boats)
  const isOne = boats.length === 1
  return (
    <Muted small>
      {duration === null
        ? `${names} ${isOne ? 'hasn’t' : 'haven’t'} answered in time, and still can.`
        : `${names} ${isOne ? 'has' : 'have'} ${duration} to answer.`}
    </Muted>
  )
}

function Decision({ decision, protest }: { decision: ProtestDecision; protest: Protest }) {
  const { outcome, text, effects, at, role, interested } = decision
  return (
    <div className={decisionPanel}>
      <Text>
        <Text as="span" weight="semibold">
          {outcome === 'upheld' ? 'Upheld' : 'Denied'}
        </Text>{' '}
        by {role === 'organiser' ? 'the organiser' : 'a co-organiser'}
        <Muted as="span" small>
          , <DateTime iso={at} />
        </Muted>
      </Text>
      <p className={words}>{textOrErased(text)}</p>
      {effects.length > 0 && (
        <p className={words}>{effects.map(each => effectText(each, protest)).join(' ')}</p>
      )}
      {interested && <Muted small>Who decided has another boat in this tournament.</Muted>}
    </div>
  )
}
