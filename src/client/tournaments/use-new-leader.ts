import { useEffect, useRef, useState } from 'react'
import { minuteMs } from '#client/domain/dates.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import { type NewLeader, newLeader } from './new-leader.ts'

const takeoverMs = 8000
const markMs = minuteMs

export interface LeaderChange {
  /** The new leader, for a minute. */
  leader: NewLeader | null
  /** True for the first seconds of that minute. */
  isTakeover: boolean
  dismiss(): void
}

/** @param onChange runs when a boat takes the lead */
export function useNewLeader(boards: readonly Board[], onChange?: (leader: NewLeader) => void): LeaderChange {
  const [leader, setLeader] = useState<NewLeader | null>(null)
  const [isTakeover, setTakeover] = useState(false)
  const previous = useRef<readonly Board[] | null>(null)
  // Each render may bring other boards.
  useEffect(() => {
    const latest = previous.current && newLeader(previous.current, boards)
    previous.current = boards
    if (!latest) return
    setLeader(latest)
    setTakeover(true)
    onChange?.(latest)
  })
  useEffect(() => {
    if (leader === null) return
    const timers = [
      setTimeout(() => setTakeover(false), takeoverMs),
      setTimeout(() => setLeader(null), markMs),
    ]
    return () => timers.forEach(clearTimeout)
  }, [leader])
  return { leader, isTakeover, dismiss: () => setTakeover(false) }
}
