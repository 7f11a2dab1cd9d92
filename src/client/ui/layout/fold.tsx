import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'

const line = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  minHeight: 'touch',
  paddingBlock: '1.5',
  textStyle: 'small',
  fontWeight: 'semibold',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
})
const chevron = css({
  flexShrink: '0',
  color: 'inkMuted',
  transitionProperty: 'transform',
  transitionDuration: 'fast',
  'details[open] &': { transform: 'rotate(180deg)' },
})
const list = css({
  borderBlockWidth: '1px',
  borderColor: 'line',
  '& > :not(:first-child)': { borderTopWidth: '1px', borderColor: 'line' },
})
const text = css({ column: '1.5', paddingBottom: '3', textStyle: 'small', overflowWrap: 'anywhere' })

/** A line that opens to its text, without script too. */
export const Fold = ({ summary, children }: { summary: ReactNode; children: ReactNode }) => (
  <details>
    <summary className={line}>
      {summary}
      <ChevronDown size={18} className={chevron} />
    </summary>
    <div className={text}>{children}</div>
  </details>
)

interface FoldsProps {
  /** Subject of the texts. */
  label: string
  children: ReactNode
}

export const Folds = ({ label, children }: FoldsProps) => (
  <section aria-label={label} className={list}>
    {children}
  </section>
)
