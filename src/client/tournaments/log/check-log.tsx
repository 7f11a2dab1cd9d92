import ShieldCheck from 'lucide-react/icons/shield-check'
import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { formatNumber } from '#contract/numbers.ts'
import { type LogCheck, logFaultText } from '#contract/tournaments/log-chain.ts'
import { css } from '#styled/css/index.js'
import { canCheck, checkInBrowser } from './check-in-browser.ts'

type State = 'idle' | 'checking' | 'failed' | 'impossible' | LogCheck

export function outcome(state: State): string {
  if (state === 'idle') return ''
  if (state === 'checking') return 'Checking…'
  if (state === 'failed') return 'The log could not be read. Check your connection and try again.'
  if (state === 'impossible')
    return 'This browser checks only on a page with https. Download the log and check it elsewhere.'
  const { faults, head } = state
  const [first] = faults
  if (first) return `The log does not agree. ${logFaultText(first)}.`
  if (head === null) return 'The log is empty.'
  const agreement = head.seq === 1 ? 'The event agrees' : `All ${formatNumber(head.seq)} events agree`
  return `${agreement}. Compare the last hash with a copy: ${head.seq} · ${head.hash}`
}

const answer = css({ overflowWrap: 'anywhere', minHeight: '6' })

/** Recomputes the whole log, here. @param beside another button */
export function CheckLog({ tournamentId, beside }: { tournamentId: string; beside: ReactNode }) {
  const [state, setState] = useState<State>('idle')
  const isChecking = state === 'checking'
  const check = async () => {
    if (!canCheck()) return setState('impossible')
    setState('checking')
    setState(await checkInBrowser(tournamentId).catch(() => 'failed' as const))
  }
  const isWrong = typeof state === 'object' && state.faults.length > 0
  return (
    <Stack gap="2">
      <Row>
        {beside}
        <Button
          variant="secondary"
          aria-disabled={isChecking}
          onClick={() => {
            if (!isChecking) void check()
          }}
        >
          <ShieldCheck size={20} />
          Check It in This Browser
        </Button>
      </Row>
      <p role="status" className={answer}>
        {isWrong ? (
          <Text as="span" weight="bold">
            {outcome(state)}
          </Text>
        ) : (
          outcome(state)
        )}
      </p>
    </Stack>
  )
}
