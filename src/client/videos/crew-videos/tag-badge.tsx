import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import type { PostTag } from '#contract/videos/crew-posts.ts'

export const tagNames: Record<PostTag, string> = {
  Catch: 'Catches',
  Hookup: 'Hookups',
  Run: 'Runs',
  Other: 'Other',
}

const tones: Record<PostTag, BadgeTone> = {
  Catch: 'completed',
  Hookup: 'soon',
  Run: 'info',
  Other: 'neutral',
}

export const TagBadge = ({ tag }: { tag: PostTag }) => <Badge tone={tones[tag]}>{tag}</Badge>
