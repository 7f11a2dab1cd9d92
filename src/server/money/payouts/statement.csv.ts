import type { Statement, StatementShare } from '#contract/money/payouts.ts'
import { poolExpression } from '#contract/money/shares.ts'
import { goalRuleNames } from '#contract/tournaments/goal-rules.ts'
import { csv } from '#server/http/csv.ts'

const header = [
  'No.',
  'Put in (USD)',
  'Share before rounding (USD)',
  'Rounded down (USD)',
  'Extra cent (USD)',
  'Share (USD)',
  'Insider',
  'Paid',
]

type Row = (string | null)[]

/** What the shares follow from, then a line for each share; without names. */
export function statementCsv(statement: Statement): string {
  const [first = [], ...figures] = figuresOf(statement)
  return csv(first, [...figures, [], header, ...statement.shares.map(share => rowOf(statement, share))])
}

const figuresOf = ({ boat, tournament, formula, ...statement }: Statement): string[][] => [
  ['Boat', boat.name],
  ['Tournament', tournament.name],
  ['Winnings (USD)', statement.winnings],
  ['Payout percentage', String(statement.payoutPercentage)],
  ['If the goal is missed', goalRuleNames[statement.ifGoalMissed]],
  ['Goal (USD)', statement.fundingGoal],
  ['Raised (USD)', statement.raised],
  ['Pool (USD)', statement.pool],
  // Behind an equals sign, a spreadsheet computes it.
  [
    'Pool before rounding (USD)',
    statement.raised === '0.00' ? '0' : poolExpression(statement, undefined, ['*', '/']),
  ],
  ['Cents left over', String(statement.centsLeftOver)],
  ['Winnings are paid by', statement.payoutsDueAt ?? 'No date stated'],
  ['Formula of the pool', formula.pool],
  ['Formula of a share', formula.share],
  ['Cents that are left over', formula.rest],
]

const rowOf = ({ pool, raised }: Statement, share: StatementShare): Row => [
  String(share.number),
  share.contributed,
  `${pool} * ${share.contributed} / ${raised}`,
  share.roundedDown,
  share.extraCent ? '0.01' : '0.00',
  share.amount,
  share.insider,
  share.relativeToStart,
]
