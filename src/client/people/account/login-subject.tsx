import Trophy from 'lucide-react/icons/trophy'
import type { Head } from '#client/lib/boot.tsx'
import { Panel, RowText } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { css } from '#styled/css/index.js'

const panel = css({
  display: 'flex',
  // Wraps at 200 % text size.
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4',
  width: 'full',
  maxWidth: 'narrow',
  marginInline: 'auto',
  color: 'ink',
})
const tile = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: { base: '14', sm: '20' },
  aspectRatio: '4/3',
  borderRadius: 'sm',
  backgroundColor: 'hull',
  color: 'onHull',
})

/** The boat or tournament that one signs in for. */
export function LoginSubject({ title, about }: Head) {
  if (!about) return null
  const { boat, tournament } = about
  return (
    <Panel as="section" aria-label="Where you are going" padding="md" className={panel}>
      {boat ? (
        <BoatPicture boat={boat} size="thumb" />
      ) : (
        <span className={tile}>
          <Trophy size={28} />
        </span>
      )}
      <RowText basis="8rem">
        <Text look="subheading" weight="bold">
          {title}
        </Text>
        {boat && <Muted small>Captain: {boat.captainName}</Muted>}
        {tournament && (
          <Muted small>{[boat && tournament.name, tournament.location].filter(Boolean).join(' · ')}</Muted>
        )}
      </RowText>
    </Panel>
  )
}
