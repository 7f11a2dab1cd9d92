import type { HTMLAttributes, ReactNode } from 'react'
import type { VariantsOf } from '#client/ui/variants.ts'
import { css, cva, cx } from '#styled/css/index.js'

interface Part extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'p' | 'ul' | 'ol' | 'li' | 'dl' | 'span' | 'section' | 'article' | 'header'
  className?: string | undefined
  children: ReactNode
}

const stack = cva({
  base: { display: 'flex', flexDirection: 'column', minWidth: '0' },
  variants: {
    // On the scale of spacing, where 1 is 4 px.
    gap: {
      '0': { gap: '0' },
      '1': { gap: '1' },
      '1.5': { gap: '1.5' },
      '2': { gap: '2' },
      '3': { gap: '3' },
      '4': { gap: '4' },
      '5': { gap: '5' },
      '6': { gap: '6' },
      sections: { gap: { base: '8', md: '12' } },
    },
    align: { start: { alignItems: 'flex-start' }, center: { alignItems: 'center' }, stretch: {} },
    breakable: { true: { overflowWrap: 'anywhere' } },
  },
  defaultVariants: { gap: '4', align: 'stretch' },
})

type StackProps = Part & VariantsOf<typeof stack>

export function Stack({ as: Tag = 'div', gap, align, breakable, className, ...rest }: StackProps) {
  return <Tag {...rest} className={cx(stack({ gap, align, breakable }), className)} />
}

const row = cva({
  base: { display: 'flex', flexWrap: 'wrap', minWidth: '0' },
  variants: {
    gap: { '2': { gap: '2' }, '3': { gap: '3' }, '4': { gap: '4' }, '6': { gap: '6' } },
    // Between wrapped lines; default: `gap`.
    rowGap: { '0': { rowGap: '0' }, '1': { rowGap: '1' }, '2': { rowGap: '2' } },
    align: {
      start: { alignItems: 'flex-start' },
      center: { alignItems: 'center' },
      baseline: { alignItems: 'baseline' },
      end: { alignItems: 'flex-end' },
      stretch: {},
    },
    between: { true: { justifyContent: 'space-between' } },
  },
  defaultVariants: { gap: '2', align: 'center' },
})

type RowProps = Part & VariantsOf<typeof row>

export function Row({ as: Tag = 'div', gap, rowGap, align, between, className, ...rest }: RowProps) {
  return <Tag {...rest} className={cx(row({ gap, rowGap, align, between }), className)} />
}

const grid = cva({
  base: { display: 'grid', gap: { base: '4', md: '5' }, minWidth: '0' },
  variants: {
    columns: {
      cards: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 19rem), 1fr))' },
      tiles: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 11rem), 1fr))' },
      stats: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))' },
      two: { gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } },
      fields: {
        gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
        gap: { base: '5', sm: '4', md: '4' },
      },
      // For forms with many fields.
      wideFields: {
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))',
        alignItems: 'start',
        gap: '5',
      },
      halves: {
        gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
        gap: { base: '10', md: '10', lg: '8' },
      },
      sidebar: {
        gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 21rem' },
        alignItems: 'start',
        gap: { base: '6', lg: '8' },
      },
    },
    tight: { true: { gap: '4' } },
  },
  defaultVariants: { columns: 'cards' },
})

type GridProps = Part & VariantsOf<typeof grid>

export function Grid({ columns, tight, as: Tag = 'div', className, ...rest }: GridProps) {
  return <Tag {...rest} className={cx(grid({ columns, tight }), className)} />
}

const panel = cva({
  base: { backgroundColor: 'surface', borderWidth: '1px', borderColor: 'line', borderRadius: 'lg' },
  variants: {
    padding: { md: { padding: { base: '4', md: '5' } }, lg: { padding: { base: '4', sm: '6' } } },
    lifted: { true: { boxShadow: 'card' } },
    // Makes it a `Stack`.
    gap: { '3': { column: '3' }, '4': { column: '4' }, '5': { column: '5' }, '6': { column: '6' } },
  },
})

export type PanelProps = Part & VariantsOf<typeof panel>

export const Panel = ({ as: Tag = 'div', padding, lifted, gap, className, ...rest }: PanelProps) => (
  <Tag {...rest} className={cx(panel({ padding, lifted, gap }), className)} />
)

const list = css({
  overflow: 'hidden',
  '& > li:not(:last-child)': { borderBottomWidth: '1px', borderColor: 'line' },
})

/** Its items, such as {@link ListItem}s, are divided by lines. */
export const List = (props: Omit<Part, 'as' | 'className'>) => <Panel as="ul" className={list} {...props} />

const listItem = css({ paddingInline: '4', paddingBlock: '3' })

/** Item of a {@link List}: its {@link RowText}, and what can be done with it. */
export const ListItem = (props: Omit<RowProps, 'as' | 'between' | 'className'>) => (
  <Row as="li" between className={listItem} {...props} />
)

const rowText = cva({
  base: { minWidth: '0', overflowWrap: 'anywhere' },
  variants: {
    // Narrower, what follows the text in the row goes below it.
    basis: {
      '5.5rem': { flex: '1 1 5.5rem' },
      '6rem': { flex: '1 1 6rem' },
      '8rem': { flex: '1 1 8rem' },
      '10rem': { flex: '1 1 10rem' },
      '12rem': { flex: '1 1 12rem' },
      '14rem': { flex: '1 1 14rem' },
      '16rem': { flex: '1 1 16rem' },
    },
  },
})

type RowTextProps = Required<VariantsOf<typeof rowText>> & Pick<Part, 'children'>

/** Text that fills its row. */
export const RowText = ({ basis, children }: RowTextProps) => (
  <div className={rowText({ basis })}>{children}</div>
)
