import { inPlace } from '#client/lib/in-place.ts'
import { pushAddress } from '#client/lib/location.ts'
import { paths } from '#client/paths.ts'
import type { PostTag } from '#contract/videos/crew-posts.ts'
import { postTags } from '#contract/videos/post-tags.ts'
import { css } from '#styled/css/index.js'
import { tagNames } from './tag-badge.tsx'

const row = css({
  display: 'flex',
  gap: '2',
  marginInline: { base: '-4', md: '0' },
  paddingInline: { base: '4', md: '0' },
  paddingBlock: '1',
  overflowX: 'auto',
  scrollbarWidth: 'none',
})
const choice = css({
  flexShrink: '0',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  paddingInline: '4',
  borderRadius: 'full',
  borderWidth: '1px',
  borderColor: 'edge',
  backgroundColor: 'surface',
  color: 'ink',
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'lg',
  letterSpacing: 'wide',
  textDecoration: 'none',
  '&:hover': { borderColor: 'sea', color: 'sea' },
  '&[aria-current]': { backgroundColor: 'seaSolid', borderColor: 'seaSolid', color: 'onSea' },
  '&:focus-visible': { outlineOffset: '-3px' },
})

/** @param tag null: all videos */
const feedHref = (tag: PostTag | null): string =>
  tag === null ? paths.crewVideos() : `${paths.crewVideos()}?tag=${tag}`

export function Filter({ tag: current }: { tag: PostTag | null }) {
  return (
    <nav aria-label="Filter videos" className={row}>
      {[null, ...postTags].map(tag => (
        <a
          key={tag}
          href={feedHref(tag)}
          aria-current={tag === current ? 'page' : undefined}
          data-same-page
          onClick={inPlace(() => pushAddress(feedHref(tag)))}
          className={choice}
        >
          {tag === null ? 'All' : tagNames[tag]}
        </a>
      ))}
    </nav>
  )
}
