import type { ReactNode } from 'react'
import { css, cx } from '#styled/css/index.js'

const outline = css({
  borderWidth: '1px',
  borderStyle: 'dashed',
  borderColor: 'edge',
  borderRadius: 'lg',
})
const frame = css({
  column: '2',
  alignItems: 'center',
  paddingInline: '5',
  paddingBlock: { base: '10', md: '12' },
  textAlign: 'center',
})
const strip = css({ paddingInline: '4', paddingBlock: '3', textStyle: 'small' })
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
const muted = css({ color: 'inkMuted' })
const text = css({ color: 'inkMuted', maxWidth: '44ch' })
const next = css({ marginTop: '3' })

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  description?: ReactNode
  action?: ReactNode
  as?: 'p' | 'h1' | 'h2' | 'h3' | undefined
}

/** One muted line, within a section. */
export const EmptyLine = ({ title, description }: Pick<EmptyStateProps, 'title' | 'description'>) => (
  <p className={text}>
    {title}
    {description && <>. {description}</>}
  </p>
)

/** A framed strip of two lines, in place of a list. */
export const EmptyStrip = ({ title, description }: Pick<EmptyStateProps, 'title' | 'description'>) => (
  <div className={cx(outline, strip)}>
    <p>{title}</p>
    {description && <p className={muted}>{description}</p>}
  </div>
)

export function EmptyState({ icon, title, description, action, as: Title = 'p' }: EmptyStateProps) {
  return (
    <div className={cx(outline, frame)}>
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
