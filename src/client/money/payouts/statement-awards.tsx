import { placeText } from '#client/domain/result.ts'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import type { Statement } from '#contract/money/results.ts'
import { formatNet, signedCentsOf } from '#contract/money.ts'
import { css } from '#styled/css/index.js'
import { table } from './statement-table.ts'

const name = css({ overflowWrap: 'anywhere' })

/** Winnings of the boat, award by award, with the organiser's changes; nothing without rules. */
export function StatementAwards({ statement: { awards, rounds, tournament } }: { statement: Statement }) {
  if (!tournament.ruled) return null
  const adjustments = rounds.at(-1)?.adjustments ?? []
  return (
    <Section id="awards" title="What it won">
      {awards.length + adjustments.length === 0 ? (
        <p>It won no award.</p>
      ) : (
        <Card>
          <table className={table}>
            <caption className={hiddenClass}>Every award, and whether backers share it</caption>
            <thead>
              <tr>
                <th scope="col">Award</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {awards.map((award, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a boat can have two places of one award
                <tr key={index}>
                  <th scope="row" className={name}>
                    {award.day === null ? award.name : `${award.name} · ${award.day}`}
                    <Muted small>{placeText(award.place, award.tied)}</Muted>
                  </th>
                  <td>
                    <Text as="span" weight="bold">
                      <Money amount={award.amount} cents />
                    </Text>
                    <Muted small>{award.shared ? 'shared with backers' : 'not shared'}</Muted>
                  </td>
                </tr>
              ))}
              {adjustments.map(({ amount, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two adjustments can be the same
                <tr key={index}>
                  <th scope="row" className={name}>
                    {reason}
                    <Muted small>By the organiser</Muted>
                  </th>
                  <td>
                    <Text as="span" weight="bold">
                      {formatNet(signedCentsOf(amount))}
                    </Text>
                    <Muted small>shared with backers</Muted>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </Section>
  )
}
