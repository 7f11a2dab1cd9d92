import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import type { Statement } from '#contract/money/results.ts'
import { table } from './statement-table.ts'

/** How the results changed; nothing while there is one round. */
export function StatementRounds({ rounds }: Pick<Statement, 'rounds'>) {
  if (rounds.length < 2) return null
  return (
    <Section
      id="rounds"
      title="Rounds"
      description="The organiser confirmed the results again, because they changed."
    >
      <Card>
        <table className={table}>
          <caption className={hiddenClass}>Every round, and what it gave backers</caption>
          <thead>
            <tr>
              <th scope="col">Round</th>
              <th scope="col">Won</th>
              <th scope="col">Pool</th>
            </tr>
          </thead>
          <tbody>
            {rounds.map(({ number, at, reason, winnings, pool }) => (
              <tr key={number}>
                <th scope="row">
                  {number === 1 ? 'Round 1' : `Round ${number}: ${reason}`}
                  <Muted small>
                    <DateTime iso={at} withTime />
                  </Muted>
                </th>
                <td>
                  <Money amount={winnings} cents />
                </td>
                <td>
                  <Text as="span" weight="bold">
                    <Money amount={pool} cents />
                  </Text>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Section>
  )
}
