import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import { css } from '#styled/css/index.js'

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: '4',
  paddingBlock: { base: '4', md: '12' },
})
const code = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: 'clamp(6rem, 3rem + 16vw, 13rem)',
  lineHeight: '0.8',
  letterSpacing: 'tight',
  color: 'sea',
  paddingBottom: '2',
})
const title = css({ textStyle: 'title' })
const text = css({ fontSize: 'lg', color: 'inkMuted', maxWidth: 'prose' })

export default function NotFoundPage() {
  const { viewer } = useBoot()
  return (
    <Shell>
      <div className={frame}>
        <p aria-hidden className={code}>
          404
        </p>
        <h1 className={title}>Page not found</h1>
        <p className={text}>Did you forget to add the page to the router?</p>
        <Row>
          <LinkButton href={paths.home()}>Browse Tournaments</LinkButton>
          <LinkButton href={paths.crewVideos()} variant="secondary">
            Crew Videos
          </LinkButton>
          {viewer === null && (
            <LinkButton href={paths.login()} variant="secondary">
              Sign In
            </LinkButton>
          )}
        </Row>
      </div>
    </Shell>
  )
}
