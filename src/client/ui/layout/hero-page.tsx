import { Hero, type HeroProps } from '#client/ui/layout/hero.tsx'
import { css } from '#styled/css/index.js'

const scene = css({ display: 'grid', flexGrow: '1', '& svg[aria-hidden]': { marginTop: 'auto' } })

/** A page that has nothing but its head: the sea reaches down to the footer. Stands in a `Page` that bleeds. */
export const HeroPage = (hero: HeroProps) => (
  <div className={scene}>
    <Hero {...hero} />
  </div>
)
