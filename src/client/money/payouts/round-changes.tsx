import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import type { RoundPreview } from '#contract/money/results.ts'
import { formatNet, signedCentsOf } from '#contract/money.ts'

type Entry = RoundPreview['entries'][number]

const isChanged = ({ winnings, pool, before }: Entry) => winnings !== before.winnings || pool !== before.pool

/** Changes of a round, by boat and share. */
export function RoundChanges({ preview }: { preview: RoundPreview }) {
  const changes = preview.entries.filter(isChanged)
  if (changes.length === 0) return <Text>Nothing that is paid changes.</Text>
  return (
    <FirstItems items={changes} step={30} what="boats" gap="3">
      {items => items.map(entry => <BoatChange key={entry.entryId} entry={entry} />)}
    </FirstItems>
  )
}

function BoatChange({ entry: { boat, winnings, pool, before, shares } }: { entry: Entry }) {
  const changes = shares.filter(({ change }) => change !== '0.00')
  return (
    <Card as="section" aria-label={`Changes of ${boat.name}`}>
      <CardBody>
        <Text as="h3" look="subheading">
          {boat.name}
        </Text>
        <Muted small>
          Won <Money amount={before.winnings} cents /> before, <Money amount={winnings} cents /> now. For its
          backers <Money amount={before.pool} cents /> before, <Money amount={pool} cents /> now.
        </Muted>
        <FirstItems items={changes} step={50} what="shares">
          {items => (
            <ul>
              {items.map(share => (
                <Row as="li" key={share.fundingId} between gap="4">
                  <Text breakable>
                    {share.backer}
                    <br />
                    <Muted as="span" small>
                      <Money amount={share.before} cents /> before, <Money amount={share.amount} cents /> now
                    </Muted>
                  </Text>
                  <Text weight="semibold" tabular>
                    {formatNet(signedCentsOf(share.change))}
                  </Text>
                </Row>
              ))}
            </ul>
          )}
        </FirstItems>
      </CardBody>
    </Card>
  )
}
