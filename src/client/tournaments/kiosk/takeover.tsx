import { useEffect, useState } from 'react'
import { parseBestCatch } from '#client/domain/best-catch.ts'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatWeight } from '#contract/weight.ts'
import { css } from '#styled/css/index.js'
import type { NewLeader } from './new-leader.ts'

const screen = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: { base: 'none', lg: 'grid' },
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
const boat = css({
  fontWeight: 'bold',
  fontSize: '6xl',
  overflowWrap: 'anywhere',
  lineHeight: 'clipped',
  lineClamp: '2',
})
const figure = css({
  fontWeight: 'bold',
  fontSize: '7xl',
  lineHeight: 'tight',
  color: 'gold',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
const fish = css({ fontSize: '3xl', lineHeight: 'clipped', lineClamp: '1' })

/** Over the whole screen; small screens only mark the row. */
export function Takeover({ leader: { tournament, entry, weight, weightBefore } }: { leader: NewLeader }) {
  const species = parseBestCatch(entry.bestCatch)?.species ?? null
  return (
    <div aria-hidden data-takeover className={screen}>
      <div className={picture}>
        <BoatPicture boat={entry.boat} size="fill" />
      </div>
      <div className={words}>
        <p className={eyebrow}>New leader</p>
        <p className={cup}>{tournament.name}</p>
        <p className={boat}>{entry.boat.name}</p>
        <p className={figure}>
          <CountUp from={weightBefore} to={weight} />
        </p>
        {species !== null && <p className={fish}>{species}</p>}
      </div>
    </div>
  )
}

const countMs = 1500

/** Counts from one weight to the other, unless motion is reduced. */
function CountUp({ from, to }: { from: number; to: number }) {
  const [shown, setShown] = useState(from)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(to)
      return
    }
    const begun = performance.now()
    let frame = requestAnimationFrame(function step() {
      const part = Math.min(1, (performance.now() - begun) / countMs)
      // Slows down towards the end.
      setShown(from + (to - from) * (1 - (1 - part) ** 3))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [from, to])
  return formatWeight(shown)
}

/** Announces the new leader. */
export const LeaderStatus = ({ leader }: { leader: NewLeader | null }) => (
  <VisuallyHidden role="status">
    {leader &&
      `${leader.entry.boat.name} leads ${leader.tournament.name} with ${formatWeight(leader.weight)}.`}
  </VisuallyHidden>
)
