import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { nearPlace, type Place, type Slide, slideAt, slidesOf, stepFrom } from './slides.ts'
import { useBoardParts } from './use-board-parts.ts'

const slideMs = 12_000

export interface Slides {
  slide: Slide | undefined
  isPaused: boolean
  setPaused(isPaused: boolean): void
  step(steps: number): void
  show(tournament: string): void
}

/** @param isHeld the page doesn't turn */
export function useSlides(boards: readonly Board[], capacity: number, isHeld: boolean): Slides {
  const [place, setPlace] = useState<Place | null>(null)
  const [isPaused, setPaused] = useState(false)
  const near = nearPlace(
    boards.map(({ tournament: { id } }) => id),
    place,
  )
  const slides = slidesOf(useBoardParts(useWholeBoards(boards, near), near), capacity)
  const index = slideAt(slides, place)
  const count = slides.length
  const step = (steps: number) => setPlace(stepFrom(slides, place, steps))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step by hand starts the wait anew; a change of data does not
  useEffect(() => {
    if (isPaused || isHeld || count < 2) return
    const timer = setTimeout(() => step(1), slideMs)
    return () => clearTimeout(timer)
  }, [index, count, isPaused, isHeld])
  // The main board.
  const show = (tournament: string) => setPlace({ tournament, title: null, page: 0 })
  usePauseWhenCalm(
    slides.some(({ title, race }) => title !== null && !race),
    setPaused,
  )
  return { slide: slides[index], isPaused, setPaused, step, show }
}

/** Pauses where motion is reduced: categories then change by hand, or after the button is pressed. */
function usePauseWhenCalm(hasCategories: boolean, setPaused: (isPaused: boolean) => void): void {
  useEffect(() => {
    if (hasCategories && matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true)
  }, [hasCategories, setPaused])
}

/** Has fewer entries than boats. */
export const isCut = ({ boats, entries }: Board): boolean => boats > entries.length

/** Reads all boats of the current board and the next; the others have their first places. */
function useWholeBoards(boards: readonly Board[], near: ReadonlySet<string>): Tournament[] {
  const whole = useQueries({
    queries: boards.map(board => ({
      ...tournamentQuery(board.tournament.id),
      enabled: isCut(board) && near.has(board.tournament.id),
    })),
  })
  return boards.map((board, n) => whole[n]?.data ?? { ...board.tournament, entries: board.entries })
}
