import type { ReactNode } from 'react'
import { useNow } from '#client/lib/now.tsx'
import { awardsQuery, standingsQuery } from '#client/tournaments/api/rules.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import type { Penalty } from '#contract/tournaments/rulings.ts'
import type { Awards } from '#contract/tournaments/scores.ts'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { ConfirmPots } from './confirm-pots.tsx'
import { EntryAnglers, haveAnglers } from './entry-anglers.tsx'
import { DisqualifyEntry, ReinstateEntry } from './entry-disqualification.tsx'
import { PenaltyList, RecordPenalty } from './entry-penalties.tsx'
import { potsOfEntry, potsSentence } from './pot-words.ts'
import { prizeTies } from './prize-ties.ts'
import { TieDecisions } from './tie-decisions.tsx'

const strong = css({ color: 'ink', fontWeight: 'semibold' })

/** Rules and decisions that concern boats. */
export interface Scoring {
  rules: RulesJson
  awards: Awards
  penalties: readonly Penalty[]
  role: TournamentRole
}

interface RuledEntriesProps extends Omit<Scoring, 'awards'> {
  tournament: Tournament
  children(scoring: Scoring): ReactNode
}

/** Ties to decide above the entries. */
export function RuledEntries({ tournament, children, ...scoring }: RuledEntriesProps) {
  const { rules, role } = scoring
  return (
    <Data
      query={awardsQuery(tournament.id)}
      what="The jackpots"
      fallback={<Loading shape="block" count={2} />}
    >
      {awards => (
        <Stack>
          {role !== 'weigh-master' && tournament.status !== 'upcoming' && (
            <Data query={standingsQuery(tournament.id)} optional>
              {boards => <TieDecisions tournament={tournament} ties={prizeTies(rules, boards, awards)} />}
            </Data>
          )}
          {children({ ...scoring, awards })}
        </Stack>
      )}
    </Data>
  )
}

interface RuledEntryProps {
  entry: Entry
  tournament: Tournament
  scoring: Scoring
}

const penaltiesOf = ({ penalties }: Scoring, { id }: Entry) =>
  penalties.filter(({ entryId }) => entryId === id)

/** Marks in the entry's row that an organiser must not miss. */
export function RuledEntryMarks({ entry, scoring }: Omit<RuledEntryProps, 'tournament'>) {
  const { in: own, wanted } = potsOfEntry(scoring.awards, entry.id)
  const marks = [
    ...(entry.disqualified ? ['Disqualified'] : []),
    ...(wanted.some(key => !own.includes(key)) ? ['Asks for a jackpot'] : []),
    ...(penaltiesOf(scoring, entry).length > 0 ? ['Penalty'] : []),
  ]
  return marks.length > 0 && <b className={strong}>{marks.join(' · ')} · </b>
}

/** Decisions about a boat. */
export function RuledEntryFacts({ entry, scoring }: Omit<RuledEntryProps, 'tournament'>) {
  const { rules, awards, role } = scoring
  const pots = potsSentence(rules, potsOfEntry(awards, entry.id))
  return (
    <>
      {entry.disqualified && (
        <Text look="small" danger weight="medium" breakable>
          Disqualified: {entry.disqualified.reason}
        </Text>
      )}
      {chosenPots(rules).length > 0 && pots !== '' && <Muted small>{pots}</Muted>}
      <PenaltyList
        entry={entry}
        rules={rules}
        penalties={penaltiesOf(scoring, entry)}
        canLift={role !== 'weigh-master'}
      />
    </>
  )
}

/** Decisions about a boat that staff can take. */
export function RuledEntryActions({ entry, tournament, scoring }: RuledEntryProps) {
  const { rules, awards, role } = scoring
  const hasStarted = Date.parse(tournament.startDate) <= useNow()
  const isManager = role !== 'weigh-master'
  if (tournament.status === 'cancelled') return null
  return (
    <>
      {rules.penalties.length > 0 && <RecordPenalty entry={entry} rules={rules} />}
      {isManager && chosenPots(rules).length > 0 && (role === 'organiser' || !hasStarted) && (
        <ConfirmPots
          entry={entry}
          rules={rules}
          pots={potsOfEntry(awards, entry.id)}
          needsReason={hasStarted}
        />
      )}
      {haveAnglers(rules) && <EntryAnglers entry={entry} rules={rules} />}
      {isManager && (
        <>
          <ReinstateEntry entry={entry} />
          <DisqualifyEntry entry={entry} />
        </>
      )}
    </>
  )
}
