import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { RequestError } from '#client/lib/request.ts'
import { VideoPlayer } from '#client/ui/marks/video-player.tsx'
import { postQuery } from '#client/videos/api/posts.ts'
import { preparingMs } from '#client/videos/api/videos.ts'
import { type Clip, titleOf } from './clip.ts'

export function ClipVideo({ clip, video }: { clip: Clip; video: RefObject<HTMLVideoElement | null> }) {
  const client = useQueryClient()
  const { id } = clip
  const { videoUrl, thumbnailUrl, durationSec } = clip.video
  const { data } = useQuery({
    ...postQuery(id),
    enabled: videoUrl === null,
    refetchInterval: ({ state }) => (state.data?.video.videoUrl == null ? preparingMs : false),
  })
  // Reduced motion: no autoplay.
  const [autoPlay] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)

  const freshLink = async () => {
    try {
      const post = await client.fetchQuery({ ...postQuery(id), staleTime: 0 })
      return post.video.videoUrl
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return null
      throw error
    }
  }

  return (
    <VideoPlayer
      ref={video}
      src={videoUrl ?? data?.video.videoUrl ?? null}
      poster={thumbnailUrl}
      durationSec={durationSec}
      label={titleOf(clip)}
      ratio="fill"
      autoPlay={autoPlay}
      onNeedFreshLink={freshLink}
    />
  )
}
