import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { VideoPlayer } from '#client/ui/marks/video-player.tsx'
import { videoQuery } from '#client/videos/api/videos.ts'
import { css } from '#styled/css/index.js'
import type { QueueItem } from '../queue/item.ts'
import { getQueue } from '../queue/runtime.ts'
import { Thumbnail } from '../queue/thumbnail.tsx'

const frame = css({ width: 'full', maxWidth: '20rem', marginInline: 'auto' })
const still = css({ display: 'flex', justifyContent: 'center' })

function useLocalUrl(id: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let objectUrl: string | null = null
    let isMounted = true
    getQueue()
      .store.bytes(id)
      .then(
        blob => {
          if (!blob || !isMounted) return
          objectUrl = URL.createObjectURL(blob)
          setUrl(objectUrl)
        },
        () => {},
      )
    return () => {
      isMounted = false
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
    }
  }, [id])
  return url
}

export function LocalPreview({ item }: { item: QueueItem }) {
  const client = useQueryClient()
  const local = useLocalUrl(item.id)
  const src = local ?? item.remoteUri
  if (src === null)
    return (
      <div className={still}>
        <Thumbnail src={item.thumbnail} seconds={item.durationSec} />
      </div>
    )
  const { videoId } = item.meta
  // The queue stores the link of the upload, which is valid for an hour.
  const fresh = async () =>
    videoId === null ? src : (await client.fetchQuery({ ...videoQuery(videoId), staleTime: 0 })).videoUrl
  return (
    <div className={frame}>
      <VideoPlayer
        src={src}
        poster={item.thumbnail}
        durationSec={item.durationSec}
        label="Your video"
        ratio="16/9"
        {...(local === null && { onNeedFreshLink: fresh })}
      />
    </div>
  )
}
