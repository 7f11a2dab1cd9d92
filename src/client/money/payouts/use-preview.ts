import { useEffect, useRef, useState } from 'react'
import { css } from '#styled/css/index.js'

const below = css({ scrollMarginTop: '20', '&:focus': { outline: 'none' } })

interface Preview<Body, Answer> {
  /** Body that the preview sent; the confirmation sends it again. */
  body: Body
  answer: Answer
}

/** Preview before a confirmation, in an element with the props `panel`, which gets the focus. */
export function usePreview<Body, Answer>() {
  const [preview, setPreview] = useState<Preview<Body, Answer> | null>(null)
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (preview === null) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'start' })
  }, [preview])

  return {
    preview,
    setPreview,
    forget: () => setPreview(null),
    panel: { ref, tabIndex: -1, className: below },
  }
}
