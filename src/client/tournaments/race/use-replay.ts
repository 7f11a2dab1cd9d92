import { useEffect, useRef, useState } from 'react'
import { replayMs } from '#client/domain/race.ts'

export interface Replay {
  /** Number of the frame that is shown, from 0. */
  frame: number
  /** The frame isn't the latest. */
  isPast: boolean
  isPlaying: boolean
  /** Plays from the present frame; at the end, from the first. */
  play(): void
  pause(): void
  seek(frame: number): void
  /** Goes to the latest frame and follows it. */
  follow(): void
}

/** The frame that is shown: the latest, unless the visitor chose an earlier one. */
export function useReplay(frames: number): Replay {
  const last = Math.max(0, frames - 1)
  const [pastFrame, setPastFrame] = useState<number | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const frame = Math.min(pastFrame ?? last, last)
  const from = useRef(frame)
  from.current = frame
  useEffect(() => {
    if (!isPlaying) return
    const step = replayMs(last + 1) / (last + 1)
    const first = from.current
    const startTime = performance.now()
    let request = requestAnimationFrame(function show(now) {
      const next = Math.min(last, first + Math.floor(Math.max(0, now - startTime) / step))
      setPastFrame(next < last ? next : null)
      if (next < last) request = requestAnimationFrame(show)
      else setPlaying(false)
    })
    return () => cancelAnimationFrame(request)
  }, [isPlaying, last])
  return {
    frame,
    isPast: pastFrame !== null && frame < last,
    isPlaying,
    play() {
      if (pastFrame === null || frame === last) {
        from.current = 0
        setPastFrame(0)
      }
      setPlaying(true)
    },
    pause: () => setPlaying(false),
    seek(to) {
      setPlaying(false)
      setPastFrame(to < last ? to : null)
    },
    follow() {
      setPlaying(false)
      setPastFrame(null)
    },
  }
}
