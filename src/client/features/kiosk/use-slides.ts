import { useEffect, useState } from 'react'
import type { Tournament } from '#contract/tournaments.ts'
import { type Place, type Slide, slideAt, slidesOf, stepFrom } from './slides.ts'

const slideMs = 12_000

export interface Slides {
  slide: Slide | undefined
  index: number
  count: number
  paused: boolean
  setPaused(paused: boolean): void
  step(steps: number): void
}

export function useSlides(boards: readonly Tournament[], capacity: number): Slides {
  const [place, setPlace] = useState<Place | null>(null)
  const [paused, setPaused] = useState(false)
  const slides = slidesOf(boards, capacity)
  const index = slideAt(slides, place)
  const count = slides.length
  const step = (steps: number) => setPlace(stepFrom(slides, place, steps))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step by hand starts the wait anew; a change of data does not
  useEffect(() => {
    if (paused || count < 2) return
    const timer = setTimeout(() => step(1), slideMs)
    return () => clearTimeout(timer)
  }, [index, count, paused])
  return { slide: slides[index], index, count, paused, setPaused, step }
}
