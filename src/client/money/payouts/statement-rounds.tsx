import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Statement } from '#contract/money/results.ts'
import { css } from '#styled/css/index.js'

const list = css({
  '& > li': { padding: { base: '3', sm: '4' } },
  '& > li + li': { borderTopWidth: '1px', borderColor: 'line' },
})

/** Rounds that changed the results; nothing for a single round. */
export function StatementRounds({ rounds }: Pick<Statement, 'rounds'>) {
  if (rounds.length < 2) return null
  return (
    <Section
      id="rounds"
      title="Rounds"
      description="The organiser confirmed the results again, because they changed."
    >
      <Card>
        <ol className={list}>
          {rounds.map(({ number, at, reason, winnings, pool }) => (
            <Stack as="li" key={number} gap="1" breakable>
              <Row between gap="3" rowGap="0" align="baseline">
                <Text as="h3" weight="bold">
                  Round {number}
                </Text>
                <Muted small>
                  <DateTime iso={at} />
                </Muted>
              </Row>
              {reason !== null && <p>{reason}</p>}
              <Text tabular>
                Won <Money amount={winnings} cents />, for backers{' '}
                <strong>
                  <Money amount={pool} cents />
                </strong>
              </Text>
            </Stack>
          ))}
        </ol>
      </Card>
    </Section>
  )
}
