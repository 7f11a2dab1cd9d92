import { useBoot, useSiteName } from '#client/lib/boot.tsx'
import { GateForm } from '#client/people/gate/gate-form.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { HeroArt } from '#client/ui/layout/hero.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { css } from '#styled/css/index.js'

const scene = css({
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  alignContent: 'center',
  minHeight: '100dvh',
  paddingBlock: '6',
  overflow: 'hidden',
  backgroundColor: 'hull',
  color: 'onHull',
})
const sea = css({
  position: 'absolute',
  zIndex: '-1',
  insetInline: '0',
  bottom: '0',
  height: { base: '15rem', md: '26rem', lg: '34rem' },
  // The glow is larger than the picture.
  overflow: 'visible',
  _landscapePhone: { display: 'none' },
})
const column = css({
  column: '5',
  alignItems: { base: 'center', lg: 'flex-start' },
  paddingBottom: { base: '40', md: '64', lg: '24' },
  _landscapePhone: { paddingBottom: '0' },
})
const panel = css({ width: 'full', maxWidth: 'narrow', boxShadow: 'overlay' })
const inner = css({ column: '5', padding: { base: '5', md: '7' } })

export default function GatePage() {
  const isOwnerLink = new URL(useBoot().canonical).pathname.startsWith('/owner/')
  return (
    <main id="main" className={scene}>
      <HeroArt className={sea} />
      <Container className={column}>
        <Logo />
        <Card className={panel}>
          <div className={inner}>
            <Text as="h1" look="title">
              Site Under Construction
            </Text>
            <Muted>{`${useSiteName()} isn’t open to everyone yet. Enter the site password to come aboard.`}</Muted>
            {isOwnerLink && (
              <Muted>
                Then your owner link opens. The server printed the password above the link, unless you chose
                it yourself as SITE_PASSWORD.
              </Muted>
            )}
            <GateForm />
          </div>
        </Card>
      </Container>
    </main>
  )
}
