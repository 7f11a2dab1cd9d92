import { useEffect, useState } from 'react'
import { minuteMs } from '#client/domain/dates.ts'
import { resultOf } from '#client/domain/result.ts'
import type { NewLeader } from '#client/tournaments/new-leader.ts'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { css, cva } from '#styled/css/index.js'

const screen = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: { base: 'none', _wall: 'grid' },
  gridTemplateColumns: '2fr 3fr',
  '@media (orientation: portrait)': { gridTemplateColumns: '1fr', gridTemplateRows: '2fr 3fr' },
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
  animation: 'fadeIn',
})
const picture = css({ minHeight: '0', minWidth: '0', borderBlockEndWidth: '0.5rem', borderColor: 'gold' })
const words = css({
  column: '2',
  justifyContent: 'center',
  alignItems: 'flex-start',
  minWidth: '0',
  padding: '8',
  fontFamily: 'heading',
  borderBlockEndWidth: '0.5rem',
  borderColor: 'gold',
})
const eyebrow = css({
  paddingInline: '3',
  backgroundColor: 'gold',
  color: 'onMedal',
  borderRadius: 'sm',
  fontWeight: 'bold',
  fontSize: '4xl',
  lineHeight: 'snug',
  textTransform: 'uppercase',
})
const cup = css({ fontSize: '2xl', color: 'onHullMuted', lineHeight: 'clipped', lineClamp: '1' })
const boat = cva({
  base: { fontWeight: 'bold', overflowWrap: 'anywhere' },
  variants: {
    // Names stay whole.
    isLong: {
      true: { fontSize: '4xl', lineHeight: 'tight' },
      false: { fontSize: '6xl', lineHeight: 'clipped' },
    },
  },
})
/** Characters of a name on two lines. */
const longName = 28
const figure = css({
  fontWeight: 'bold',
  fontSize: '7xl',
  lineHeight: 'tight',
  color: 'gold',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
const fish = css({ fontSize: '3xl', lineHeight: 'clipped', lineClamp: '2' })

/** Milliseconds that a weigh-in's photo counts as new: an older one shows another fish. */
const freshMs = 2 * minuteMs

/** Returns the photo of the fish that took the lead, or null if there is none. @param now by the server's clock */
export function photoOf({ entry }: NewLeader, updates: readonly Update[], now: number): string | null {
  const last = updates.find(({ tournamentEntry: { id } }) => id === entry.id)
  return last && now - Date.parse(last.createdAt) < freshMs ? last.imageUrl : null
}

interface TakeoverProps {
  leader: NewLeader
  /** Photo of the fish, or null for the boat's picture. */
  photo: string | null
}

/** New leader over the whole screen; small screens only mark the row. */
export function Takeover({ leader, photo }: TakeoverProps) {
  const { tournament, entry, margin, unit } = leader
  const detail = resultOf(entry)?.detail ?? null
  return (
    <div aria-hidden data-takeover className={screen}>
      <div className={picture}>
        <BoatPicture boat={photo === null ? entry.boat : { ...entry.boat, imageUrl: photo }} size="fill" />
      </div>
      <div className={words}>
        <p className={eyebrow}>New leader</p>
        <p className={cup}>{tournament.name}</p>
        <p className={boat({ isLong: entry.boat.name.length > longName })}>{entry.boat.name}</p>
        <p className={figure}>
          <CountUp leader={leader} />
        </p>
        {(detail !== null || margin !== null) && (
          <p className={fish}>
            {[detail, margin !== null && margin > 0 && `${amountText(margin, unit)} ahead`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
    </div>
  )
}

const countMs = 1500

/** Counts from one amount to the other, unless motion is reduced. */
function CountUp({ leader: { amountBefore: from, amount: to, unit } }: { leader: NewLeader }) {
  const [amount, setAmount] = useState(from)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setAmount(to)
      return
    }
    const startTime = performance.now()
    let frame = requestAnimationFrame(function step() {
      const part = Math.min(1, (performance.now() - startTime) / countMs)
      // Slows down towards the end.
      setAmount(from + (to - from) * (1 - (1 - part) ** 3))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [from, to])
  // Only weights and lengths show decimals while they change.
  const hasParts = unit === 'lbs' || unit === 'inches' || amount === to
  return amountText(hasParts ? Math.round(amount * 100) / 100 : Math.round(amount), unit)
}

/** Announces the new leader. */
export const LeaderStatus = ({ leader }: { leader: NewLeader | null }) => (
  <VisuallyHidden role="status">
    {leader &&
      `${leader.entry.boat.name} leads ${leader.tournament.name} with ${amountText(leader.amount, leader.unit)}.`}
  </VisuallyHidden>
)
