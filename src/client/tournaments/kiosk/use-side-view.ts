import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '#client/lib/now.tsx'
import { kioskVideosQuery } from '#client/videos/api/posts.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import type { PublicPost } from '#contract/videos/crew-posts.ts'
import { fundableOf, type SideView, sideViews } from './side-views.ts'

const turnMs = 12_000
const longestClipMs = 30_000

export interface Side {
  view: SideView
  clip: PublicPost | undefined
  fundable: Entry[]
  /** The clip can't be played. */
  skip(clip: PublicPost): void
}

/** Updates, a clip and funding in turn while there is no fresh update. */
export function useSideView(
  tournament: Tournament | undefined,
  updates: readonly Update[],
  isHeld: boolean,
): Side {
  const [turn, setTurn] = useState(0)
  const [broken, setBroken] = useState<{ at: number; ids: readonly string[] }>({ at: 0, ids: [] })
  const now = useNow()
  const isShown = tournament !== undefined && tournament.status !== 'cancelled'
  const { data = [], dataUpdatedAt } = useQuery({
    ...kioskVideosQuery(tournament?.id ?? ''),
    enabled: isShown,
  })
  // Clips that were read again are tried again: the network was gone, or their links had expired.
  const brokenIds = broken.at === dataUpdatedAt ? broken.ids : []
  const clips = data.filter(({ id, video }) => video.videoUrl !== null && !brokenIds.includes(id))
  const fundable = isShown ? fundableOf(tournament) : []
  const views = sideViews({ updates, hasClip: clips.length > 0, hasFunding: fundable.length > 0 }, now)
  const view = views[turn % views.length] ?? 'updates'
  const clip = clips[Math.floor(turn / views.length) % clips.length]
  const wait = view === 'clip' && clip ? Math.min(clip.video.durationSec * 1000, longestClipMs) : turnMs
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => setTurn(turn + 1), wait)
    return () => clearTimeout(timer)
  }, [turn, wait, isHeld])
  const skip = ({ id }: PublicPost) => setBroken({ at: dataUpdatedAt, ids: [...brokenIds, id] })
  return { view, clip, fundable, skip }
}
