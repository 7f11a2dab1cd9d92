import { useQueryClient } from '@tanstack/react-query'
import Clapperboard from 'lucide-react/icons/clapperboard'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useReusableLink } from '#client/lib/use-reusable-link.ts'
import { postQuery } from '#client/videos/api/posts.ts'
import { css, cva } from '#styled/css/index.js'
import type { Clip } from './clip.ts'

const frame = css({
  position: 'absolute',
  inset: '0',
  display: 'grid',
  placeItems: 'center',
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  backgroundImage:
    'linear-gradient(115deg, transparent 55%, token(colors.seaSoft) 55% 57%, transparent 57% 60%, token(colors.seaSoft) 60% 74%, transparent 74%)',
  color: 'onHullMuted',
})
const picture = cva({
  base: { position: 'absolute', inset: '0', boxSize: 'full', backgroundColor: 'hullDeep' },
  variants: {
    // Portraits fill the frame, landscapes keep their edges.
    isWide: { true: { objectFit: 'contain' }, false: { objectFit: 'cover' } },
  },
})

interface PosterProps {
  clip: Pick<Clip, 'id' | 'video'>
  /** True above the fold. */
  eager?: boolean
}

export function Poster({ clip, eager = false }: PosterProps) {
  const { id } = clip
  const thumbnailUrl = useReusableLink(clip.video.thumbnailUrl)
  const client = useQueryClient()
  const element = useRef<HTMLImageElement>(null)
  const [isWide, setWide] = useState(false)
  const [{ of, link, isRenewed }, setLink] = useState({
    of: thumbnailUrl,
    link: thumbnailUrl,
    isRenewed: false,
  })
  if (of !== thumbnailUrl) setLink({ of: thumbnailUrl, link: thumbnailUrl, isRenewed: false })

  // The link may have expired on a page that was open for an hour.
  const fail = async () => {
    if (isRenewed) return setLink({ of, link: null, isRenewed })
    const post = await client.fetchQuery({ ...postQuery(id), staleTime: 0, retry: false }).catch(() => null)
    setLink({ of, link: post?.video.thumbnailUrl ?? null, isRenewed: true })
  }
  const measure = () => {
    const { naturalWidth = 0, naturalHeight = 0 } = element.current ?? {}
    setWide(naturalWidth > naturalHeight)
  }
  const checkEarly = useEffectEvent(() => {
    if (!element.current?.complete) return
    if (element.current.naturalWidth > 0) measure()
    else void fail()
  })
  // The image may have loaded or failed before hydration.
  useEffect(() => {
    if (link !== null) checkEarly()
  }, [link])

  return (
    <span className={frame}>
      {link === null ? (
        <Clapperboard size={32} />
      ) : (
        <img
          ref={element}
          src={link}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={measure}
          onError={() => void fail()}
          className={picture({ isWide })}
        />
      )}
    </span>
  )
}
