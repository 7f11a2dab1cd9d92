import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { formatDeadline, type Zone } from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZone } from '#client/lib/use-hydrated.ts'
import { statementFilePath, statementPath } from '#client/money/api/payouts.ts'
import { BackedPotTerms } from '#client/money/backed-pots.tsx'
import { insiderNames } from '#client/money/insiders.ts'
import { payoutPromiseOf } from '#client/money/payout-date.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Card, CardBody, Stat } from '#client/ui/layout/card.tsx'
import { PageHeader, Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { Statement } from '#contract/money/results.ts'
import { goalRuleSentence, payoutDateSentence, sinceConfirmation } from '#contract/money/stake-texts.ts'
import { centsOf, formatNet, signedCentsOf } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { goalRuleNames } from '#contract/tournaments/goal-rules.ts'
import { css } from '#styled/css/index.js'
import { ModeNote } from './mode-note.tsx'
import { ConfirmedAt, ResultsStateOf } from './results-state.tsx'
import { StatementAwards } from './statement-awards.tsx'
import { StatementRounds } from './statement-rounds.tsx'
import { table } from './statement-table.ts'
import {
  changeSentences,
  goalOutcome,
  poolExample,
  statementSummary,
  workedExample,
} from './statement-texts.ts'

const stats = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: '4',
})
const steps = css({ column: '3', maxWidth: 'prose' })
const formula = css({ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' })
const unbroken = css({ whiteSpace: 'nowrap' })
const own = css({ backgroundColor: 'seaSoft', color: 'onSeaSoft', fontWeight: 'semibold' })

export function StatementView({ statement }: { statement: Statement }) {
  const { boat, tournament, winnings, sharedWinnings, payoutPercentage, pool, raised } = statement
  const { settledAt, mode } = statement
  return (
    <>
      <PageHeader
        title={`Statement: ${boat.name}`}
        description={
          <>
            How its winnings in <TextLink href={paths.tournament(tournament.id)}>{tournament.name}</TextLink>{' '}
            were divided, to the cent. {tournament.ruled && <ResultsStateOf tournament={tournament.id} />}{' '}
            <ConfirmedAt iso={settledAt} />
          </>
        }
      />
      <ModeNote mode={mode} />
      <Summary statement={statement} />
      <Card>
        <CardBody>
          <dl className={stats}>
            <Stat label="Won">
              <Money amount={winnings} cents />
            </Stat>
            {sharedWinnings !== undefined && (
              <Stat label="Of that, shared with backers">
                <Money amount={sharedWinnings} cents />
              </Stat>
            )}
            <Stat label="For backers">{payoutPercentage}%</Stat>
            <Stat label="Pool">
              <Money amount={pool} cents />
            </Stat>
            <Stat label="Put in">
              <Money amount={raised} cents />
            </Stat>
          </dl>
        </CardBody>
      </Card>
      <StatementAwards statement={statement} />
      <StatementRounds rounds={statement.rounds} />
      <Section
        id="formula"
        title="How it is worked out"
        action={
          <LinkButton href={statementFilePath(statement.entryId)} variant="secondary" download>
            <Download size={20} />
            Check It Yourself
          </LinkButton>
        }
      >
        <Rule statement={statement} />
        {tournament.ruled && <BackedPotTerms {...statement} boat={boat.name} isSettled />}
        <HowTo statement={statement} />
      </Section>
      <Section id="shares" title="Shares">
        {statement.shares.length === 0 ? (
          <p>This boat had no backers, so there was nothing to divide.</p>
        ) : (
          <Shares statement={statement} />
        )}
        <Muted small prose>
          The shares have no names: only a backer knows which one is theirs. “Check It Yourself” is a
          spreadsheet file (CSV) with the formula of every share. For programs:{' '}
          <TextLink href={statementPath(statement.entryId)}>JSON</TextLink>.
        </Muted>
      </Section>
    </>
  )
}

function Summary({ statement }: { statement: Statement }) {
  const zone = useZone()
  return (
    <Card as="section" tone="hull" aria-label="In short">
      <CardBody>
        {statementSummary(statement).map(sentence => (
          <Text key={sentence} look="title" breakable>
            {sentence}
          </Text>
        ))}
        {changeSentences(statement).map(sentence => (
          <Text key={sentence} weight="semibold" breakable tabular>
            {sentence}
          </Text>
        ))}
        {statement.pool !== '0.00' && <Text>{dateWords(statement, zone)}</Text>}
      </CardBody>
    </Card>
  )
}

function dateWords({ underReview, tournament, ...statement }: Statement, zone: Zone): string {
  const promise = payoutPromiseOf(statement, zone)
  if (underReview && promise !== null) return texts.dateStandsStill
  return payoutDateSentence(promise, tournament.ruled && sinceConfirmation)
}

/** The goal rule, and how it came out. */
function Rule({ statement }: { statement: Statement }) {
  const now = useNow()
  const zone = useZone()
  const { ifGoalMissed, payoutPercentage, fundingGoal, closesAt } = statement
  const rule = goalRuleSentence({
    ifGoalMissed,
    payoutPercentage,
    goal: centsOf(fundingGoal),
    isPartlyShared: statement.partlyShared,
    closes: formatDeadline(closesAt, now, zone),
  })
  return (
    <Stack gap="1">
      <Text>
        If the goal was missed: <strong>{goalRuleNames[ifGoalMissed]}</strong>
      </Text>
      <Text>
        {rule} {goalOutcome(statement)}
      </Text>
    </Stack>
  )
}

function HowTo({ statement }: { statement: Statement }) {
  const { formula: words, centsLeftOver } = statement
  return (
    <ol className={steps}>
      <Step title={words.pool}>{poolExample(statement)}</Step>
      <Step title={words.share}>{workedExample(statement)}</Step>
      <Step title={words.rest}>
        {centsLeftOver === 0
          ? 'Here no cent was left over.'
          : `Here ${countText(centsLeftOver, 'cent was', 'cents were')} left over.`}
      </Step>
    </ol>
  )
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li>
    <Text weight="bold">{title}</Text>
    {children !== null && <p className={formula}>{children}</p>}
  </li>
)

function Shares({ statement }: { statement: Statement }) {
  return (
    <FirstItems items={statement.shares} step={100} what="shares">
      {items => (
        <Card>
          <table className={table}>
            <caption className={hiddenClass}>
              Every contribution in the order of funding, and its share
            </caption>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">Put in</th>
                <th scope="col">Share</th>
              </tr>
            </thead>
            <tbody>
              {items.map(share => (
                <tr key={share.number} className={share.yours ? own : undefined}>
                  <th scope="row">
                    {share.number} {share.yours && <Badge tone="info">You</Badge>}
                    {share.insider !== null && <Badge>{insiderNames[share.insider]}</Badge>}
                    <Muted small>{share.relativeToStart}</Muted>
                  </th>
                  <td>
                    <Money amount={share.contributed} cents />
                  </td>
                  <td>
                    <Text as="span" weight="bold">
                      <Money amount={share.amount} cents />
                    </Text>
                    {share.extraCent && (
                      <>
                        <br />
                        <Text as="span" look="small">
                          <Money amount={share.roundedDown} cents /> <span className={unbroken}>+ 1¢</span>
                        </Text>
                      </>
                    )}
                    {share.changes.map(({ round, amount }) => (
                      <Text key={round} as="div" look="small">
                        Round {round}: <span className={unbroken}>{formatNet(signedCentsOf(amount))}</span>
                      </Text>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </FirstItems>
  )
}
