import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { css, cx } from '#styled/css/index.js'
import { MenuButton, MenuSheet, sheetActions, sheetLink, VisitorActions } from './menu-sheet.tsx'
import { barEnd, barLink, TopBar, wideOnly } from './top-bar.tsx'

/** Links of the header. `href` is null if the page doesn't exist yet. */
const anchors = [
  { label: 'Tournaments', href: '#tournaments' },
  { label: 'How It Works', href: '#how-it-works' },
  { label: 'List Your Boat', href: null },
  { label: 'Leaderboard', href: '#leaderboard' },
] as const

const fromSmall = css({ display: { base: 'none', sm: 'inline-flex' } })

function Anchors({ className }: { className: string }) {
  return anchors.map(({ label, href }) =>
    href === null ? (
      <span key={label} className={className}>
        {label}
      </span>
    ) : (
      <a key={label} href={href} className={className}>
        {label}
      </a>
    ),
  )
}

export function LandingHeader() {
  return (
    <>
      <TopBar>
        <Logo href={paths.home()} />
        <nav aria-label="Main" className={wideOnly}>
          <Anchors className={barLink} />
        </nav>
        <div className={barEnd}>
          <a href={paths.login()} className={cx(barLink, fromSmall)}>
            Sign In
          </a>
          <LinkButton href={paths.signUp()}>Join Now</LinkButton>
          <MenuButton />
        </div>
      </TopBar>
      <MenuSheet>
        <nav aria-label="Menu">
          <Anchors className={sheetLink} />
        </nav>
        <div className={sheetActions}>
          <VisitorActions />
        </div>
      </MenuSheet>
    </>
  )
}
