import type { ReactNode } from 'react'
import { css, cva, cx } from '#styled/css/index.js'

interface Part {
  as?: 'div' | 'ul' | 'ol' | 'li' | 'dl' | 'span' | 'section' | 'header'
  id?: string
  className?: string | undefined
  children: ReactNode
}

const stack = cva({
  base: { display: 'flex', flexDirection: 'column', minWidth: '0' },
  variants: {
    gap: {
      none: { gap: '0' },
      xs: { gap: '1' },
      sm: { gap: '2' },
      snug: { gap: '3' },
      md: { gap: '4' },
      lg: { gap: '6' },
      xl: { gap: { base: '8', md: '12' } },
    },
  },
  defaultVariants: { gap: 'md' },
})

export type Gap = 'none' | 'xs' | 'sm' | 'snug' | 'md' | 'lg' | 'xl'

export function Stack({ as: Tag = 'div', gap = 'md', className, ...rest }: Part & { gap?: Gap }) {
  return <Tag {...rest} className={cx(stack({ gap }), className)} />
}

const row = cva({
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', minWidth: '0' },
  variants: {
    gap: {
      none: { gap: '0' },
      xs: { gap: '1' },
      sm: { gap: '2' },
      snug: { gap: '3' },
      md: { gap: '4' },
      lg: { gap: '6' },
      xl: { gap: '8' },
    },
    between: { true: { justifyContent: 'space-between' } },
  },
  defaultVariants: { gap: 'sm' },
})

export function Row({
  as: Tag = 'div',
  gap = 'sm',
  between = false,
  className,
  ...rest
}: Part & { gap?: Gap; between?: boolean }) {
  return <Tag {...rest} className={cx(row({ gap, between }), className)} />
}

const grid = cva({
  base: { display: 'grid', gap: { base: '4', md: '5' }, minWidth: '0' },
  variants: {
    columns: {
      cards: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 19rem), 1fr))' },
      tiles: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 11rem), 1fr))' },
      stats: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))' },
      two: { gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } },
      sidebar: {
        gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 21rem' },
        alignItems: 'start',
        gap: { base: '6', lg: '8' },
      },
    },
  },
  defaultVariants: { columns: 'cards' },
})

export type Columns = 'cards' | 'tiles' | 'stats' | 'two' | 'sidebar'

export function Grid({
  columns = 'cards',
  as: Tag = 'div',
  className,
  children,
}: Part & { columns?: Columns; as?: 'div' | 'ul' | 'ol' | 'dl' }) {
  return <Tag className={cx(grid({ columns }), className)}>{children}</Tag>
}

const panel = css({
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
})
const clipped = css({ overflow: 'hidden' })

export const Panel = ({ as: Tag = 'div', className, ...rest }: Part) => (
  <Tag {...rest} className={cx(panel, className)} />
)

export const List = (props: Omit<Part, 'as' | 'className'>) => (
  <Panel as="ul" className={clipped} {...props} />
)
