import type { ReactNode } from 'react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { VariantsOf } from '#client/ui/variants.ts'
import { css, cva, cx } from '#styled/css/index.js'

const container = cva({
  base: { width: 'full', marginInline: 'auto', paddingInline: { base: '4', md: '6', lg: '8' } },
  variants: {
    width: {
      narrow: { maxWidth: 'narrow' },
      reading: { maxWidth: 'reading' },
      page: { maxWidth: 'page' },
    },
  },
  defaultVariants: { width: 'page' },
})

export type Width = VariantsOf<typeof container>['width']

interface Part {
  className?: string | undefined
  children: ReactNode
}

export function Container({ width = 'page', className, children }: Part & { width?: Width }) {
  return <div className={cx(container({ width }), className)}>{children}</div>
}

const page = css({
  column: { base: '8', md: '12' },
  paddingBlock: { base: '6', md: '10' },
  '@media print': { paddingBlock: '0' },
  // A notch in landscape.
  paddingLeft: 'env(safe-area-inset-left)',
  paddingRight: 'env(safe-area-inset-right)',
})

const bleeding = css({ display: 'flex', flexDirection: 'column' })

export function Page({
  width = 'page',
  bleed = false,
  className,
  children,
}: Part & { width?: Width; bleed?: boolean }) {
  const content = bleed ? (
    children
  ) : (
    <Container width={width}>{<Stack gap="sections">{children}</Stack>}</Container>
  )
  return (
    <main id="main" tabIndex={-1} className={cx(bleed ? bleeding : page, className)}>
      {content}
    </main>
  )
}

const title = css({ textStyle: 'title' })
const lead = css({ color: 'inkMuted', fontSize: 'lg', maxWidth: 'prose' })

export function PageHeader({
  title: text,
  description,
  action,
}: {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
}) {
  return (
    <Row as="header" between gap="3">
      <Stack gap="2">
        <h1 className={title}>{text}</h1>
        {description && <p className={lead}>{description}</p>}
      </Stack>
      {action}
    </Row>
  )
}

const section = css({ column: { base: '4', md: '5' }, scrollMarginTop: '20' })
const sectionTitle = css({
  textStyle: 'heading',
  row: '3',
  // Breaks long words, also as a flex item.
  overflowWrap: 'anywhere',
  // "Announcements" in one line on 320 px.
  _largeText: { fontSize: 'min(1.625rem, 10vw)' },
  textTransform: 'uppercase',
  _before: {
    content: '""',
    flexShrink: '0',
    width: '3',
    height: '0.8em',
    backgroundColor: 'sea',
    clipPath: 'polygon(45% 0, 100% 0, 55% 100%, 0 100%)',
  },
})

export interface SectionProps {
  title?: string | undefined
  id?: string | undefined
  description?: ReactNode
  action?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function Section({ title: text, id, description, action, className, children }: SectionProps) {
  const headingId = id === undefined ? undefined : `${id}-heading`
  return (
    <section id={id} aria-labelledby={text ? headingId : undefined} className={cx(section, className)}>
      {text && (
        <Row between gap="3">
          <Stack gap="2">
            <h2 id={headingId} className={sectionTitle}>
              {text}
            </h2>
            {description && <p className={lead}>{description}</p>}
          </Stack>
          {action}
        </Row>
      )}
      {children}
    </section>
  )
}
