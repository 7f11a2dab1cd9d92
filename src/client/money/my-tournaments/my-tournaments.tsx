import Trophy from 'lucide-react/icons/trophy'
import { useNow } from '#client/lib/now.tsx'
import type { PagedList } from '#client/lib/query.tsx'
import { useZone } from '#client/lib/use-hydrated.ts'
import { myTournamentsQuery } from '#client/money/api/my-tournaments.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { DatesAndPlace } from '#client/ui/marks/relative-time.tsx'
import type { OwnTournament, TournamentStage } from '#contract/money/my-tournaments.ts'
import { css } from '#styled/css/index.js'
import { answerSteps, handOverSteps, nextStep } from './next-step.ts'
import { OtherStep } from './other-step.tsx'

/** Stages in the order of the list. */
const stages: readonly { stage: TournamentStage; title: string }[] = [
  { stage: 'live', title: 'Live' },
  { stage: 'results', title: 'Awaiting results' },
  { stage: 'payouts', title: 'Payouts owed' },
  { stage: 'upcoming', title: 'Upcoming' },
  { stage: 'finished', title: 'Finished' },
]

export function MyTournaments() {
  return (
    <PagedData query={myTournamentsQuery()} fallback={<Waiting />} what="Your tournaments">
      {list => (list.items.length === 0 ? <NoTournaments /> : <Groups list={list} />)}
    </PagedData>
  )
}

const NoTournaments = () => (
  <EmptyState
    icon={<Trophy size={26} />}
    title="No tournaments yet"
    description="Create one, share its page with captains and backers, and weigh in the catches."
    action={<LinkButton href={paths.createTournament()}>Create Your First Tournament</LinkButton>}
  />
)

function Groups({ list }: { list: PagedList<OwnTournament> }) {
  const byStage = Map.groupBy(list.items, ({ stage }) => stage)
  return (
    <PagedItems list={list} what="tournaments" gap="groups">
      {stages.map(({ stage, title }) => {
        const tournaments = byStage.get(stage)
        return (
          tournaments && (
            <Section key={stage} id={stage} title={title}>
              <Stack as="ul" gap="3">
                {tournaments.map(tournament => (
                  <Item key={tournament.id} tournament={tournament} />
                ))}
              </Stack>
            </Section>
          )
        )
      })}
    </PagedItems>
  )
}

const item = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 11rem' },
  alignItems: 'center',
  columnGap: '6',
  rowGap: '3',
  padding: '4',
})
const name = css({
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { color: 'sea', textDecoration: 'underline' },
})

function Item({ tournament }: { tournament: OwnTournament }) {
  const { id, stage, status } = tournament
  const { text, action, section, part } = nextStep(tournament, useNow(), useZone())
  const needsOrganiser = stage !== 'finished' || tournament.held !== null
  const titleId = `own-${id}`
  return (
    <Panel as="li" className={item}>
      <Stack gap="1" breakable>
        <Row gap="3" rowGap="1">
          <Text as="h3" look="figure" breakable id={titleId}>
            <a href={paths.tournament(id)} className={name}>
              {tournament.name}
            </a>
          </Text>
          {status === 'cancelled' && <Badge tone="cancelled">Cancelled</Badge>}
        </Row>
        <Muted small>
          <DatesAndPlace tournament={tournament} />
        </Muted>
        <Text {...(needsOrganiser && { weight: 'medium' })}>{text}</Text>
        {[...answerSteps(tournament), ...handOverSteps(tournament)].map(step => (
          <OtherStep key={step.section} step={step} tournamentId={id} describedBy={titleId} />
        ))}
      </Stack>
      <LinkButton
        href={paths.manageTournament(id, section, part)}
        variant={needsOrganiser ? 'primary' : 'secondary'}
        aria-describedby={titleId}
      >
        {action}
      </LinkButton>
    </Panel>
  )
}

const itemSize = css({ minHeight: '28' })

const Waiting = () => (
  <Stack gap="3">
    <Loading shape="row" count={3} className={itemSize} />
  </Stack>
)
