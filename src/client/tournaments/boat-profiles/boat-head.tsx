import QrCode from 'lucide-react/icons/qr-code'
import Share2 from 'lucide-react/icons/share-2'
import type { ReactNode } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { share } from '#client/lib/share.ts'
import { paths } from '#client/paths.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
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
  const { canonical } = useBoot()
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
            {crew > 0 && ` · ${countText(crew, 'crew member')}`}
          </p>
        </Stack>
        {live}
        {boat.description && (
          <Text multiline prose>
            {boat.description}
          </Text>
        )}
        <Row gap="3">
          {own}
          {follow}
          <Button variant="secondary" onClick={() => void share(name, canonical)}>
            <Share2 size={20} />
            Share
          </Button>
          <LinkButton href={paths.boatPoster(id)} variant="secondary">
            <QrCode size={20} />
            QR Code
          </LinkButton>
        </Row>
      </div>
    </Card>
  )
}
