import { type RefObject, useEffect, useRef, useState } from 'react'

interface PictureSource {
  ref: RefObject<HTMLImageElement | null>
  src: string
  onError(): void
}

/** Returns the props of the picture, or null without one and once it has failed to load. */
export function usePictureSource(src: string | null | undefined): PictureSource | null {
  const ref = useRef<HTMLImageElement>(null)
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  // It may have failed before hydration.
  useEffect(() => {
    const { current } = ref
    if (src && current?.complete && current.naturalWidth === 0) setBrokenSrc(src)
  }, [src])
  return src && brokenSrc !== src ? { ref, src, onError: () => setBrokenSrc(src) } : null
}
