import { Container } from '#client/ui/layout/page.tsx'
import { css } from '#styled/css/index.js'

const facts = [
  { figure: '$10', text: 'is enough to back a boat' },
  { figure: 'Live', text: 'updates and videos from the crew' },
  { figure: 'Your share', text: 'of what the boat wins' },
] as const

const band = css({
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  color: 'onHull',
  borderBlockWidth: '3px',
  borderColor: 'seaSolid',
})
const list = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
})
const item = css({
  display: 'flex',
  flexDirection: { base: 'row', md: 'column', lg: 'row' },
  flexWrap: { base: 'wrap', md: 'nowrap' },
  alignItems: 'baseline',
  columnGap: '3',
  paddingBlock: { base: '3', md: '5' },
  paddingInline: { md: '5' },
  borderColor: 'line',
  '&:not(:first-child)': { borderTopWidth: { base: '1px', md: '0' }, borderInlineStartWidth: { md: '1px' } },
  '&:first-child': { paddingInlineStart: '0' },
})
const figure = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: '3xl',
  lineHeight: 'tight',
  whiteSpace: 'nowrap',
  textTransform: 'uppercase',
})
const text = css({ color: 'onHullMuted', flex: { base: '1 1 8rem', md: 'initial' } })

export function Facts() {
  return (
    <div className={band}>
      <Container>
        <ul className={list}>
          {facts.map(fact => (
            <li key={fact.figure} className={item}>
              <span className={figure}>{fact.figure}</span> <span className={text}>{fact.text}</span>
            </li>
          ))}
        </ul>
      </Container>
    </div>
  )
}
