import { formatNumber } from '#client/domain/numbers.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { dollars } from '#contract/funding-texts.ts'
import { centsOf } from '#contract/money.ts'
import type { EntryWithTournament } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import { percentText, poolOf, shareOf } from './share.ts'

const box = css({
  column: '2',
  padding: '4',
  backgroundColor: 'sunken',
  borderRadius: 'md',
  fontVariantNumeric: 'tabular-nums',
})
const value = css({ fontWeight: 'semibold', textAlign: 'end' })

const examplePrize = 100_000

export interface Worth {
  today: string
  atGoal: string
  example: string
}

/** The range of an amount's value. @param cents more than 0, at most the remainder */
function worthOf(entry: EntryWithTournament, cents: number): Worth {
  const [total, goal] = [centsOf(entry.currentFunding) + cents, centsOf(entry.fundingGoal)]
  const known = entry.tournament.prizePool === null ? 0 : centsOf(entry.tournament.prizePool)
  const prize = known > 0 ? known : examplePrize
  const pool = poolOf(prize, entry.payoutPercentage)
  const [now, atGoal] = [shareOf(pool, cents, total), shareOf(pool, cents, goal)]
  const share = formatNumber(entry.payoutPercentage)
  const won = known > 0 ? `the whole prize pool of ${dollars(prize)}` : dollars(prize)
  const brings =
    now === atGoal
      ? `Your ${dollars(cents)} would bring ${dollars(now)}.`
      : `Your ${dollars(cents)} would bring ${dollars(now)} at today's total, ${dollars(atGoal)} when the goal is reached.`
  return {
    today: percentText(cents, total),
    atGoal: percentText(cents, goal),
    example: `For example: if ${entry.boat.name} won ${won}, its backers would share ${share}% of it, ${dollars(pool)}. ${brings}`,
  }
}

/** @param cents null: none chosen */
export function FundingSummary({ entry, cents }: { entry: EntryWithTournament; cents: number | null }) {
  const worth = cents === null ? null : worthOf(entry, cents)
  return (
    <section aria-label="Summary" className={box}>
      <dl>
        <Row between align="stretch" gap="md" rowGap="none">
          <Muted as="dt">Your contribution</Muted>
          <dd className={value}>{cents === null ? '—' : dollars(cents)}</dd>
        </Row>
        <Row between align="stretch" gap="md" rowGap="none">
          <Muted as="dt">Payout percentage</Muted>
          <dd className={value}>{formatNumber(entry.payoutPercentage)}%</dd>
        </Row>
      </dl>
      {cents !== null && worth && (
        <>
          <Text look="small">
            {worth.today === worth.atGoal
              ? `${dollars(cents)} is ${worth.today} of the pool.`
              : `${dollars(cents)} is ${worth.today} of the pool at today's total and ${worth.atGoal} when the goal is reached.`}
          </Text>
          <Text look="small">{worth.example}</Text>
        </>
      )}
    </section>
  )
}
