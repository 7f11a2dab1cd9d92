import { formatDeadline } from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZone } from '#client/lib/use-hydrated.ts'
import { backedPotsQuery } from '#client/tournaments/api/rules.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Fold } from '#client/ui/layout/fold.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { officialSentence, potSentences } from '#contract/money/pot-texts.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
import type { BackedPots } from '#contract/tournaments/rulings.ts'
import { TermsSection } from './terms-section.tsx'

interface BackedEntry {
  entryId: string
  /** Its name. */
  boat: string
  payoutPercentage: number
  ifGoalMissed: GoalRule
  isSettled?: boolean
  /** Shows the terms as a line that opens, in `Folds`. */
  isFolded?: boolean
}

/** Jackpots of a boat that backers share, and when its results stand. Only for tournaments with rules. */
export const BackedPotTerms = (entry: BackedEntry) => (
  <Data
    query={backedPotsQuery(entry.entryId)}
    fallback={null}
    failed={
      <Text look="small" muted>
        What backers share of jackpots could not be loaded. Please reload the page to read it.
      </Text>
    }
  >
    {pots => <Sentences entry={entry} {...pots} />}
  </Data>
)

function Sentences({ entry, pots, protestsUntil }: { entry: BackedEntry } & BackedPots) {
  const now = useNow()
  const zone = useZone()
  const isAhead = protestsUntil !== null && Date.parse(protestsUntil) > now
  const [sharedSentence, ...others] = potSentences({ ...entry, pots })
  const sentences = [...others, officialSentence(isAhead ? formatDeadline(protestsUntil, now, zone) : null)]
  if (entry.isFolded)
    return (
      <Fold summary={sharedSentence ?? 'If results change'}>
        {sentences.map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Fold>
    )
  return <TermsSection label="Jackpots and results" lead={sharedSentence} sentences={sentences} />
}
