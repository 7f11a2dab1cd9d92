import Ship from 'lucide-react/icons/ship'
import { type ReactNode, useState } from 'react'
import { contains } from '#client/domain/find.ts'
import { isOpen } from '#client/domain/status.ts'
import { entriesFilePath } from '#client/tournaments/api/entries.ts'
import { organiserViewQuery } from '#client/tournaments/api/tournaments.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { FindField, findFrom } from '#client/ui/forms/list-filter.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { centsOf, fundedPercent } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { EntryPosition, OrganiserView } from '#contract/tournaments/catches.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { AddBoats } from './add-boats.tsx'
import { ChangeTerms } from './change-terms.tsx'
import { DecidePosition, TakeBackPosition } from './decide-position.tsx'
import { EnterList } from './enter-list.tsx'
import { InviteCaptain } from './invite-captain.tsx'
import { decisionText } from './position.ts'
import { type Ruled, RuledEntries, RuledEntryActions, RuledEntryFacts } from './ruled-entries.tsx'
import type { GoalRuleExample } from './terms-fields.tsx'
import { WithdrawEntry } from './withdraw-entry.tsx'

const item = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 18rem)' },
  alignItems: 'center',
  columnGap: '6',
  rowGap: '3',
  padding: '4',
})
const who = css({ row: '4', flexWrap: 'wrap', minWidth: '0' })
const boatText = css({ flex: '1 1 9rem' })
const decided = css({
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
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2', gridColumn: '1 / -1' })

interface ManageEntriesProps {
  tournament: Tournament
  /** Whether the viewer may enter a list of boats. */
  canList: boolean
  /** Null: the heaviest fish, with positions that organisers set. */
  rules: RulesJson | null
  example: GoalRuleExample
  /** Edits a boat that waits for its captain. */
  edit(entry: Entry): ReactNode
}

export function ManageEntries({ tournament, canList, rules, example, edit }: ManageEntriesProps) {
  const { id, status, entries } = tournament
  const awaiting = (entry: Entry) => (
    <>
      <InviteCaptain entry={entry} />
      <ChangeTerms example={example} tournament={tournament} entry={entry} rules={rules} />
      {edit(entry)}
    </>
  )
  return (
    <Section
      id="entries"
      title="Entries"
      action={
        <Row gap="snug">
          {canList && isOpen(status) && (
            <>
              <AddBoats tournament={tournament} />
              <EnterList tournamentId={id} />
            </>
          )}
          {entries.length > 0 && (
            <LinkButton href={entriesFilePath(id)} variant="secondary" download>
              Download CSV
            </LinkButton>
          )}
        </Row>
      }
    >
      {entries.length === 0 ? (
        <EmptyState
          icon={<Ship size={26} aria-hidden />}
          title="No boats registered yet."
          description={
            canList
              ? 'Add them for their captains, or share the tournament’s page: captains enter their own there.'
              : 'Captains enter their boats on the tournament’s page. Share it with them.'
          }
        />
      ) : (
        <Data<OrganiserView>
          query={organiserViewQuery(tournament.id)}
          transfer={false}
          what="The entries"
          fallback={<Waiting />}
        >
          {({ positions, role, penalties = [] }) => {
            const shared = { tournament, positions, canWithdraw: role === 'organiser', awaiting }
            return rules === null ? (
              <Entries {...shared} ruled={null} />
            ) : (
              <RuledEntries tournament={tournament} rules={rules} penalties={penalties} role={role}>
                {ruled => <Entries {...shared} ruled={ruled} />}
              </RuledEntries>
            )
          }}
        </Data>
      )}
    </Section>
  )
}

interface EntriesProps {
  tournament: Tournament
  positions: readonly EntryPosition[]
  canWithdraw: boolean
  ruled: Ruled | null
  /** Actions of a boat that waits for its captain. */
  awaiting(entry: Entry): ReactNode
}

function Entries({ tournament, positions, ...rest }: EntriesProps) {
  const [typed, setTyped] = useState('')
  const found = tournament.entries.filter(({ boat }) => contains(`${boat.name} ${boat.captainName}`, typed))
  const { items, left, more, listRef } = useShown<Entry, HTMLDivElement>(found, 30)
  return (
    <Stack>
      {tournament.entries.length >= findFrom && (
        <FindField setTyped={setTyped} placeholder="Boat or captain" />
      )}
      <div ref={listRef} tabIndex={-1}>
        {found.length === 0 && <EmptyState title="No boat matches" />}
        <Stack as="ul" gap="snug">
          {items.map(entry => (
            <EntryItem
              key={entry.id}
              entry={entry}
              tournament={tournament}
              {...rest}
              position={positions.find(({ entryId }) => entryId === entry.id)}
            />
          ))}
        </Stack>
        <ShowMore left={left} what="boats" onMore={more} />
      </div>
    </Stack>
  )
}

interface EntryItemProps extends Omit<EntriesProps, 'positions'> {
  entry: Entry
  position: EntryPosition | undefined
}

function EntryItem({ entry, tournament, position, canWithdraw, ruled, awaiting }: EntryItemProps) {
  const { status } = tournament
  const { boat, currentPosition, backerCount, awaitsCaptain } = entry
  const decision = position ? decisionText(position) : null
  const hasPositions = ruled === null && (status === 'active' || status === 'completed')
  const canChange = canWithdraw && isOpen(status)
  return (
    <Panel as="li" className={item}>
      <div className={who}>
        {currentPosition !== null && <PositionBadge position={currentPosition} />}
        <Text as="div" breakable className={boatText}>
          <Text as="h3" look="figure">
            {boat.name}
          </Text>
          <Muted small>Captain: {boat.captainName}</Muted>
          {awaitsCaptain && <Muted small>Waits for its captain · not fundable yet</Muted>}
          <Muted small>
            {formatNumber(entry.payoutPercentage)}% of winnings to backers · {backerCount}{' '}
            {backerCount === 1 ? 'backer' : 'backers'}
          </Muted>
          {decision !== null && <p className={decided}>{decision}</p>}
          {ruled && <RuledEntryFacts entry={entry} ruled={ruled} />}
        </Text>
      </div>
      <FundingBar
        percent={fundedPercent(centsOf(entry.currentFunding), centsOf(entry.fundingGoal))}
        raised={entry.currentFunding}
        goal={entry.fundingGoal}
        label={`Funding of ${boat.name}`}
      />
      {(hasPositions || canChange || ruled !== null) && (
        <div className={actions}>
          {hasPositions && <DecidePosition entry={entry} />}
          {hasPositions && decision !== null && <TakeBackPosition entry={entry} />}
          {ruled && <RuledEntryActions entry={entry} tournament={tournament} ruled={ruled} />}
          {canChange && awaitsCaptain && awaiting(entry)}
          {canChange && <WithdrawEntry entry={entry} needsReason={status === 'active'} />}
        </div>
      )}
    </Panel>
  )
}

function Waiting() {
  return (
    <Stack gap="snug">
      <Loading shape="block" count={2} />
    </Stack>
  )
}
