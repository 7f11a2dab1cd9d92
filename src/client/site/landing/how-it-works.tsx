import { css } from '#styled/css/index.js'

const steps = [
  {
    title: 'Find Tournaments',
    text: 'See which tournaments are on and who is fishing them. Pick a boat and a captain you believe in.',
  },
  {
    title: 'Fund & Follow',
    text: 'Back the boat from $10, then follow the crew: their updates, their videos, their place on the board.',
  },
  {
    title: 'Share Winnings',
    text: 'When the boat wins, its backers receive their share, in proportion to what each put in.',
  },
] as const

const list = css({
  display: 'grid',
  gap: { base: '5', md: '6' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
})
const step = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: { base: 'auto minmax(0, 1fr)', md: 'minmax(0, 1fr)' },
  columnGap: '4',
  rowGap: { base: '1', md: '2' },
  alignContent: 'start',
  borderTopWidth: '3px',
  borderColor: 'seaSolid',
  paddingTop: '4',
})
const number = css({
  gridRow: { base: 'span 2', md: 'auto' },
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: { base: '6xl', md: '7xl' },
  lineHeight: '0.8',
  letterSpacing: 'tight',
  color: 'sea',
  minWidth: '10',
})
const title = css({ textStyle: 'subheading', fontWeight: 'bold', textTransform: 'uppercase' })
const text = css({ color: 'inkMuted', maxWidth: 'prose' })

export function HowItWorks() {
  return (
    <ol className={list}>
      {steps.map((item, index) => (
        <li key={item.title} className={step}>
          <span aria-hidden className={number}>
            {index + 1}
          </span>
          <h3 className={title}>{item.title}</h3>
          <p className={text}>{item.text}</p>
        </li>
      ))}
    </ol>
  )
}
