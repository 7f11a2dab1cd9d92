import { useEffect, useRef } from 'react'
import { parseBestCatch } from '#client/domain/best-catch.ts'
import { announce } from '#client/lib/announce.ts'
import { type MovedUp, movedUp } from '#client/tournaments/moved-up.ts'
import { ordinal } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { formatWeight } from '#contract/weight.ts'

function sentenceOf({ boat, currentPosition, bestCatch }: MovedUp<Entry>): string {
  const fish = parseBestCatch(bestCatch)
  if (currentPosition > 1 || !fish) return `${boat.name} is now ${ordinal(currentPosition)}.`
  return `${boat.name} leads with ${formatWeight(fish.weight)}.`
}

/** For screen readers. */
export function useAnnounceMoves(entries: readonly Entry[]): void {
  const known = useRef<readonly Entry[] | null>(null)
  useEffect(() => {
    const moved = known.current === null ? [] : movedUp(known.current, entries)
    known.current = entries
    if (moved.length > 0) announce(moved.slice(0, 3).map(sentenceOf).join(' '))
  }, [entries])
}
