import { useEffect, useEffectEvent, useState } from 'react'
import { answerMs } from '#client/lib/request.ts'
import { toast } from '#client/lib/toast.ts'

export interface LazyPart<T> {
  /** Loads the part and ignores failures. */
  preload(): void
  usePart(isNeeded: boolean, onFailure: () => void): T | null
}

const timeout = () =>
  new Promise<never>((_, reject) => {
    setTimeout(reject, answerMs, new Error('The module has not arrived'))
  })

/** Loads once, on demand: Ark weighs 20 to 40 KB per component. Fails after {@link answerMs}; a later arrival counts. */
export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let part: T | null = null
  let loading: Promise<void> | null = null

  const start = (): Promise<void> => {
    const arrival = async () => {
      part = await load()
    }
    loading ??= Promise.race([arrival(), timeout()]).catch((error: unknown) => {
      loading = null
      throw error
    })
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
