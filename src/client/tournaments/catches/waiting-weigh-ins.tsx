import CloudOff from 'lucide-react/icons/cloud-off'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { keepFocus } from '#client/lib/keep-focus.ts'
import { IconButton } from '#client/ui/controls/button.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List, Row, RowText } from '#client/ui/layout/stack.tsx'
import { Failure, IconText, Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { countText } from '#contract/numbers.ts'
import { measureText } from '#contract/tournaments/catch-texts.ts'
import { capital } from '#contract/tournaments/scoring/rule-words.ts'
import { css } from '#styled/css/index.js'
import { measuredOf } from './fish-of-form.ts'
import type { QueuedWeighIn } from './outbox.ts'
import { undoWeighIn } from './undo-weigh-in.ts'
import { retry, useOthersWaiting, useWaiting } from './use-outbox.ts'
import { queuedText } from './weigh-in-text.ts'

const section = css({
  '*:first-child > &': { paddingBottom: { base: '10', lg: '8' } },
  '*:last-child > &': { paddingTop: { base: '10', lg: '8' } },
})
const item = css({ paddingInlineStart: '4', paddingInlineEnd: '1', paddingBlock: '2' })
const actions = css({ display: 'flex', marginInlineStart: 'auto' })

function useWaitingHere(tournamentId: string) {
  const isHere = (weighIn: QueuedWeighIn) => weighIn.tournamentId === tournamentId
  return { waiting: useWaiting().filter(isHere), others: useOthersWaiting().filter(isHere) }
}

/** Returns whether something waits for a person, not only for the network. */
export function useNeedsPerson(tournamentId: string): boolean {
  const { waiting, others } = useWaitingHere(tournamentId)
  return others.length > 0 || waiting.some(({ problem }) => problem !== null)
}

interface WaitingWeighInsProps {
  tournamentId: string
  /** Actions on the viewer's own weigh-ins. */
  advice?: string
}

/** Weigh-ins of the tournament that the server hasn't recorded yet. */
export function WaitingWeighIns({ tournamentId, advice }: WaitingWeighInsProps) {
  const { waiting, others } = useWaitingHere(tournamentId)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1}>
      {waiting.length + others.length > 0 && (
        <Section
          id="waiting"
          title="On This Device"
          description={waiting.length > 0 ? advice : undefined}
          className={section}
        >
          {others.length > 0 && (
            <Text>
              {countText(others.length, 'weigh-in')} of another account {others.length === 1 ? 'is' : 'are'}{' '}
              not sent yet. Sign in with that account and open this page to send{' '}
              {others.length === 1 ? 'it' : 'them'}.
            </Text>
          )}
          {waiting.length > 0 && (
            <List>
              {waiting.map(weighIn => (
                <WaitingItem
                  key={weighIn.id}
                  weighIn={weighIn}
                  onDelete={async () => {
                    await undoWeighIn(weighIn)
                    place.current?.focus({ preventScroll: true })
                  }}
                />
              ))}
            </List>
          )}
        </Section>
      )}
    </div>
  )
}

interface WaitingItemProps {
  weighIn: QueuedWeighIn
  onDelete(): Promise<void>
}

function WaitingItem({ weighIn, onDelete }: WaitingItemProps) {
  const { boat, species, weighedAt, undo, problem, isSimilar = false } = weighIn
  const what = `${boat}, ${queuedText(weighIn)}`
  const send = async () => {
    const restoreFocus = keepFocus()
    await retry(weighIn)
    restoreFocus()
  }
  return (
    <Row as="li" rowGap="0" className={item}>
      <RowText basis="8rem">
        <Text look="figure">
          {capital(measureText(measuredOf(weighIn)))} · {boat}
        </Text>
        <Muted small>
          {species}, <DateTime iso={new Date(weighedAt).toISOString()} />
        </Muted>
        {problem === null ? (
          <IconText as="p" look="small" gap="1.5">
            <CloudOff size={16} />
            {undo ? 'Undo: waiting for the network' : 'Waiting for the network'}
          </IconText>
        ) : (
          <Failure look="small">
            {problem}{' '}
            {isSimilar
              ? 'If it is another fish, send it again; otherwise delete it.'
              : 'Write it down, then try again or delete it.'}
          </Failure>
        )}
      </RowText>
      <div className={actions}>
        {problem !== null && (
          <IconButton
            label={`${isSimilar ? 'Another fish, send' : 'Try again'}: ${what}`}
            onClick={() => void send()}
          >
            <RotateCw size={20} />
          </IconButton>
        )}
        {!undo && (
          <ConfirmButton
            label={`Delete ${what}`}
            icon={<Trash2 size={20} />}
            title="Delete this weigh-in?"
            description={`${what}. It isn’t in the standings yet.`}
            confirmLabel="Delete Weigh-in"
            destructive
            onConfirm={onDelete}
          />
        )}
      </div>
    </Row>
  )
}
