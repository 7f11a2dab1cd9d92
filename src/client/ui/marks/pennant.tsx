import type { ReactNode } from 'react'
import { hashOf } from '#client/lib/hash.ts'
import { initials } from '#contract/names.ts'
import { css, cva } from '#styled/css/index.js'
import { sprite } from './sprite-icon.tsx'

const frame = css({ display: 'block', flexShrink: '0', width: '10', height: 'auto' })

/** [cloth, device, lettering]; lettering on cloth reach 4.5:1. */
export const CLOTHS = [
  ['#0B3C74', '#F4C33D', '#FFFFFF'],
  ['#B3122B', '#FFFFFF', '#FFFFFF'],
  ['#F4C33D', '#0A1A2F', '#0A1A2F'],
  ['#0E6B49', '#F4F8FD', '#FFFFFF'],
  ['#0A1A2F', '#FF7A1A', '#FFFFFF'],
  ['#F4F8FD', '#C8102E', '#0A1A2F'],
  ['#0C6E86', '#FFE08A', '#FFFFFF'],
  ['#5A2A83', '#F4C33D', '#FFFFFF'],
  ['#FF8A33', '#0A1A2F', '#0A1A2F'],
  ['#9AD0FF', '#0B3C74', '#0A1A2F'],
] as const

const FLAGS = {
  triangle: 'M6 6 L94 32 L6 58 Z',
  swallowtail: 'M6 6 L94 14 L76 32 L94 50 L6 58 Z',
} as const

function drawDevice(kind: number, color: string): ReactNode {
  switch (kind) {
    case 0:
      return <path d="M6 6 L22 7.5 L22 56.5 L6 58 Z" fill={color} />
    case 1:
      return <path d="M6 49 L94 40 L94 60 L6 60 Z" fill={color} />
    case 2:
      return <path d="M0 0 L100 0 L100 17 L0 13 Z" fill={color} />
    case 3:
      return <path d="M62 0 L100 0 L100 64 L62 64 L54 32 Z" fill={color} />
    default:
      return <path d="M0 47 q8 -6 16 0 t16 0 t16 0 t16 0 t16 0 t16 0 t16 0 V64 H0 Z" fill={color} />
  }
}

/** Draws the cloth without folds, shape and initials. */
const drawCloth = (cloth: string, mark: string, kind: number) => (
  <>
    <path d="M0 0H100V64H0Z" fill={cloth} />
    {drawDevice(kind, mark)}
  </>
)

const folds = (
  <>
    <path d="M24 0Q38 32 24 64H40Q54 32 40 0Z" fill="#FFFFFF" fillOpacity="0.1" />
    <path d="M66 0Q80 32 66 64H78Q92 32 78 0Z" fill="#000000" fillOpacity="0.12" />
  </>
)

const kinds = [0, 1, 2, 3, 4]

/** @param id of a boat */
function designOf(id: string) {
  const hash = hashOf(id)
  const color = hash % CLOTHS.length
  const kind = (hash >>> 12) % kinds.length
  const [cloth, mark, lettering] = CLOTHS[color] ?? CLOTHS[0]
  return { hash, color, kind, cloth, mark, lettering }
}

const symbolId = (color: number, kind: number) => `pennant-${color}${kind}`

/** Symbols of the sprite: all that {@link PennantArt} refers to. */
export const PennantSymbols = () =>
  CLOTHS.flatMap(([cloth, mark], color) =>
    kinds.map(kind => {
      const id = symbolId(color, kind)
      return (
        <g key={id} id={id}>
          {drawCloth(cloth, mark, kind)}
          {folds}
        </g>
      )
    }),
  )

const letters = cva({
  base: {
    textAnchor: 'middle',
    dominantBaseline: 'central',
    strokeWidth: '4',
    paintOrder: 'stroke',
    fontFamily: '"Barlow Condensed", "Arial Narrow", sans-serif',
    fontWeight: '700',
  },
  // Parts of a pennant, 100 wide: one of 40 px is read too.
  variants: { isSmall: { true: { fontSize: '42px' }, false: { fontSize: '27px' } } },
})

interface Lettering {
  x: number
  name: string
  cloth: string
  lettering: string
  isSmall: boolean
}

const drawLettering = ({ x, name, cloth, lettering, isSmall }: Lettering) => (
  <text x={x} y="33" fill={lettering} stroke={cloth} className={letters({ isSmall })}>
    {initials(name)}
  </text>
)

const art = css({ position: 'absolute', inset: '0', boxSize: 'full' })

/** The cloth of a boat's pennant, in place of a picture. */
export function PennantArt({ id, name, isSmall }: { id: string; name: string; isSmall: boolean }) {
  const { color, kind, cloth, mark, lettering } = designOf(id)
  return (
    <svg viewBox="0 0 100 64" preserveAspectRatio="xMidYMid slice" className={art} aria-hidden>
      {sprite === null ? (
        <>
          {drawCloth(cloth, mark, kind)}
          {folds}
        </>
      ) : (
        <use href={`${sprite}#${symbolId(color, kind)}`} />
      )}
      {drawLettering({ x: 50, name, cloth, lettering, isSmall })}
    </svg>
  )
}

export interface PennantProps {
  /** Boat id: decides the design. */
  id: string
  name: string
  /** False where no font is available, as in a picture. */
  hasInitials?: boolean
}

export function Pennant({ id, name, hasInitials = true }: PennantProps) {
  const { hash, kind, cloth, mark, lettering } = designOf(id)
  const shape = (hash >>> 8) % 2 === 0 ? FLAGS.triangle : FLAGS.swallowtail
  // Several pennants of a boat have the same.
  const clip = `pennant-${hash.toString(36)}`
  return (
    <svg viewBox="0 0 100 64" className={frame} aria-hidden>
      <clipPath id={clip}>
        <path d={shape} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>{drawCloth(cloth, mark, kind)}</g>
      <path d={shape} fill="none" stroke="#7A8CA3" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M4 2 V62" stroke="#7A8CA3" strokeWidth="4" strokeLinecap="round" />
      {hasInitials && drawLettering({ x: 42, name, cloth, lettering, isSmall: true })}
    </svg>
  )
}
