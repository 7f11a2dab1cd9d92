import type { ReactNode } from 'react'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { List, ListItem, RowText } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Hold } from '#contract/tournaments/protests.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

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
            <ListItem key={hold.id} gap="3" rowGap="1">
              <RowText basis="12rem">
                <Text as="h3" look="figure" weight="bold">
                  {heldBoat(tournament, hold)}
                </Text>
                <p>{hold.reason}</p>
                <Muted small>
                  {hold.placedByRules ? 'Held by the rules' : 'Held'} <DateTime iso={hold.createdAt} />
                  {hold.lifted && (
                    <>
                      , lifted <DateTime iso={hold.lifted.at} />: {hold.lifted.note}
                    </>
                  )}
                </Muted>
              </RowText>
              {action?.(hold)}
            </ListItem>
          ))}
        </List>
      )}
    </FirstItems>
  )
}
