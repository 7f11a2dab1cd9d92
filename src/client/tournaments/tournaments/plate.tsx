import type { ReactNode } from 'react'
import { Row } from '#client/ui/layout/stack.tsx'
import { OnHull } from '#client/ui/marks/badge.tsx'
import { css } from '#styled/css/index.js'

const plate = css({
  position: 'relative',
  column: { base: '1', sm: '3' },
  colorScheme: 'dark',
  backgroundColor: 'hull',
  backgroundImage:
    'linear-gradient(115deg, transparent 62%, token(colors.seaSoft) 62% 64%, transparent 64% 67%, token(colors.seaSoft) 67% 74%, transparent 74%)',
  color: 'onHull',
  paddingInline: { base: '4', md: '5' },
  paddingTop: { base: '2', sm: '4' },
  paddingBottom: { base: '2', sm: '5' },
  borderBottomWidth: '3px',
  borderColor: 'seaSolid',
})
const top = css({ minHeight: '6' })
const time = css({
  textStyle: 'eyebrow',
  color: 'onHull',
  fontVariantNumeric: 'tabular-nums',
})
const title = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: { base: 'xl', sm: '2xl', md: '3xl' },
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
})

export function Plate({
  badge,
  time: timeText,
  title: text,
  titleId,
}: {
  badge: ReactNode
  time: string | null
  title: ReactNode
  titleId?: string
}) {
  return (
    <div className={plate}>
      <Row between className={top}>
        <OnHull>{badge}</OnHull>
        {timeText !== null && <span className={time}>{timeText}</span>}
      </Row>
      <h3 id={titleId} className={title}>
        {text}
      </h3>
    </div>
  )
}
