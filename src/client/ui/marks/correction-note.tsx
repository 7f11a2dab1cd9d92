import {
  correctionText,
  disqualifiedText,
  firstOfTieText,
  positionDecidedText,
} from '#client/domain/correction.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZone } from '#client/lib/use-hydrated.ts'
import { Muted } from '#client/ui/layout/text.tsx'
import type { Correction, Entry } from '#contract/tournaments/tournaments.ts'

/** UTC until hydrated. */
export function CorrectionTime({ correction }: { correction: Correction }) {
  return <>{correctionText(correction, useNow(), useZone())}</>
}

/** UTC until hydrated. */
export function DisqualifiedTime({ at }: { at: string }) {
  return <>{disqualifiedText(at, useNow(), useZone())}</>
}

export const CorrectionNote = (props: { correction: Correction }) => (
  <Muted small breakable>
    <CorrectionTime {...props} />
  </Muted>
)

type Ranked = Pick<Entry, 'positionDecided' | 'bestCatchCorrection'>

export const hasRankingNotes = ({ positionDecided, bestCatchCorrection }: Ranked): boolean =>
  positionDecided === true || bestCatchCorrection !== undefined

interface RankingNotesProps {
  entry: Ranked
  /** Leads an entry with the same weight. */
  isFirstOfTie?: boolean
}

/** The organiser's changes of an entry's place and catch. */
export const RankingNotes = ({
  entry: { positionDecided, bestCatchCorrection },
  isFirstOfTie = false,
}: RankingNotesProps) => (
  <>
    {isFirstOfTie && <Muted small>{firstOfTieText}</Muted>}
    {positionDecided && <Muted small>{positionDecidedText}</Muted>}
    {bestCatchCorrection && <CorrectionNote correction={bestCatchCorrection} />}
  </>
)

/** Notes on one line. */
export const RankingNote = ({
  entry: { positionDecided, bestCatchCorrection },
  isFirstOfTie = false,
}: RankingNotesProps) => (
  <>
    {isFirstOfTie && firstOfTieText}
    {isFirstOfTie && bestCatchCorrection && ' · '}
    {positionDecided && positionDecidedText}
    {positionDecided && bestCatchCorrection && ' · '}
    {bestCatchCorrection && <CorrectionTime correction={bestCatchCorrection} />}
  </>
)
