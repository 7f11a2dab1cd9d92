import { useNow } from '#client/lib/now.tsx'
import { useZone } from '#client/lib/use-hydrated.ts'
import { firstOfMyTournamentsQuery } from '#client/money/api/my-tournaments.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { NameLink, SectionLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List, RowText } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { OwnTournament } from '#contract/money/my-tournaments.ts'
import { css } from '#styled/css/index.js'
import { answerSteps, nextStep } from './next-step.ts'
import { OtherStep } from './other-step.tsx'

/** The first that need the organiser, with what to do; nothing without any. */
export const MyTournamentsNow = () => (
  <Data query={firstOfMyTournamentsQuery()} optional>
    {({ items }) => {
      const open = items.filter(({ stage }) => stage !== 'finished')
      return (
        open.length > 0 && (
          <Section
            id="my-tournaments"
            title="My Tournaments"
            action={
              <SectionLink href={paths.myTournaments()}>
                See all<VisuallyHidden> my tournaments</VisuallyHidden>
              </SectionLink>
            }
          >
            <List>
              {open.map(tournament => (
                <Item key={tournament.id} tournament={tournament} />
              ))}
            </List>
          </Section>
        )
      )
    }}
  </Data>
)

const item = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '4',
  rowGap: '2',
  minHeight: '16',
  paddingBlock: '2',
  paddingInline: { base: '3', md: '4' },
})

function Item({ tournament }: { tournament: OwnTournament }) {
  const { id, name } = tournament
  const { text, action, section, part } = nextStep(tournament, useNow(), useZone())
  const titleId = `own-${id}`
  return (
    <li className={item}>
      <RowText basis="10rem">
        <Text as="h3" look="figure" weight="bold" breakable id={titleId}>
          <NameLink href={paths.tournament(id)}>{name}</NameLink>
        </Text>
        <Muted small>{text}</Muted>
        {answerSteps(tournament).map(step => (
          <OtherStep key={step.section} step={step} tournamentId={id} describedBy={titleId} small />
        ))}
      </RowText>
      <LinkButton href={paths.manageTournament(id, section, part)} size="sm" aria-describedby={titleId}>
        {action}
      </LinkButton>
    </li>
  )
}
