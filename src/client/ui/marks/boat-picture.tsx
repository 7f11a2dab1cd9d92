import { usePictureSource } from '#client/lib/use-picture-source.ts'
import { PennantArt } from '#client/ui/marks/pennant.tsx'
import type { VariantsOf } from '#client/ui/variants.ts'
import { css, cva } from '#styled/css/index.js'

const frame = cva({
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    overflow: 'hidden',
    backgroundColor: 'hull',
  },
  variants: {
    size: {
      thumb: { width: { base: '14', sm: '20' }, aspectRatio: '4/3', borderRadius: 'sm' },
      card: {
        width: 'full',
        aspectRatio: '16/9',
        borderBottomWidth: '3px',
        borderColor: 'seaSolid',
      },
      // Beside the text on phones and tablets, above it on wider screens.
      side: {
        width: 'full',
        height: { base: 'full', lg: 'auto' },
        aspectRatio: { lg: '16/9' },
        borderBottomWidth: { lg: '3px' },
        borderColor: 'seaSolid',
      },
      // Stands at the head of a `ListRow`.
      tile: { width: { base: '10', sm: '12' }, aspectRatio: '4/3', borderRadius: 'sm' },
      // Has the height of its row.
      row: { height: 'full', aspectRatio: '4/3' },
      fill: { boxSize: 'full' },
    },
  },
  defaultVariants: { size: 'card' },
})
const picture = css({ position: 'absolute', inset: '0', boxSize: 'full', objectFit: 'cover' })

export interface BoatPictureProps extends VariantsOf<typeof frame> {
  boat: { id: string; name: string; imageUrl: string | null }
}

export function BoatPicture({ boat, size = 'card' }: BoatPictureProps) {
  const image = usePictureSource(boat.imageUrl)
  return (
    <span className={frame({ size })}>
      {image ? (
        <img {...image} alt="" loading="lazy" decoding="async" className={picture} />
      ) : (
        <PennantArt id={boat.id} name={boat.name} isSmall={size === 'thumb' || size === 'tile'} />
      )}
    </span>
  )
}
