import { css } from '#styled/css/index.js'

const scene = css({ display: 'block', width: 'full', height: 'auto' })

/** Waves and a leaping marlin, for the foot of a hull-coloured hero. */
export function HeroArt() {
  return <svg viewBox="0 0 1200 400" aria-hidden="true" className={scene} />
}

const link = css({ display: 'inline-flex', minHeight: 'touch', alignItems: 'center', color: 'inherit' })

/** The mark and the name; a link home when given `href`. */
export function Logo({ href }: { href?: string | undefined }) {
  return href === undefined ? (
    <span className={link}>Reelstake</span>
  ) : (
    <a href={href} className={link}>
      Reelstake
    </a>
  )
}
