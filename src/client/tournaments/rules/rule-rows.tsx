import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { Button, IconButton } from '#client/ui/controls/button.tsx'
import { useForm } from '#client/ui/forms/form.tsx'
import { useRowFocus } from '#client/ui/forms/use-row-focus.ts'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { css, cva } from '#styled/css/index.js'
import {
  addRow,
  type DraftRow,
  editRow,
  type ListName,
  type RowEdit,
  type RulesDraft,
  rowId,
  type Update,
} from './rules-draft.ts'

export interface EditProps {
  draft: RulesDraft
  update: Update
}

const group = css({
  column: '3',
  minWidth: '0',
  // The legend is no flex item.
  '& > legend': { marginBottom: '3' },
  '&:focus': { outline: 'none' },
})
const heading = css({ textStyle: 'subheading', fontWeight: 'bold' })

interface RuleGroupProps {
  title: string
  description?: ReactNode
  /** Reason that it can't change any more, or null if it can. */
  lockReason?: string | null
  /** Buttons below the rows. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of the rules with its rows. */
export const RuleGroup = ({ title, description, lockReason = null, actions, children }: RuleGroupProps) => (
  <fieldset disabled={lockReason !== null} tabIndex={-1} className={group}>
    <legend className={heading}>{title}</legend>
    {lockReason === null ? (
      description && <Muted small>{description}</Muted>
    ) : (
      <Muted small>{lockReason}</Muted>
    )}
    {children}
    {actions && <Row gap="3">{actions}</Row>}
  </fieldset>
)

interface RuleListProps<List extends ListName>
  extends EditProps,
    Omit<RuleGroupProps, 'actions' | 'children'> {
  list: List
  /** Label such as "Add a Day". */
  add: string
  /** Returns a new row. */
  blank(rows: readonly DraftRow<List>[]): DraftRow<List>
  /** Content above the rows. */
  top?: ReactNode
  children(row: DraftRow<List>, edit: RowEdit<List>): ReactNode
}

/** Rows of a list; a new one gets the focus. */
export function RuleList<List extends ListName>(props: RuleListProps<List>) {
  const { list, draft, update, add, blank, top, children, ...group } = props
  const { list: listRef, focusAdded } = useRowFocus()
  const onAdd = () => {
    update(before => addRow(before, list, blank(before[list])))
    focusAdded()
  }
  return (
    <RuleGroup
      {...group}
      actions={
        <Button variant="secondary" size="sm" onClick={onAdd}>
          <Plus size={18} />
          {add}
        </Button>
      }
    >
      <ul ref={listRef} className={rows}>
        {top}
        {draft[list].map((row: DraftRow<List>) => (
          <Fragment key={rowId(row)}>{children(row, editRow(list, row, update))}</Fragment>
        ))}
      </ul>
    </RuleGroup>
  )
}

const rows = css({ column: '2', '&:empty': { display: 'none' } })
const row = css({
  minWidth: '0',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '2',
  padding: '3',
})
// Fields have the whole width on phones; the buttons stand beside the summary of the rare options.
const buttons = css({
  display: 'flex',
  alignItems: 'flex-start',
  gridColumn: '2',
  gridRow: { base: '2', sm: '1' },
  justifySelf: 'end',
  // The buttons lie above the part of the rare options that is empty there.
  position: 'relative',
  zIndex: '1',
  '&:empty': { display: 'none' },
})
const cells = cva({
  base: {
    display: 'grid',
    gap: '3',
    alignItems: 'start',
    minWidth: '0',
    gridColumn: { base: '1 / -1', sm: '1' },
  },
  variants: {
    cells: {
      usual: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 9rem), 1fr))' },
      wide: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15rem), 1fr))' },
    },
  },
  defaultVariants: { cells: 'usual' },
})
const below = css({ gridColumn: '1 / -1', gridRow: '2' })
const opener = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  minWidth: 'touch',
  color: 'sea',
  fontWeight: 'medium',
  cursor: 'pointer',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
})

interface RuleRowProps {
  /** Its name, for its group and its buttons. */
  label: string
  onRemove?: (() => void) | undefined
  /** Actions beside "Remove". */
  actions?: ReactNode
  /** Rare options. */
  more?: ReactNode
  /** Label of the rare options. */
  moreLabel?: string
  wide?: boolean
  children: ReactNode
}

export function RuleRow({ label, onRemove, actions, more, moreLabel, wide, children }: RuleRowProps) {
  return (
    <Panel as="li">
      <fieldset aria-label={label} className={row}>
        <Cells wide={wide === true}>{children}</Cells>
        <div className={buttons}>
          {actions}
          {onRemove && <RemoveButton label={`Remove ${label}`} onRemove={onRemove} />}
        </div>
        {more && <More label={moreLabel}>{more}</More>}
      </fieldset>
    </Panel>
  )
}

interface CellsProps {
  /** True for dates and long choices. */
  wide?: boolean
  children: ReactNode
}

export const Cells = ({ wide = false, children }: CellsProps) => (
  <div className={cells({ cells: wide ? 'wide' : 'usual' })}>{children}</div>
)

/** Opens when one of its fields is refused. */
export function More({ label = 'More', children }: { label?: string | undefined; children: ReactNode }) {
  const { errors } = useForm()
  const details = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are marked by then
  useEffect(() => {
    const { current } = details
    if (current?.querySelector('[aria-invalid=true]')) current.open = true
  }, [errors])
  return (
    <details ref={details} className={below}>
      <summary className={opener}>{label}</summary>
      <Stack gap="3">{children}</Stack>
    </details>
  )
}

/** The part of the rules gets the focus: the button is gone afterwards. */
export const RemoveButton = ({ label, onRemove }: { label: string; onRemove(): void }) => (
  <IconButton
    label={label}
    onClick={event => {
      event.currentTarget.closest('ul')?.closest('fieldset')?.focus({ preventScroll: true })
      onRemove()
    }}
  >
    <Trash2 size={20} />
  </IconButton>
)
