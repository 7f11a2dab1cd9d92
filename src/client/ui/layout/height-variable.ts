import { type RefObject, useEffect, useRef } from 'react'

const always = () => true

/**
 * Keeps an element's height as a property of the document, so that toasts stand clear of it.
 * @param counts whether it is in the way now; 0px otherwise
 */
export function useHeightVariable(
  property: '--bottom-bar' | '--top-bars',
  counts: (element: HTMLElement) => boolean = always,
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = ref
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty(property, `${counts(current) ? current.offsetHeight : 0}px`)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [property, counts])
  return ref
}
