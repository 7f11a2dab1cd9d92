import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Stat } from '#client/ui/layout/card.tsx'
import { EmptyLine } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { List, Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import { countText, formatNumber } from '#contract/numbers.ts'
import type { BoatProfile, BoatRecord } from '#contract/tournaments/boat-profiles.ts'
import { catchText, measureText } from '#contract/tournaments/catch-texts.ts'
import { css } from '#styled/css/index.js'

type HeavyCatch = BoatProfile['heaviestCatches'][number]

const stats = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr))',
  gap: '4',
})
const words = css({ flex: '1 1 8rem' })
const row = css({ padding: { base: '3', sm: '4' } })
const picture = css({
  width: '24',
  aspectRatio: '4/3',
  objectFit: 'cover',
  borderRadius: 'md',
  backgroundColor: 'sunken',
  alignSelf: 'center',
})

interface CareerSectionProps {
  record: BoatRecord
  /** Content once the boat has settled tournaments. */
  children: ReactNode
}

/** Career from settled statements; nothing for a boat that hasn't entered a tournament. */
export function CareerSection({ record, children }: CareerSectionProps) {
  const { entries, settled, firsts, podiums, raised, paidBack, backPer100 } = record
  if (entries === 0) return null
  if (settled === 0)
    return (
      <Section id="career" title="Career">
        <EmptyLine title="Wins and returns count once a tournament is settled" />
      </Section>
    )
  return (
    <Section id="career" title="Career">
      <Panel padding="md" gap="4">
        <dl className={stats}>
          <Stat label="Tournaments">{formatNumber(entries)}</Stat>
          <Stat label="Wins">{formatNumber(firsts)}</Stat>
          <Stat label="Top 3">{formatNumber(podiums)}</Stat>
          <Stat label="Back per $100">{backPer100 === null ? '—' : <Money amount={backPer100} cents />}</Stat>
        </dl>
        {backPer100 !== null && (
          <Muted small>
            In {countText(settled, 'settled tournament')}, backers put in <Money amount={raised} cents /> and
            got <Money amount={paidBack} cents />. Past results say nothing about the next tournament.
          </Muted>
        )}
      </Panel>
      {children}
    </Section>
  )
}

/** Number of catches shown at first. */
const firstCatches = 3

export function HeaviestCatches({ catches }: { catches: readonly HeavyCatch[] }) {
  if (catches.length === 0) return null
  return (
    <Section id="catches" title="Heaviest Catches">
      <FirstItems items={catches} step={firstCatches} what="catches">
        {items => (
          <List>
            {items.map(({ id, weight, ounces, species, caughtAt, imageUrl, tournament }) => (
              <Row key={id} as="li" between align="baseline" gap="3" rowGap="0" className={row}>
                {imageUrl !== null && (
                  <img
                    src={imageUrl}
                    alt={`The ${species} of ${measureText({ weight, ounces })}`}
                    loading="lazy"
                    decoding="async"
                    className={picture}
                  />
                )}
                <Stack gap="0" breakable className={words}>
                  <Text look="figure" weight="bold">
                    {catchText({ weight, ounces, species })}
                  </Text>
                  <TextLink href={paths.tournament(tournament.id)} standalone>
                    {tournament.name}
                  </TextLink>
                </Stack>
                <Muted as="span" small>
                  <DateOnly iso={caughtAt} />
                </Muted>
              </Row>
            ))}
          </List>
        )}
      </FirstItems>
    </Section>
  )
}
