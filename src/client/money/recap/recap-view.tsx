import Download from 'lucide-react/icons/download'
import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { resultText } from '#client/domain/result.ts'
import { ownResultQuery } from '#client/money/api/payouts.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { NameLink, TextLink } from '#client/ui/controls/link.tsx'
import { Stat, StatList } from '#client/ui/layout/card.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyLine, EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PageHeader, Section } from '#client/ui/layout/page.tsx'
import { Grid, List, Panel, Row, RowText, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { offPaper } from '#client/ui/layout/visibility.ts'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DatesAndPlace, DateTime } from '#client/ui/marks/relative-time.tsx'
import type { Recap, RecapFish, RecapPlace } from '#contract/money/recap.ts'
import { centsOf, formatMoney } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import { measureText } from '#contract/tournaments/catch-texts.ts'
import { resultsText } from '#contract/tournaments/results-state.ts'
import { css } from '#styled/css/index.js'
import { recapPicture } from './recap-picture.ts'

interface RecapViewProps {
  recap: Recap
  /** Shares the page. */
  share: ReactNode
  /** Plays the clip. */
  clip: ReactNode
}

/** A tournament in a page, once its results are official. */
export function RecapView({ recap, share, clip }: RecapViewProps) {
  const { tournament, officialAt } = recap
  return (
    <>
      <PageHeader
        title={`${tournament.name}: The Recap`}
        description={<DatesAndPlace tournament={tournament} />}
        action={officialAt !== null && share}
      />
      {officialAt === null ? (
        <EmptyState
          icon={<Trophy size={26} />}
          title="The recap isn’t ready yet"
          description="It’s made as soon as the results are official: podium, biggest fish and what backers share."
          action={<LinkButton href={paths.tournament(tournament.id)}>See the tournament</LinkButton>}
        />
      ) : (
        <Official recap={recap} clip={clip} />
      )}
    </>
  )
}

const counts = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 4.5rem), 1fr))',
  gap: '4',
  marginTop: '4',
  paddingTop: '4',
  borderTopWidth: '1px',
  borderColor: 'line',
})
const picture = css({ width: 'full', height: 'auto', aspectRatio: '1200 / 630', borderRadius: 'lg' })

function Official({ recap, clip }: Pick<RecapViewProps, 'recap' | 'clip'>) {
  const { tournament, podium, biggestFish } = recap
  const [wonText, sharedText] = [formatMoney(recap.won), formatMoney(recap.shared)]
  return (
    <>
      {recap.state !== 'official' && recap.state !== 'running' && (
        <Text weight="semibold">{resultsText(recap.state, recap.heldAwards)}.</Text>
      )}
      <Own tournamentId={tournament.id} />
      <Section id="podium" title="Podium">
        {podium.length === 0 ? (
          <EmptyLine title="No boat has a place" />
        ) : (
          <List>
            {podium.map(place => (
              <Place key={place.id} place={place} />
            ))}
          </List>
        )}
      </Section>
      <Panel padding="lg" as="section" aria-label="In figures">
        <StatList figures={[wonText, sharedText]}>
          <Stat label="Boats won">{wonText}</Stat>
          <Stat label="Backers share">{sharedText}</Stat>
        </StatList>
        <dl className={counts}>
          <Stat label="Backers">{formatNumber(recap.backers)}</Stat>
          <Stat label="Boats">{formatNumber(recap.boats)}</Stat>
          <Stat label="Catches">{formatNumber(recap.catches)}</Stat>
        </dl>
      </Panel>
      <Grid columns="two">
        {(biggestFish || clip) && (
          <Stack gap="sections">
            {biggestFish && <Biggest fish={biggestFish} />}
            {clip && <Picture recap={recap} />}
          </Stack>
        )}
        {clip ? (
          <Section id="clip" title="Best Clip">
            {clip}
          </Section>
        ) : (
          <Picture recap={recap} />
        )}
      </Grid>
      <Decisions recap={recap} />
      <TextLink href={paths.tournament(tournament.id)} standalone className={offPaper}>
        See the tournament
      </TextLink>
    </>
  )
}

/** Why results are as they are, where everyone can read it; nothing without rules, log or later round. */
function Decisions({ recap: { tournament, laterRounds } }: Pick<RecapViewProps, 'recap'>) {
  const { id, ruled = false, publicLog = false } = tournament
  if (!ruled && !publicLog && laterRounds.length === 0) return null
  return (
    <Section id="decisions" title="How It Was Decided">
      {laterRounds.map(({ at, reason }) => (
        <Text key={at} breakable>
          Results changed <DateTime iso={at} />
          {reason !== null && `: ${reason}`}
        </Text>
      ))}
      <Row gap="4">
        {ruled && (
          <>
            <TextLink href={`${paths.race(id)}#leaderboard`} standalone>
              Leaderboard
            </TextLink>
            <TextLink href={paths.rules(id)} standalone>
              Rules
            </TextLink>
            <TextLink href={paths.protests(id)} standalone>
              Protests
            </TextLink>
          </>
        )}
        {publicLog && (
          <TextLink href={paths.tournamentLog(id)} standalone>
            Catch Log
          </TextLink>
        )}
      </Row>
    </Section>
  )
}

function Picture({ recap }: Pick<RecapViewProps, 'recap'>) {
  const image = recapPicture(recap)
  return (
    <Section id="picture" title="Picture to Share">
      <img
        src={image}
        alt={`Recap of ${recap.tournament.name}`}
        width={1200}
        height={630}
        loading="lazy"
        className={picture}
      />
      <Row>
        <LinkButton href={image} download="recap.png" variant="secondary">
          <Download size={20} />
          Save Picture
        </LinkButton>
      </Row>
    </Section>
  )
}

const own = css({
  row: '3',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  paddingBlock: '2',
  paddingInline: '4',
  borderRadius: 'lg',
  backgroundColor: 'kelpSoft',
  color: 'onKelpSoft',
})

/** Result of the viewer as a backer; nothing for others. */
function Own({ tournamentId }: { tournamentId: string }) {
  const { isAuthenticated } = useSession()
  return (
    isAuthenticated && (
      <Data query={ownResultQuery(tournamentId)} optional>
        {({ funded, won }) =>
          centsOf(funded) > 0 && (
            <section aria-label="Your result" className={own}>
              <Text look="figure" weight="bold" tabular>
                {`You put in ${formatMoney(funded)} and won ${centsOf(won) === 0 ? 'nothing this time' : formatMoney(won)}.`}
              </Text>
              <TextLink href={paths.myFunding()} standalone>
                My Funding
              </TextLink>
            </section>
          )
        }
      </Data>
    )
  )
}

const row = css({ row: '3', flexWrap: 'wrap', padding: { base: '3', md: '4' } })
const prize = css({ marginInlineStart: 'auto', textStyle: 'figure', fontSize: '2xl', fontWeight: 'bold' })

const Place = ({ place }: { place: RecapPlace }) => (
  <li className={row}>
    <EntryPlace entry={place} size="lg" />
    <RowText basis="8rem">
      <Text as="h3" look="heading">
        <NameLink href={paths.boat(place.boat.id)}>{place.boat.name}</NameLink>
      </Text>
      <Muted small>
        {resultText(place) ?? 'No catch'} · Captain {place.boat.captainName}
      </Muted>
    </RowText>
    {centsOf(place.won) > 0 && (
      <span className={prize}>
        <Money amount={place.won} />
      </span>
    )}
  </li>
)

// Shrinks at 200 % text size.
const size = css({ textStyle: 'stat', fontSize: 'min({fontSizes.5xl}, 17vw)', overflowWrap: 'anywhere' })

const Biggest = ({ fish }: { fish: RecapFish }) => (
  <Section id="biggest-fish" title="Biggest Fish">
    <Panel padding="lg">
      <p className={size}>{measureText(fish)}</p>
      <Text weight="semibold" breakable>
        {fish.species}
      </Text>
      <TextLink href={paths.boat(fish.boat.id)} standalone>
        {fish.boat.name}
      </TextLink>
    </Panel>
  </Section>
)
