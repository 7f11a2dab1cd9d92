import { useEffect, useRef, useState } from 'react'
import { Pennant } from '#client/ui/marks/pennant.tsx'
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
        backgroundImage:
          'linear-gradient(115deg, transparent 58%, #10304F 58% 60%, transparent 60% 63%, #10304F 63% 71%, transparent 71%)',
        borderBottomWidth: '3px',
        borderColor: 'seaSolid',
      },
    },
  },
  defaultVariants: { size: 'card' },
})
const picture = css({ position: 'absolute', inset: '0', boxSize: 'full', objectFit: 'cover' })
const smallFlag = css({ display: 'block', width: '70%', height: 'auto' })

export interface BoatPictureProps {
  boat: { id: string; name: string; imageUrl: string | null }
  size?: 'thumb' | 'card' | undefined
}

export function BoatPicture({ boat, size = 'card' }: BoatPictureProps) {
  const { imageUrl } = boat
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string | null>(null)
  // It may have failed before hydration.
  useEffect(() => {
    const { current } = image
    if (imageUrl && current?.complete && current.naturalWidth === 0) setBroken(imageUrl)
  }, [imageUrl])
  const shown = imageUrl !== null && broken !== imageUrl
  return (
    <span className={frame({ size })}>
      {shown ? (
        <img
          ref={image}
          src={imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className={picture}
          onError={() => setBroken(imageUrl)}
        />
      ) : (
        <Pennant
          id={boat.id}
          name={boat.name}
          {...(size === 'thumb' ? { size: 'sm', className: smallFlag } : { size: 'lg' })}
        />
      )}
    </span>
  )
}
