import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { postQuery } from '#client/api/posts.ts'
import { type Clip, clipOfPost } from './clip.ts'

/**
 * The clip that the address names: out of the list, or asked for when it is not in it. What leaves the list while it is
 * watched stays to its end. @param id null: none is watched
 */
export function useWatchedClip(id: string | null, list: readonly Clip[]): Clip | null {
  const listed = id === null ? null : (list.find(clip => clip.id === id) ?? null)
  const [last, setLast] = useState<Clip | null>(listed)
  if (listed !== null && listed !== last) setLast(listed)
  const remembered = listed ?? (last?.id === id ? last : null)
  const { data } = useQuery({
    ...postQuery(id ?? ''),
    enabled: id !== null && remembered === null,
    retry: false,
  })
  if (id === null) return null
  return remembered ?? (data ? clipOfPost(data) : null)
}
