import type { ReactNode } from 'react'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { List, Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Hold } from '#contract/tournaments/protests.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const item = css({ paddingInline: '4', paddingBlock: '3' })
const words = css({ flex: '1 1 12rem', minWidth: '0', overflowWrap: 'anywhere' })

/** Returns the name of the held boat, or a text if it withdrew. */
export const heldBoat = ({ entries }: Tournament, { entryId }: Hold): string =>
  entries.find(({ id }) => id === entryId)?.boat.name ?? 'A boat that withdrew'

interface HeldBoatsProps {
  tournament: Tournament
  holds: readonly Hold[]
  action?: (hold: Hold) => ReactNode
}

/** Boats with holds, open holds first. */
export function HeldBoats({ tournament, holds, action }: HeldBoatsProps) {
  const openFirst = holds.toSorted((a, b) => Number(a.lifted !== null) - Number(b.lifted !== null))
  return (
    <FirstItems items={openFirst} step={20} what="holds">
      {items => (
        <List>
          {items.map(hold => (
            <Row as="li" key={hold.id} between gap="snug" rowGap="xs" className={item}>
              <div className={words}>
                <Text as="h3" look="figure" weight="bold">
                  {heldBoat(tournament, hold)}
                </Text>
                <p>{hold.reason}</p>
                <Muted small>
                  {hold.placedByRules ? 'Held by the rules' : 'Held'}{' '}
                  <DateTime iso={hold.createdAt} withTime />
                  {hold.lifted && (
                    <>
                      , lifted <DateTime iso={hold.lifted.at} withTime />: {hold.lifted.note}
                    </>
                  )}
                </Muted>
              </div>
              {action?.(hold)}
            </Row>
          ))}
        </List>
      )}
    </FirstItems>
  )
}
