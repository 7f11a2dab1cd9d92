import { resultText } from '#client/domain/result.ts'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import { Funded, Live } from '#client/ui/marks/row-marks.tsx'
import { countText } from '#contract/numbers.ts'
import type { BoatEntry } from '#contract/tournaments/boat-profiles.ts'
import { css } from '#styled/css/index.js'

const strip = css({
  row: '3',
  flexWrap: 'wrap',
  padding: '3',
  borderRadius: 'md',
  backgroundColor: 'sunken',
  overflowWrap: 'anywhere',
})
const words = css({ flex: '1 1 6rem' })
const end = css({ column: '0', alignItems: 'end', marginInlineStart: 'auto' })

/** State of a boat in a running tournament. */
export const LiveStrip = ({ item: { entry, tournament } }: { item: BoatEntry }) => (
  <section aria-label={`Live: ${tournament.name}`} className={strip}>
    <EntryPlace entry={entry} />
    <Stack gap="0" className={words}>
      <Text look="figure" weight="bold">
        {resultText(entry) ?? 'No catch yet'}
      </Text>
      <Muted as="span" small>
        <Live />{' '}
        <TextLink href={paths.tournament(tournament.id)} standalone>
          {tournament.name}
        </TextLink>
      </Muted>
    </Stack>
    <div className={end}>
      <Funded raised={entry.currentFunding} goal={entry.fundingGoal} />
      <Muted as="span" small>
        {countText(entry.backerCount, 'backer')}
      </Muted>
    </div>
  </section>
)
