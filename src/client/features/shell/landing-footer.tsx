import { Container } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { css } from '#styled/css/index.js'
import { FooterThemeSwitch } from './theme.tsx'

/** From the specification; the pages don't exist yet. */
const lists = [
  { title: 'Quick Links', items: ['How It Works', 'List Your Boat', 'Tournaments', 'Support'] },
  { title: 'Legal', items: ['Terms of Service', 'Privacy Policy', 'Cookie Policy'] },
] as const

const footer = css({
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  color: 'onHull',
  borderTopWidth: '3px',
  borderColor: 'seaSolid',
  paddingBlock: { base: '8', md: '12' },
  paddingBottom: 'max(2rem, env(safe-area-inset-bottom))',
})
const columns = css({
  display: 'grid',
  gap: '8',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: '2fr 1fr 1fr' },
})
const brand = css({ gridColumn: { base: '1 / -1', md: 'auto' }, column: '2' })
const muted = css({ color: 'onHullMuted' })
const heading = css({ textStyle: 'eyebrow', paddingBottom: '3' })
const list = css({ column: '2', color: 'onHullMuted' })
const end = css({
  marginTop: '8',
  paddingTop: '5',
  borderTopWidth: '1px',
  borderColor: 'line',
  textStyle: 'small',
  color: 'onHullMuted',
})

export function LandingFooter() {
  return (
    <footer className={footer}>
      <Container>
        <div className={columns}>
          <div className={brand}>
            <Logo />
            <p className={muted}>Fund the Catch. Share the Victory.</p>
          </div>
          {lists.map(({ title, items }) => (
            <div key={title}>
              <h2 className={heading}>{title}</h2>
              <ul className={list}>
                {items.map(item => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <Row between gap="md" className={end}>
          <span>© 2024 Reelstake. All rights reserved.</span>
          <FooterThemeSwitch />
        </Row>
      </Container>
    </footer>
  )
}
