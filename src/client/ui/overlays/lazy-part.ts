import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '#client/lib/toast.ts'

export interface LazyPart<T> {
  /** Loads the part and ignores failures. */
  preload(): void
  usePart(isNeeded: boolean, onFailure: () => void): T | null
}

/** Loads once, on demand: Ark weighs 20 to 40 KB per component. */
export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let part: T | null = null
  let loading: Promise<void> | null = null

  const start = (): Promise<void> => {
    loading ??= load().then(
      value => {
        part = value
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  return {
    preload: () => void start().catch(() => {}),
    usePart(isNeeded, onFailure) {
      const [, setLoads] = useState(0)
      const fail = useEffectEvent(onFailure)
      // The part may arrive between a render without it and its effect.
      const isThere = part !== null
      // biome-ignore lint/correctness/useExhaustiveDependencies: `start` is not of a render
      useEffect(() => {
        if (!isNeeded || isThere) return
        let stillHere = true
        start().then(
          () => {
            if (stillHere) setLoads(n => n + 1)
          },
          () => {
            if (!stillHere) return
            fail()
            toast({
              title: 'Could not open this',
              description: 'Check your connection and try again.',
              variant: 'destructive',
            })
          },
        )
        return () => {
          stillHere = false
        }
      }, [isNeeded])
      return part
    },
  }
}
