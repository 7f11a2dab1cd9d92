import { Hero, type HeroProps } from '#client/ui/layout/hero.tsx'
import { css } from '#styled/css/index.js'

const scene = css({ display: 'grid', flexGrow: '1', '& svg[aria-hidden]': { marginTop: 'auto' } })

export const HeroPage = (hero: HeroProps) => (
  <div className={scene}>
    <Hero {...hero} />
  </div>
)
