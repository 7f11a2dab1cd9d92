import type { HTMLAttributes } from 'react'
import type { VariantsOf } from '#client/ui/variants.ts'
import { css, cva, cx } from '#styled/css/index.js'

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
  medium: css({ fontWeight: 'medium' }),
  semibold: css({ fontWeight: 'semibold' }),
  bold: css({ fontWeight: 'bold' }),
} as const
const mutedClass = css({ color: 'inkMuted' })
const dangerClass = css({ color: 'danger' })
const breakableClass = css({ minWidth: '0', overflowWrap: 'anywhere' })
const tabularClass = css({ fontVariantNumeric: 'tabular-nums' })
const multilineClass = css({ whiteSpace: 'pre-line' })
const proseClass = css({ maxWidth: 'prose' })

export interface TextProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'span' | 'div' | 'h1' | 'h2' | 'h3' | 'h4' | 'dt' | 'dd' | 'li'
  look?: keyof typeof looks
  weight?: keyof typeof weights
  muted?: boolean
  danger?: boolean
  /** Breaks long words, also as a flex item. */
  breakable?: boolean
  tabular?: boolean
  /** Keeps the line breaks of what a person typed. */
  multiline?: boolean
  /** Limits the length of lines, for reading. */
  prose?: boolean
}

export function Text({
  as: Tag = 'p',
  look,
  weight,
  muted,
  danger,
  breakable,
  tabular,
  multiline,
  prose,
  className,
  ...rest
}: TextProps) {
  const classes = cx(
    look && looks[look],
    weight && weights[weight],
    muted && mutedClass,
    danger && dangerClass,
    breakable && breakableClass,
    tabular && tabularClass,
    multiline && multilineClass,
    prose && proseClass,
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

const ownLine = css({ display: 'block' })

/** Time on its own line in a text: it fits on a phone with "UTC" too, so that nothing below it moves at hydration. */
export const OwnLine = ({ small = false, ...rest }: Pick<TextProps, 'children'> & { small?: boolean }) => (
  <Text as="span" {...rest} {...(small && { look: 'small' })} className={ownLine} />
)

/** Message that screen readers read out when it appears. */
export const Failure = (props: Pick<TextProps, 'look' | 'children'>) => (
  <Text role="alert" danger weight="medium" {...props} />
)

const iconText = cva({
  base: { display: 'inline-flex', alignItems: 'center', minWidth: '0', _icons: { flexShrink: '0' } },
  variants: {
    gap: { '1.5': { gap: '1.5' }, '2': { gap: '2' } },
    icon: { inherit: {}, muted: { _icons: { color: 'inkMuted' } }, sea: { _icons: { color: 'sea' } } },
  },
  defaultVariants: { gap: '2', icon: 'muted' },
})

/** An icon before its text. */
export const IconText = ({
  as = 'span',
  gap,
  icon,
  className,
  ...rest
}: TextProps & VariantsOf<typeof iconText>) => (
  <Text {...rest} as={as} className={cx(iconText({ gap, icon }), className)} />
)
