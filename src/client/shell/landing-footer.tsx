import { useSiteName } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { Container } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { type LegalKind, legalTitles } from '#contract/site/legal-kinds.ts'
import { css } from '#styled/css/index.js'
import { FooterThemeSwitch } from './theme.tsx'

interface Item {
  name: string
  href?: string
}

const legal = (kind: LegalKind): Item => ({ name: legalTitles[kind], href: paths.legal(kind) })

/** The first three have no page. */
const lists: { title: string; items: Item[] }[] = [
  {
    title: 'Quick Links',
    items: [{ name: 'How It Works' }, { name: 'List Your Boat' }, { name: 'Tournaments' }, legal('support')],
  },
  { title: 'Legal', items: [legal('terms'), legal('privacy'), legal('cookies')] },
]

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
const list = css({
  color: 'onHullMuted',
  '& li, & a': { display: 'flex', alignItems: 'center', minHeight: 'touch' },
  '& a': { textDecoration: 'underline', textUnderlineOffset: '4px', _hover: { color: 'onHull' } },
})
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
                {items.map(({ name, href }) => (
                  <li key={name}>{href === undefined ? name : <a href={href}>{name}</a>}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <Row between gap="4" className={end}>
          <span>{`© 2024 ${useSiteName()}. All rights reserved.`}</span>
          <FooterThemeSwitch />
        </Row>
      </Container>
    </footer>
  )
}
