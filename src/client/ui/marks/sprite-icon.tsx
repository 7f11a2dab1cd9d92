import type { ComponentType } from 'react'
import { css, cx } from '#styled/css/index.js'

declare const SPRITE: string | undefined

/** Path of the build's icons; null without a build. */
export const sprite = typeof SPRITE === 'string' ? SPRITE : null

interface IconProps {
  /** Pixels at the usual font size, or a CSS length. */
  size?: number | string
  className?: string
}

const icon = css({
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '2',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})

/** Grows with the browser's font size, as the words beside it. */
const lengthOf = (size: number | string) => (typeof size === 'number' ? `${size / 16}rem` : size)

/** The build puts it in place of an icon of `lucide-react`. */
export const spriteIcon =
  (name: string): ComponentType<IconProps> =>
  ({ size = 24, className }) => (
    <svg width={lengthOf(size)} height={lengthOf(size)} className={cx(icon, className)} aria-hidden>
      <use href={`${sprite}#${name}`} />
    </svg>
  )
