import { useEffect, useRef } from 'react'
import { announce } from '#client/lib/announce.ts'
import { moveTexts, type Standings } from './moved-up.ts'

/** Announces moves to screen readers, at most three at once. */
export function useAnnounceMoves(standings: readonly Standings[]): void {
  const previous = useRef<Standings['entries'] | null>(null)
  useEffect(() => {
    const moves = previous.current === null ? [] : moveTexts(previous.current, standings)
    previous.current = standings.flatMap(({ entries }) => entries)
    if (moves.length > 0) announce(moves.slice(0, 3).join(' '))
  }, [standings])
}
