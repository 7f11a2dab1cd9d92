import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css, cva } from '#styled/css/index.js'

const arrow = cva({
  base: { fontFamily: 'heading', fontWeight: 'bold', fontVariantNumeric: 'tabular-nums' },
  variants: { isUp: { true: { color: 'kelpInk' }, false: { color: 'danger' } } },
})
const place = css({ minHeight: '6' })

/** "▲2"; nothing where a boat stayed. @param text the same in words */
export function PlaceChange({ placesGained, text }: { placesGained: number; text: string | null }) {
  return (
    <p className={place}>
      {text !== null && (
        <span className={arrow({ isUp: placesGained > 0 })}>
          <span aria-hidden>
            {placesGained > 0 ? '▲' : '▼'}
            {Math.abs(placesGained)}
          </span>
          <VisuallyHidden>{text}</VisuallyHidden>
        </span>
      )}
    </p>
  )
}
