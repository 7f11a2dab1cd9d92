import type { HTMLAttributes } from 'react'
import { css, cx } from '#styled/css/index.js'

const looks = {
  title: css({ textStyle: 'title' }),
  heading: css({ textStyle: 'heading' }),
  subheading: css({ textStyle: 'subheading' }),
  figure: css({ textStyle: 'figure' }),
  stat: css({ textStyle: 'stat' }),
  label: css({ textStyle: 'label' }),
  small: css({ textStyle: 'small' }),
} as const
const weights = {
  semibold: css({ fontWeight: 'semibold' }),
  bold: css({ fontWeight: 'bold' }),
} as const
const mutedClass = css({ color: 'inkMuted' })
const breakableClass = css({ minWidth: '0', overflowWrap: 'anywhere' })

export interface TextProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'span' | 'div' | 'h1' | 'h2' | 'h3' | 'h4' | 'dt' | 'dd' | 'li' | 'legend'
  look?: keyof typeof looks
  weight?: keyof typeof weights
  muted?: boolean
  /** Breaks long words, also as a flex item. */
  breakable?: boolean
}

export function Text({ as: Tag = 'p', look, weight, muted, breakable, className, ...rest }: TextProps) {
  const classes = cx(
    look && looks[look],
    weight && weights[weight],
    muted && mutedClass,
    breakable && breakableClass,
    className,
  )
  return <Tag {...rest} className={classes} />
}

export const Muted = ({
  small = false,
  ...rest
}: Omit<TextProps, 'muted' | 'look'> & { small?: boolean }) => (
  <Text {...rest} muted {...(small && { look: 'small' })} />
)
