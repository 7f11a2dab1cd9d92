import { useState } from 'react'
import { reusableLink } from './media-link.ts'
import { useNow } from './now.tsx'

/** Returns the latest link, or the one before it to the same file while that is valid. */
export function useReusableLink(latest: string | null): string | null {
  const now = useNow()
  const [{ source, link }, setLink] = useState({ source: latest, link: latest })
  if (source === latest) return link
  const next = reusableLink(link, latest, now)
  setLink({ source: latest, link: next })
  return next
}
