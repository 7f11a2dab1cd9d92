import { GateForm } from '#client/features/gate/gate-form.tsx'
import { HeroArt, Logo } from '#client/ui/art.tsx'
import { Card, CardBody } from '#client/ui/card.tsx'
import { css } from '#styled/css/index.js'

const scene = css({
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  gap: '6',
  minHeight: '100dvh',
  padding: '4',
  paddingBottom: { base: '24', md: '32' },
  overflow: 'hidden',
  backgroundColor: 'hull',
  color: 'onHull',
  _landscapePhone: { paddingBottom: '4' },
})
const sea = css({
  position: 'absolute',
  zIndex: '-1',
  insetInline: '0',
  bottom: '0',
  height: { base: '17rem', md: '26rem' },
  _landscapePhone: { display: 'none' },
})
const panel = css({ width: 'full', maxWidth: 'narrow' })
const inner = css({ gap: '5', paddingBlock: { base: '5', md: '7' } })
const title = css({ textStyle: 'title' })
const text = css({ color: 'inkMuted' })

export default function GatePage() {
  return (
    <main id="main" className={scene}>
      <HeroArt className={sea} />
      <Logo />
      <Card className={panel}>
        <CardBody className={inner}>
          <h1 className={title}>Site Under Construction</h1>
          <p className={text}>
            Reelstake is not open to everybody yet. Enter the site password to come aboard.
          </p>
          <GateForm />
        </CardBody>
      </Card>
    </main>
  )
}
