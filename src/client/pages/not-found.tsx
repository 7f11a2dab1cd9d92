import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { Hero } from '#client/ui/art.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { css } from '#styled/css/index.js'

// The sea reaches down to the footer.
const scene = css({
  display: 'grid',
  height: 'full',
  minHeight: 'calc(100dvh - 9.5rem)',
  '& svg[aria-hidden]': { marginTop: 'auto' },
  _landscapePhone: { minHeight: '0' },
})

export default function NotFoundPage() {
  const { viewer } = useBoot()
  return (
    <Shell bleed>
      <div className={scene}>
        <Hero
          title="404 Page Not Found"
          lead="Did you forget to add the page to the router?"
          actions={
            <>
              <LinkButton href={paths.home()} variant="action" size="lg">
                Browse Tournaments
              </LinkButton>
              <LinkButton href={paths.crewVideos()} variant="secondary" size="lg">
                Crew Videos
              </LinkButton>
              {viewer === null && (
                <LinkButton href={paths.login()} variant="secondary" size="lg">
                  Sign In
                </LinkButton>
              )}
            </>
          }
        />
      </div>
    </Shell>
  )
}
