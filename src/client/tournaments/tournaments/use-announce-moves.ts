import { useEffect, useRef } from 'react'
import { isTied, resultOf } from '#client/domain/result.ts'
import { announce } from '#client/lib/announce.ts'
import { type MovedUp, movedUp } from '#client/tournaments/moved-up.ts'
import { ordinal } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

function sentenceOf(entry: MovedUp<Entry>): string {
  const { boat, currentPosition } = entry
  const result = resultOf(entry)
  if (isTied(entry)) return `${boat.name} is now tied for ${ordinal(currentPosition)}.`
  if (currentPosition > 1 || !result) return `${boat.name} is now ${ordinal(currentPosition)}.`
  return `${boat.name} leads with ${result.figure}.`
}

/** Announces moves to screen readers. */
export function useAnnounceMoves(entries: readonly Entry[]): void {
  const previous = useRef<readonly Entry[] | null>(null)
  useEffect(() => {
    const moved = previous.current === null ? [] : movedUp(previous.current, entries)
    previous.current = entries
    if (moved.length > 0) announce(moved.slice(0, 3).map(sentenceOf).join(' '))
  }, [entries])
}
