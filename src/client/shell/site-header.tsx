import Bell from 'lucide-react/icons/bell'
import LogOut from 'lucide-react/icons/log-out'
import { type Boot, type NavLink, useBoot, type Viewer } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Avatar } from '#client/ui/marks/avatar.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { nameOrEmail, shortName } from '#contract/names.ts'
import { css, cx } from '#styled/css/index.js'
import { navLinks } from './links.ts'
import { MenuButton, MenuSheet, sheetActions, sheetLink, VisitorActions } from './menu-sheet.tsx'
import { barEnd, barLink, TopBar, wideOnly } from './top-bar.tsx'

const account = css({ gap: '2', maxWidth: { base: '7.5rem', '2xl': '14rem' } })
const accountName = css({
  truncate: true,
  // Makes room for an owner's link.
  'nav:has([href="/admin"]) ~ * &': { srOnly: { xl: true, '2xl': false } },
})
const onNarrow = css({ display: { base: 'inline-flex', xl: 'none' } })
const onWide = css({ display: { base: 'none', '2xl': 'inline-flex' } })
const gap = css({ gap: '2' })
const roomy = css({ display: { base: 'none', sm: 'inline-flex', xl: 'none' } })

const currentPath = (boot: Boot) => new URL(boot.canonical).pathname
const ariaCurrent = (href: string, path: string) => (href === path ? ('page' as const) : undefined)

export function SiteHeader() {
  const boot = useBoot()
  const { user: viewer } = useSession()
  const links = navLinks(viewer, boot.ownLinks)
  const path = currentPath(boot)
  return (
    <>
      <TopBar>
        <Logo href={paths.home()} />
        <nav aria-label="Main" className={wideOnly}>
          {links.map(({ label, href }) => (
            <a
              key={href}
              href={href}
              aria-current={ariaCurrent(href, path)}
              className={cx(barLink, href === paths.crew() && onWide)}
            >
              {label}
            </a>
          ))}
        </nav>
        <div className={barEnd}>{viewer ? <MemberEnd viewer={viewer} path={path} /> : <VisitorEnd />}</div>
      </TopBar>
      <MenuSheet>
        <SheetLinks links={links} path={path} />
        <div className={sheetActions}>
          {viewer ? (
            <>
              <AccountLink viewer={viewer} path={path} className={sheetLink} />
              <LinkButton href={paths.addBoat()} variant="secondary" block>
                Add a Boat
              </LinkButton>
              <LinkButton href={paths.createTournament()} block>
                Create Tournament
              </LinkButton>
              <LinkButton href={paths.logout()} variant="ghost" block>
                <LogOut size={20} />
                Sign Out
              </LinkButton>
            </>
          ) : (
            <VisitorActions />
          )}
        </div>
      </MenuSheet>
    </>
  )
}

function SheetLinks({ links, path }: { links: readonly NavLink[]; path: string }) {
  return (
    <nav aria-label="Menu">
      {links.map(({ label, href }) => (
        <a key={href} href={href} aria-current={ariaCurrent(href, path)} className={sheetLink}>
          {label}
        </a>
      ))}
    </nav>
  )
}

function MemberEnd({ viewer, path }: { viewer: Viewer; path: string }) {
  return (
    <>
      <BellLink path={path} />
      <div className={cx(wideOnly, gap)}>
        <LinkButton href={paths.addBoat()} variant="secondary">
          Add a Boat
        </LinkButton>
        <LinkButton href={paths.createTournament()}>Create Tournament</LinkButton>
        <AccountLink viewer={viewer} path={path} className={cx(barLink, account)} />
        <a href={paths.logout()} className={barLink}>
          Sign Out
        </a>
      </div>
      <a
        href={paths.account()}
        aria-current={ariaCurrent(paths.account(), path)}
        className={cx(barLink, onNarrow)}
      >
        <Avatar src={viewer.profileImageUrl} name={nameOrEmail(viewer)} size="sm" decorative />
        <VisuallyHidden>Your account: {shortName(viewer)}</VisuallyHidden>
      </a>
      <MenuButton />
    </>
  )
}

/** `unread.ts` changes the number, without React. Its styles are in panda.config.ts. */
const BellLink = ({ path }: { path: string }) => (
  <a href={paths.notifications()} aria-current={ariaCurrent(paths.notifications(), path)} className={barLink}>
    <Bell size={20} />
    <VisuallyHidden>Notifications</VisuallyHidden>
    <span
      data-unread
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a number of the server
      dangerouslySetInnerHTML={{ __html: useBoot().unread ?? '' }}
    />
    <VisuallyHidden> unread</VisuallyHidden>
  </a>
)

function AccountLink({ viewer, path, className }: { viewer: Viewer; path: string; className: string }) {
  return (
    <a href={paths.account()} aria-current={ariaCurrent(paths.account(), path)} className={className}>
      <Avatar src={viewer.profileImageUrl} name={nameOrEmail(viewer)} size="sm" decorative />
      <VisuallyHidden>Your account: </VisuallyHidden>
      <span className={accountName}>{shortName(viewer)}</span>
    </a>
  )
}

function VisitorEnd() {
  return (
    <>
      <div className={wideOnly}>
        <a href={paths.login()} className={barLink}>
          Sign In
        </a>
      </div>
      <span className={wideOnly}>
        <LinkButton href={paths.signUp()}>Join Now</LinkButton>
      </span>
      <span className={roomy}>
        <LinkButton href={paths.signUp()}>Join Now</LinkButton>
      </span>
      <MenuButton />
    </>
  )
}
