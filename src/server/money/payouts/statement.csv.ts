import type { Statement, StatementShare } from '#contract/money/results.ts'
import { poolExpression } from '#contract/money/shares.ts'
import { goalRuleNames } from '#contract/tournaments/goal-rules.ts'
import { csv } from '#server/http/csv.ts'

const headerOf = (rounds: readonly number[]) => [
  'No.',
  'Put in (USD)',
  'Share before rounding (USD)',
  'Rounded down (USD)',
  'Extra cent (USD)',
  ...rounds.map(round => `Change in round ${round} (USD)`),
  'Share (USD)',
  'Insider',
  'Paid',
]

type Row = (string | null)[]

/** The basis of the shares, then a line for each share; without names. */
export function statementCsv(statement: Statement): string {
  const [first = [], ...figures] = figuresOf(statement)
  const rounds = statement.rounds.slice(1).map(({ number }) => number)
  const lines = statement.shares.map(share => rowOf(statement, share, rounds))
  return csv(first, [...figures, [], headerOf(rounds), ...lines])
}

const figuresOf = ({ boat, tournament, formula, ...statement }: Statement): string[][] => [
  ['Boat', boat.name],
  ['Tournament', tournament.name],
  ['Winnings (USD)', statement.winnings],
  ...(statement.sharedWinnings === undefined
    ? []
    : [['Winnings that are shared (USD)', statement.sharedWinnings]]),
  ['Payout percentage', String(statement.payoutPercentage)],
  ['If the goal is missed', goalRuleNames[statement.ifGoalMissed]],
  ['Goal (USD)', statement.fundingGoal],
  ['Raised (USD)', statement.raised],
  ['Pool (USD)', statement.pool],
  // A spreadsheet computes the text behind an equals sign.
  [
    'Pool before rounding (USD)',
    statement.raised === '0.00'
      ? '0'
      : poolExpression(
          { ...statement, winnings: statement.sharedWinnings ?? statement.winnings },
          undefined,
          ['*', '/'],
        ),
  ],
  ['Cents left over', String(statement.centsLeftOver)],
  ['Winnings are paid by', statement.payoutsDueAt ?? 'No date stated'],
  ['Formula of the pool', formula.pool],
  ['Formula of a share', formula.share],
  ['Cents that are left over', formula.rest],
  ...statement.rounds
    .slice(1)
    .map(({ number, reason, pool }) => [`Round ${number}: pool (USD)`, pool, reason ?? '']),
]

const rowOf = (
  { pool, raised, rounds: [first] }: Statement,
  share: StatementShare,
  rounds: readonly number[],
): Row => [
  String(share.number),
  share.contributed,
  `${first?.pool ?? pool} * ${share.contributed} / ${raised}`,
  share.roundedDown,
  share.extraCent ? '0.01' : '0.00',
  ...rounds.map(round => share.changes.find(change => change.round === round)?.amount ?? '0.00'),
  share.amount,
  share.insider,
  share.relativeToStart,
]
