import type { HeroProps } from '#client/ui/layout/hero.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { css } from '#styled/css/index.js'

const band = css({
  colorScheme: 'dark',
  backgroundColor: 'hull',
  backgroundImage:
    'linear-gradient(115deg, transparent 62%, token(colors.seaSoft) 62% 64%, transparent 64% 67%, token(colors.seaSoft) 67% 74%, transparent 74%)',
  color: 'onHull',
  borderBottomWidth: '3px',
  borderColor: 'seaSolid',
  paddingBlock: { base: '2', md: '4' },
})
const row = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', columnGap: '6' })
const barTitle = css({
  textStyle: 'hero',
  // The title fits on one line from 320 px.
  fontSize: { base: 'clamp(1.125rem, 6.3vw, 1.75rem)', md: '3xl' },
  lineHeight: 'tight',
})
const barLead = css({
  color: 'onHullMuted',
  textStyle: { base: 'small', md: 'inherit' },
  lineHeight: { base: 'tight', md: 'normal' },
})
const buttons = css({ display: { base: 'none', md: 'flex' }, flexShrink: '0', gap: '3' })

/** A hero for people who know the site: at most 96 px high. Phones have its actions in the menu. */
export const HeroBar = ({ title, lead, actions }: Omit<HeroProps, 'slim'>) => (
  <section className={band}>
    <Container>
      <div className={row}>
        <div>
          <h1 className={barTitle}>{title}</h1>
          {lead && <p className={barLead}>{lead}</p>}
        </div>
        {actions && <div className={buttons}>{actions}</div>}
      </div>
    </Container>
  </section>
)
