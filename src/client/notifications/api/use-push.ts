import { useEffect, useState } from 'react'
import { whenRefreshed } from '#client/api/refresh.ts'
import { messageOf } from '#client/lib/request.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { type PushState, readPushState, turnOffPush, turnOnPush } from './push.ts'

export interface Push {
  /** Null until known. */
  state: PushState | null
  pending: boolean
  /** The failure and the next step; '' without a failure. */
  failure: string
  /** Call after a tap. */
  turnOn(): Promise<void>
  turnOff(): Promise<void>
}

const offline = 'Check your connection and try again.'

/** Returns whether this device gets push messages for the viewer, and how to change it. */
export function usePush(): Push {
  const { user } = useSession()
  const [state, setState] = useState<PushState | null>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const userId = user?.id

  useEffect(() => {
    if (userId === undefined) return
    let isHere = true
    const read = () =>
      readPushState(userId).then(
        value => {
          if (isHere) setState(value)
        },
        (error: unknown) => {
          if (!isHere || handleUnauthorized(error)) return
          setState('off')
          setFailure(`This device could not be checked. ${messageOf(error, offline)}`)
        },
      )
    void read()
    // The person comes back from the browser's settings.
    const look = () => void (document.visibilityState === 'visible' && read())
    document.addEventListener('visibilitychange', look)
    return () => {
      isHere = false
      document.removeEventListener('visibilitychange', look)
    }
  }, [userId])

  const change = async (work: () => Promise<PushState>) => {
    setPending(true)
    setFailure('')
    try {
      setState(await work())
      await whenRefreshed()
    } catch (error) {
      if (!handleUnauthorized(error)) setFailure(`That did not work. ${messageOf(error, offline)}`)
    } finally {
      setPending(false)
    }
  }

  return {
    state,
    pending,
    failure,
    turnOn: async () => {
      if (userId !== undefined) await change(() => turnOnPush(userId))
    },
    turnOff: () => change(turnOffPush),
  }
}
