import { Hero, type HeroProps } from '#client/ui/layout/hero.tsx'
import { css } from '#styled/css/index.js'

/**
 * The colour of the front wave fills what is left of the page, so that nothing moves when the footer arrives. A wide
 * picture needs the screen without header and footer.
 */
const sea = css({
  flexGrow: '1',
  backgroundColor: '#082F58',
  md: {
    '& > section': { minHeight: 'calc(100dvh - 9.5rem)' },
    '& svg[aria-hidden]': { marginTop: 'auto' },
  },
})

export const HeroPage = (hero: HeroProps) => (
  <div className={sea}>
    <Hero {...hero} />
  </div>
)
