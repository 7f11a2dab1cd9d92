import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { postQuery } from '#client/videos/api/posts.ts'
import { type Clip, clipOfPost } from './clip.ts'

/** Returns the clip from the list, or fetches it; it stays when it leaves the list. @param id null: none */
export function useWatchedClip(id: string | null, list: readonly Clip[]): Clip | null {
  const clipInList = id === null ? null : (list.find(clip => clip.id === id) ?? null)
  const [last, setLast] = useState<Clip | null>(clipInList)
  if (clipInList !== null && clipInList !== last) setLast(clipInList)
  const current = clipInList ?? (last?.id === id ? last : null)
  const { data } = useQuery({
    ...postQuery(id ?? ''),
    enabled: id !== null && current === null,
    retry: false,
  })
  if (id === null) return null
  return current ?? (data ? clipOfPost(data) : null)
}
