import { hashOf } from '#client/lib/hash.ts'
import { usePictureSource } from '#client/lib/use-picture-source.ts'
import { initials } from '#contract/names.ts'
import { css, cva } from '#styled/css/index.js'

const frame = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: '0',
    overflow: 'hidden',
    borderRadius: 'full',
    fontFamily: 'heading',
    fontWeight: 'bold',
    lineHeight: 'none',
    userSelect: 'none',
  },
  variants: {
    size: {
      sm: { boxSize: '8', fontSize: 'md' },
      xl: { boxSize: '24', fontSize: '4xl' },
    },
    tone: {
      sea: { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
      kelp: { backgroundColor: 'kelpSoft', color: 'onKelpSoft' },
      amber: { backgroundColor: 'amberSoft', color: 'onAmberSoft' },
      navy: { backgroundColor: 'plate', color: 'onHull' },
    },
  },
})

const picture = css({ boxSize: 'full', objectFit: 'cover' })

const TONES = ['sea', 'kelp', 'amber', 'navy'] as const

export interface AvatarProps {
  src?: string | null | undefined
  /** '' beside a visible name. */
  name: string
  size: 'sm' | 'xl'
  decorative?: boolean | undefined
}

export function Avatar({ src, name, size, decorative = false }: AvatarProps) {
  const image = usePictureSource(src)
  const tone = TONES[hashOf(name) % TONES.length] ?? 'sea'
  return (
    <span
      className={frame({ size, tone })}
      {...(decorative || name === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {image ? <img {...image} alt="" className={picture} /> : initials(name)}
    </span>
  )
}
