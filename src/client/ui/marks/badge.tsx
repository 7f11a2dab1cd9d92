import type { ReactNode } from 'react'
import type { VariantsOf } from '#client/ui/variants.ts'
import { ordinal } from '#contract/numbers.ts'
import { css, cva } from '#styled/css/index.js'

const badge = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '6',
    paddingInline: '2.5',
    fontFamily: 'heading',
    fontWeight: 'bold',
    fontSize: 'md',
    lineHeight: 'none',
    letterSpacing: 'wide',
    textTransform: 'uppercase',
    whiteSpace: 'nowrap',
    clipPath: 'polygon(0 0, 100% 0, calc(100% - 7px) 100%, 0 100%)',
    paddingInlineEnd: '4',
    borderStartStartRadius: 'sm',
    borderEndStartRadius: 'sm',
    fontVariantNumeric: 'tabular-nums',
    _icons: { flexShrink: '0' },
    _forced: { clipPath: 'none', borderWidth: '1px' },
  },
  variants: {
    tone: {
      live: { backgroundColor: 'live', color: 'onLive' },
      soon: { backgroundColor: 'amberSoft', color: 'onAmberSoft' },
      completed: { backgroundColor: 'kelpSoft', color: 'onKelpSoft' },
      cancelled: { backgroundColor: 'dangerSoft', color: 'onDangerSoft' },
      neutral: { backgroundColor: 'track', color: 'ink' },
      info: { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
      gold: { backgroundColor: 'gold', color: 'onMedal' },
      silver: { backgroundColor: 'silver', color: 'onMedal' },
      bronze: { backgroundColor: 'bronze', color: 'onMedal' },
    },
  },
  defaultVariants: { tone: 'neutral' },
})

const beacon = css({
  boxSize: '2',
  borderRadius: 'full',
  backgroundColor: 'currentcolor',
  animation: 'beacon',
})

export type BadgeTone = VariantsOf<typeof badge>['tone']

export interface BadgeProps {
  tone?: BadgeTone
  icon?: ReactNode
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={badge({ tone })}>
      {icon ?? (tone === 'live' && <span aria-hidden className={beacon} />)}
      {children}
    </span>
  )
}

const lightColors = css({ colorScheme: 'light', display: 'inline-flex' })

/** Gives a badge its light colours, on the hull's dark background. */
export const OnHull = ({ children }: { children: ReactNode }) => (
  <span className={lightColors}>{children}</span>
)

const plate = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: '0',
    minWidth: '10',
    height: '10',
    paddingInline: '2',
    fontFamily: 'heading',
    fontWeight: 'bold',
    fontSize: '2xl',
    lineHeight: 'none',
    fontVariantNumeric: 'tabular-nums',
    borderRadius: 'sm',
    clipPath: 'polygon(8px 0, 100% 0, calc(100% - 8px) 100%, 0 100%)',
    _forced: { clipPath: 'none', borderWidth: '1px' },
  },
  variants: {
    place: {
      gold: { backgroundColor: 'gold', color: 'onMedal' },
      silver: { backgroundColor: 'silver', color: 'onMedal' },
      bronze: { backgroundColor: 'bronze', color: 'onMedal' },
      other: { backgroundColor: 'plate', color: 'onHull' },
    },
    size: {
      md: {},
      lg: { minWidth: '14', height: '14', fontSize: '4xl' },
      // The badge fills a container with a size.
      row: {
        minWidth: { base: '14', _wall: 'min(100cqh, {sizes.16})' },
        height: { base: '14', _wall: 'full' },
        fontSize: { base: '4xl', _wall: 'min(66cqh, {fontSizes.6xl})' },
      },
    },
    // Three characters in the width of two.
    isNarrow: { true: { paddingInline: '0.5', letterSpacing: 'tight' }, false: {} },
  },
  compoundVariants: [
    { isNarrow: true, size: 'md', css: { fontSize: 'lg' } },
    { isNarrow: true, size: 'lg', css: { fontSize: '2xl' } },
    {
      isNarrow: true,
      size: 'row',
      css: { fontSize: { base: '2xl', _wall: 'min(44cqh, {fontSizes.4xl})' } },
    },
  ],
  defaultVariants: { place: 'other', size: 'md' },
})

const medals = ['gold', 'silver', 'bronze'] as const

export interface PositionBadgeProps extends Pick<VariantsOf<typeof plate>, 'size'> {
  position: number
  /** Gold, silver or bronze for the first three. */
  hasMedal?: boolean
  /** Shares its place: "T1", as results pages of sports write it. */
  isTied?: boolean
}

export function PositionBadge({
  position,
  size = 'md',
  hasMedal = true,
  isTied = false,
}: PositionBadgeProps) {
  return (
    <span
      className={plate({
        place: (hasMedal && medals[position - 1]) || 'other',
        size,
        isNarrow: isTied && position > 9,
      })}
      role="img"
      aria-label={isTied ? `Tied for ${ordinal(position)} place` : `${ordinal(position)} place`}
    >
      {isTied ? `T${position}` : position}
    </span>
  )
}
