import BellOff from 'lucide-react/icons/bell-off'
import BellRing from 'lucide-react/icons/bell-ring'
import type { ReactNode } from 'react'
import { useSiteName } from '#client/lib/boot.tsx'
import { Button, type ButtonProps } from '#client/ui/controls/button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Failure } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

type State = 'insecure' | 'homeScreen' | 'unsupported' | 'denied' | 'ask' | 'off' | 'on'

const textsOf = (site: string): Record<State, string> => ({
  ask: `${site} can notify you on this device, even while the site is closed. Your browser will ask you first.`,
  off: 'Notifications are off on this device.',
  on: 'Notifications are on for this device, even while the site is closed.',
  denied: 'This browser blocks notifications from this site. Allow them in its settings, then come back.',
  homeScreen: `iPhones and iPads show notifications of installed apps only. Tap Share, then “Add to Home Screen”, and open ${site} from there.`,
  unsupported:
    'This browser can’t show notifications while the site is closed. Everything is in Notifications.',
  insecure:
    'Browsers allow notifications on secure pages (https) only, and this page isn’t one. Everything is in Notifications.',
})

// Height of the longest text, so that nothing moves once the state is known.
const words = css({ minHeight: { base: '7.5rem', sm: '12' } })

// Height of a button, for the same reason.
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '3', minHeight: 'touch' })

export interface PushControlProps extends Pick<ButtonProps, 'size'> {
  push: {
    /** Null until known. */
    state: State | null
    pending: boolean
    failure: string
    turnOn(): Promise<void>
    turnOff(): Promise<void>
  }
  /** Content beside the button while notifications are on. */
  more?: ReactNode
}

/** Turns notifications on and off on this device, and shows its state. */
export function PushControl({ push, size, more }: PushControlProps) {
  const { state, pending, failure, turnOn, turnOff } = push
  const texts = textsOf(useSiteName())
  const canTurnOn = state === null || state === 'ask' || state === 'off'
  return (
    <Stack gap="3">
      <p role="status" className={words}>
        {state === null ? 'Checking this device...' : texts[state]}
      </p>
      {failure !== '' && <Failure>{failure}</Failure>}
      <div className={actions}>
        {canTurnOn && (
          <Button size={size} disabled={state === null} pending={pending} onClick={() => void turnOn()}>
            <BellRing size={20} />
            Turn On Notifications
          </Button>
        )}
        {state === 'on' && (
          <>
            <Button size={size} variant="secondary" pending={pending} onClick={() => void turnOff()}>
              <BellOff size={20} />
              Turn Off Notifications
            </Button>
            {more}
          </>
        )}
      </div>
    </Stack>
  )
}
