import Ship from 'lucide-react/icons/ship'
import { type ReactNode, useState } from 'react'
import { contains } from '#client/domain/find.ts'
import { payoutText } from '#client/domain/shares.ts'
import { isOpen } from '#client/domain/status.ts'
import { paths } from '#client/paths.ts'
import { entriesFilePath } from '#client/tournaments/api/entries.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { DownloadCsv } from '#client/ui/controls/download-csv.tsx'
import { FindField, findFrom } from '#client/ui/forms/list-filter.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { List, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { BoatLead, Funded } from '#client/ui/marks/row-marks.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatMoney } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import type { EntryPosition, OrganiserView } from '#contract/tournaments/catches.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { AddBoats } from './add-boats.tsx'
import { ChangeTerms } from './change-terms.tsx'
import { DecidePosition, decisionText, TakeBackPosition } from './decide-position.tsx'
import { EnterList } from './enter-list.tsx'
import { InviteCaptain } from './invite-captain.tsx'
import {
  RuledEntries,
  RuledEntryActions,
  RuledEntryFacts,
  RuledEntryMarks,
  type Scoring,
} from './ruled-entries.tsx'
import { WithdrawEntry } from './withdraw-entry.tsx'

const decisionNote = css({
  textStyle: 'small',
  fontWeight: 'medium',
  paddingInline: '2',
  paddingBlock: '1',
  borderRadius: 'sm',
  backgroundColor: 'amberSoft',
  color: 'onAmberSoft',
  width: 'fit-content',
  maxWidth: 'full',
  marginTop: '1',
})
const wide = css({ display: { base: 'none', sm: 'inline' } })

interface ManageEntriesProps {
  tournament: Tournament
  view: OrganiserView
  /** Null for the heaviest fish, with positions that organisers set. */
  rules: RulesJson | null
  /** Edits a boat that waits for its captain. */
  edit(entry: Entry): ReactNode
}

export function ManageEntries({ tournament, view, rules, edit }: ManageEntriesProps) {
  const { id, status, entries } = tournament
  const { positions, role, penalties = [] } = view
  const isOrganiser = role === 'organiser'
  const awaiting = (entry: Entry) => (
    <>
      <InviteCaptain entry={entry} />
      <ChangeTerms tournament={tournament} entry={entry} />
      {edit(entry)}
    </>
  )
  const props = { tournament, positions, isOrganiser, awaiting }
  const list =
    rules === null ? (
      <Entries {...props} scoring={null} />
    ) : (
      <RuledEntries tournament={tournament} rules={rules} penalties={penalties} role={role}>
        {scoring => <Entries {...props} scoring={scoring} />}
      </RuledEntries>
    )
  return (
    <Section
      id="entries"
      title="Entries"
      action={
        <Row gap="3">
          {isOrganiser && isOpen(status) && (
            <>
              <AddBoats tournament={tournament} />
              <EnterList tournamentId={id} />
            </>
          )}
          {entries.length > 0 && <DownloadCsv href={entriesFilePath(id)} />}
        </Row>
      }
    >
      {entries.length === 0 ? (
        <EmptyState
          icon={<Ship size={26} />}
          title="No boats registered yet."
          description={
            isOrganiser
              ? 'Add them for their captains, or share the tournament’s page: captains enter their own there.'
              : 'Captains enter their boats on the tournament’s page. Share it with them.'
          }
        />
      ) : (
        list
      )}
    </Section>
  )
}

interface EntriesProps {
  tournament: Tournament
  positions: readonly EntryPosition[]
  isOrganiser: boolean
  scoring: Scoring | null
  /** Actions of a boat that waits for its captain. */
  awaiting(entry: Entry): ReactNode
}

function Entries({ tournament, positions, ...rest }: EntriesProps) {
  const [search, setSearch] = useState('')
  const matches = tournament.entries.filter(({ boat }) =>
    contains(`${boat.name} ${boat.captainName}`, search),
  )
  return (
    <Stack>
      {tournament.entries.length >= findFrom && (
        <FindField onSearch={setSearch} placeholder="Boat or captain" />
      )}
      <FirstItems items={matches} step={30} what="boats">
        {items =>
          matches.length === 0 ? (
            <EmptyState title="No boat matches" />
          ) : (
            <List>
              {items.map(entry => (
                <EntryItem
                  key={entry.id}
                  entry={entry}
                  tournament={tournament}
                  {...rest}
                  position={positions.find(({ entryId }) => entryId === entry.id)}
                />
              ))}
            </List>
          )
        }
      </FirstItems>
    </Stack>
  )
}

interface EntryItemProps extends Omit<EntriesProps, 'positions'> {
  entry: Entry
  position: EntryPosition | undefined
}

function EntryItem({ entry, tournament, position, isOrganiser, scoring, awaiting }: EntryItemProps) {
  const { status } = tournament
  const { boat, currentFunding, fundingGoal, backerCount, awaitsCaptain } = entry
  const decision = position ? decisionText(position) : null
  const hasPositions = scoring === null && (status === 'active' || status === 'completed')
  const canChange = isOrganiser && isOpen(status)
  return (
    <ListRow
      lead={<BoatLead boat={boat} entry={entry} />}
      title={boat.name}
      line={
        <>
          {awaitsCaptain && 'Waits for its captain · '}
          {decision !== null && 'Overridden · '}
          {scoring && <RuledEntryMarks entry={entry} scoring={scoring} />}
          Captain: {boat.captainName}
          <span className={wide}> · {countText(backerCount, 'backer')}</span>
        </>
      }
      figures={
        <Funded raised={currentFunding} goal={fundingGoal}>
          {formatMoney(currentFunding)}
          <span className={wide}> of {formatMoney(fundingGoal)}</span>
        </Funded>
      }
    >
      <Text as="div" look="small" breakable>
        <Text look="small" tabular>
          {formatMoney(currentFunding)} of {formatMoney(fundingGoal)}, {payoutText(entry, 'up to')} to{' '}
          {countText(backerCount, 'backer')}
        </Text>
        {awaitsCaptain && <Muted small>Not fundable until its captain takes it over.</Muted>}
        {decision !== null && <p className={decisionNote}>{decision}</p>}
        {scoring && <RuledEntryFacts entry={entry} scoring={scoring} />}
      </Text>
      <Row>
        <LinkButton href={paths.boat(boat.id)} variant="secondary">
          Boat Page<VisuallyHidden> of {boat.name}</VisuallyHidden>
        </LinkButton>
        {hasPositions && <DecidePosition entry={entry} />}
        {hasPositions && decision !== null && <TakeBackPosition entry={entry} />}
        {scoring && <RuledEntryActions entry={entry} tournament={tournament} scoring={scoring} />}
        {canChange && awaitsCaptain && awaiting(entry)}
        {canChange && <WithdrawEntry entry={entry} needsReason={status === 'active'} />}
      </Row>
    </ListRow>
  )
}
