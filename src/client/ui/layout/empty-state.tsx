import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'

const frame = css({
  column: '2',
  alignItems: 'center',
  paddingInline: '5',
  paddingBlock: { base: '10', md: '12' },
  textAlign: 'center',
  borderWidth: '1px',
  borderStyle: 'dashed',
  borderColor: 'edge',
  borderRadius: 'lg',
})
const plate = css({
  display: 'grid',
  placeItems: 'center',
  boxSize: '14',
  marginBottom: '1',
  borderRadius: 'full',
  backgroundColor: 'seaSoft',
  color: 'onSeaSoft',
})
const heading = css({ textStyle: 'subheading' })
const text = css({ color: 'inkMuted', maxWidth: '44ch' })
const next = css({ marginTop: '3' })

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  description?: ReactNode
  action?: ReactNode
  as?: 'p' | 'h1' | 'h2' | 'h3' | undefined
}

/** One line, for sections that are often empty. */
export const EmptyLine = ({ title, description }: Pick<EmptyStateProps, 'title' | 'description'>) => (
  <p className={text}>
    {title}
    {description && <>. {description}</>}
  </p>
)

export function EmptyState({ icon, title, description, action, as: Title = 'p' }: EmptyStateProps) {
  return (
    <div className={frame}>
      {icon && (
        <span aria-hidden className={plate}>
          {icon}
        </span>
      )}
      <Title className={heading}>{title}</Title>
      {description && <p className={text}>{description}</p>}
      {action && <div className={next}>{action}</div>}
    </div>
  )
}
