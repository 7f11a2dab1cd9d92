import type { ReactNode } from 'react'
import { payoutText } from '#client/domain/shares.ts'
import { isOpen } from '#client/domain/status.ts'
import { paths } from '#client/paths.ts'
import { ownEntriesQuery } from '#client/tournaments/api/entries.ts'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Row, RowText, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatMoney } from '#contract/money.ts'
import type { OwnEntry } from '#contract/tournaments/entries.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { ChangeTerms } from './change-terms.tsx'
import { EntryAnglers, haveAnglers } from './entry-anglers.tsx'
import { OwnPotsButton } from './own-pots.tsx'
import { havePots } from './pot-fields.tsx'
import { WithdrawEntry } from './withdraw-entry.tsx'

const item = css({
  padding: '4',
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
  borderInlineStartWidth: '4px',
  borderInlineStartColor: 'seaSolid',
  borderRadius: 'lg',
})

export interface OwnEntriesProps {
  tournament: Tournament
  action: (entry: Entry) => ReactNode
}

export function OwnEntries(props: OwnEntriesProps) {
  return (
    <Data query={ownEntriesQuery(props.tournament.id)} optional>
      {ownEntries => <Own ownEntries={ownEntries} {...props} />}
    </Data>
  )
}

function Own({ ownEntries, tournament, action }: OwnEntriesProps & { ownEntries: readonly OwnEntry[] }) {
  const own = ownEntries.flatMap(({ entryId, isOwner }) => {
    const entry = tournament.entries.find(({ id }) => id === entryId)
    return entry ? [{ entry, isOwner }] : []
  })
  if (own.length === 0) return null
  return (
    <Section id="own-entries" title="My Boats">
      <FirstItems items={own} step={12} what="boats">
        {items => (
          <Stack as="ul" gap="3">
            {items.map(({ entry, isOwner }) => (
              <Row as="li" between gap="3" key={entry.id} className={item}>
                <RowText basis="16rem">
                  <Text as="h3" look="figure">
                    {entry.boat.name}
                  </Text>
                  <Muted small>
                    {isOwner ? '' : 'You are crew. '}
                    {formatMoney(entry.currentFunding)} of {formatMoney(entry.fundingGoal)}
                  </Muted>
                  {/* On a row of its own, which doesn't shift with the font. */}
                  <Muted small>{payoutText(entry)} to backers</Muted>
                </RowText>
                <Row>
                  {tournament.status !== 'cancelled' && action(entry)}
                  {isOwner && (
                    <LinkButton href={paths.backers(entry.id)} variant="secondary">
                      Who Backs It<VisuallyHidden> ({entry.boat.name})</VisuallyHidden>
                    </LinkButton>
                  )}
                  {isOwner && isOpen(tournament.status) && (
                    <OwnerActions entry={entry} tournament={tournament} />
                  )}
                </Row>
              </Row>
            ))}
          </Stack>
        )}
      </FirstItems>
    </Section>
  )
}

/** Fixed after the first funding. */
const areTermsOpen = ({ currentFunding, backerCount, goalReached }: Entry) =>
  currentFunding === '0.00' && backerCount === 0 && goalReached === null

interface OwnerActionsProps {
  tournament: Tournament
  entry: Entry
}

function OwnerActions({ entry, tournament }: OwnerActionsProps) {
  const isUpcoming = tournament.status === 'upcoming'
  return (
    <>
      {areTermsOpen(entry) && <ChangeTerms tournament={tournament} entry={entry} />}
      {tournament.ruled && (
        <Data query={rulesQuery(tournament.id)} transfer={false} optional>
          {({ rules }) => (
            <>
              {havePots(rules) && <OwnPotsButton entry={entry} tournament={tournament} rules={rules} />}
              {rules && haveAnglers(rules) && isUpcoming && <EntryAnglers entry={entry} rules={rules} />}
            </>
          )}
        </Data>
      )}
      {isUpcoming && <WithdrawEntry entry={entry} />}
    </>
  )
}
