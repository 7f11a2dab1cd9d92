import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate } from '#client/api/invalidate.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { useStore } from '#client/lib/use-store.ts'
import { initialState, liveState, openLive } from './event-stream.ts'
import type { LiveState } from './live.ts'

/** Refetches what changes. Call once per page. */
export function useEventStream(): void {
  const client = useQueryClient()
  const { eventId } = useBoot()
  useEffect(() => openLive(eventId, paths => invalidate(client, paths)), [client, eventId])
}

/**
 * State of the page's event stream. It changes once hydrated: a component
 * that uses it renders again at once, with its children.
 */
export const useLiveState = (): LiveState => useStore(liveState, initialState)
