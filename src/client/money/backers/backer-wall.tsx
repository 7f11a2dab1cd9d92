import User from 'lucide-react/icons/user'
import type { ReactNode } from 'react'
import { backersQuery } from '#client/money/api/backers.ts'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Avatar } from '#client/ui/marks/avatar.tsx'
import { countText } from '#contract/numbers.ts'
import type { BoatEntry } from '#contract/tournaments/boat-profiles.ts'
import { css, cva } from '#styled/css/index.js'

const marks = [0, 1, 2, 3, 4, 5]
const mostNames = 6

const crowd = css({ display: 'flex', flexWrap: 'wrap', paddingInlineStart: '2' })
const head = cva({
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '9',
    marginInlineStart: '-2',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'surface',
  },
  variants: {
    tone: {
      sea: { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
      kelp: { backgroundColor: 'kelpSoft', color: 'onKelpSoft' },
      amber: { backgroundColor: 'amberSoft', color: 'onAmberSoft' },
    },
  },
})
const tones = ['sea', 'kelp', 'amber'] as const

const names = css({ row: '2', flexWrap: 'wrap', rowGap: '2' })
const name = css({ row: '1.5', minWidth: '0', textStyle: 'small', overflowWrap: 'anywhere' })

/** Number of backers of a boat in running and coming tournaments. */
export function BackerWall({
  entries,
  own,
}: {
  entries: readonly BoatEntry[]
  own(entry: BoatEntry['entry']): ReactNode
}) {
  if (entries.length === 0) return null
  return (
    <Section id="backers" title="Backers">
      {entries.map(({ entry, tournament }) => (
        <Panel key={entry.id} padding="md" gap="3">
          <Row gap="3" rowGap="1">
            <Crowd count={entry.backerCount} />
            <Stack gap="0" breakable>
              <Text look="figure" weight="bold">
                {countText(entry.backerCount, 'backer')}
              </Text>
              <Muted as="span" small>
                in <TextLink href={paths.tournament(tournament.id)}>{tournament.name}</TextLink>
              </Muted>
            </Stack>
          </Row>
          {own(entry)}
        </Panel>
      ))}
    </Section>
  )
}

/** Backers without names, which only the owner of the boat sees. */
const Crowd = ({ count }: { count: number }) => (
  <span aria-hidden className={crowd}>
    {marks.slice(0, count).map(mark => (
      <span key={mark} className={head({ tone: tones[mark % tones.length] })}>
        <User size={18} />
      </span>
    ))}
  </span>
)

/** Names of backers, for the owner of the boat. */
export const BackerNames = ({ entryId, count }: { entryId: string; count: number }) => (
  <PagedData query={backersQuery(entryId)} optional>
    {list => {
      const backers = list.items.filter(({ status }) => status === 'completed')
      const backerNames = [...new Set(backers.map(backer => backer.name))].slice(0, mostNames)
      const others = count - backerNames.length
      return (
        <ul aria-label="Backers" className={names}>
          {backerNames.map(text => (
            <li key={text} className={name}>
              <Avatar name={text} size="sm" decorative />
              {text}
            </li>
          ))}
          <li className={name}>
            <TextLink href={paths.backers(entryId)} standalone>
              {others > 0 ? `and ${countText(others, 'other')}` : 'See all'}
            </TextLink>
          </li>
        </ul>
      )
    }}
  </PagedData>
)
