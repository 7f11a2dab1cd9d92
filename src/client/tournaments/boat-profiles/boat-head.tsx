import QrCode from 'lucide-react/icons/qr-code'
import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { ShareButton } from '#client/ui/controls/share-button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { countText } from '#contract/numbers.ts'
import type { BoatProfile } from '#contract/tournaments/boat-profiles.ts'
import { css } from '#styled/css/index.js'

const card = css({ flexDirection: { md: 'row' } })
const media = css({ width: { md: '40%' }, display: 'grid', flexShrink: '0' })
const words = css({
  column: '3',
  flexGrow: '1',
  minWidth: '0',
  padding: { base: '4', md: '6' },
  overflowWrap: 'anywhere',
})
const captain = css({ color: 'inkMuted', fontSize: 'lg' })
const onWide = css({ srOnly: { base: true, md: false } })

export interface BoatHeadProps {
  boat: BoatProfile
  /** Follows the boat. */
  follow: ReactNode
  /** State of the boat in a running tournament. */
  live?: ReactNode
  /** Actions of its owner. */
  own?: ReactNode
}

export function BoatHead({ boat, follow, live, own }: BoatHeadProps) {
  const { id, name, captainName, crew } = boat
  return (
    <Card as="section" aria-label="Boat" className={card}>
      <div className={media}>
        <BoatPicture boat={boat} />
      </div>
      <div className={words}>
        <Stack gap="1">
          <Text as="h1" look="title">
            {name}
          </Text>
          <p className={captain}>
            Captain: {captainName}
            {crew > 0 && ` · ${countText(crew, 'crew member').replace(' ', '\u00a0')}`}
          </p>
        </Stack>
        {live}
        {boat.description && (
          <Text multiline prose>
            {boat.description}
          </Text>
        )}
        <Row gap="2">
          {own}
          {follow}
          <ShareButton title={name} isCompact />
          <LinkButton href={paths.boatPoster(id)} variant="secondary">
            <QrCode size={20} />
            <span className={onWide}>QR Code</span>
          </LinkButton>
        </Row>
      </div>
    </Card>
  )
}
