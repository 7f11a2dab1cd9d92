import Trophy from 'lucide-react/icons/trophy'
import { placeText } from '#client/domain/result.ts'
import { paths } from '#client/paths.ts'
import { NameLink, TextLink } from '#client/ui/controls/link.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Grid, List, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import { RowAmount } from '#client/ui/marks/row-marks.tsx'
import { countText, ordinal } from '#contract/numbers.ts'
import type { BoatCareer, CareerPlace, Season, WeighedFish } from '#contract/tournaments/boat-profiles.ts'
import { catchText, measureText } from '#contract/tournaments/catch-texts.ts'
import { css, cva } from '#styled/css/index.js'
import { PlaceChart } from './place-chart.tsx'

/** Numbers of items shown at first. */
const first = { trophies: 6, seasons: 5, bests: 5 }

/** Shows what a boat did in settled tournaments. */
export const Career = ({ career }: { career: BoatCareer }) => (
  <>
    <Trophies trophies={career.trophies} />
    {career.places.length > 1 && <PlaceChart places={career.places} />}
    <Grid columns="two">
      <Seasons seasons={career.seasons} />
      <PersonalBests fish={career.personalBests} />
    </Grid>
  </>
)

const cups = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))',
  columnGap: '4',
  rowGap: '3',
})
const cup = css({ row: '3', minWidth: '0' })
const plate = cva({
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    boxSize: '11',
    borderRadius: 'full',
    color: 'onMedal',
    _forced: { borderWidth: '1px' },
  },
  variants: {
    place: {
      1: { backgroundColor: 'gold' },
      2: { backgroundColor: 'silver' },
      3: { backgroundColor: 'bronze' },
    },
  },
})

function Trophies({ trophies }: { trophies: readonly CareerPlace[] }) {
  if (trophies.length === 0) return null
  return (
    <FirstItems items={trophies} step={first.trophies} what="trophies">
      {items => (
        <ul aria-label="Trophies" className={cups}>
          {items.map(({ place, tied, boats, tournament, startDate }) => (
            <li key={tournament.id} className={cup}>
              <span aria-hidden className={plate({ place: place === 1 || place === 2 ? place : 3 })}>
                <Trophy size={24} />
              </span>
              <Stack gap="0" breakable>
                <NameLink href={paths.tournament(tournament.id)}>{tournament.name}</NameLink>
                <Muted as="span" small>
                  {placeText(place ?? 3, tied)} of {countText(boats, 'boat')} · {startDate.slice(0, 4)}
                </Muted>
              </Stack>
            </li>
          ))}
        </ul>
      )}
    </FirstItems>
  )
}

const Heading = ({ children }: { children: string }) => (
  <Text as="h3" look="subheading" weight="bold">
    {children}
  </Text>
)

function Seasons({ seasons }: { seasons: readonly Season[] }) {
  return (
    <Stack gap="3">
      <Heading>Seasons</Heading>
      <FirstItems items={seasons} step={first.seasons} what="seasons">
        {items => (
          <List>
            {items.map(season => (
              <SeasonRow key={season.year} season={season} />
            ))}
          </List>
        )}
      </FirstItems>
    </Stack>
  )
}

function SeasonRow({ season }: { season: Season }) {
  const { year, tournaments, firsts, podiums, bestPlace, heaviest, raised, paidBack, backPer100 } = season
  return (
    <ListRow
      title={year}
      titleAs="h4"
      line={
        <>
          {bestPlace !== null && `Best ${ordinal(bestPlace)} in `}
          {countText(tournaments, 'tournament')}
        </>
      }
      figures={
        backPer100 !== null && (
          <>
            <RowAmount amount={backPer100} />
            <Muted as="span" small>
              back per $100
            </Muted>
          </>
        )
      }
    >
      <Text look="small">
        {countText(firsts, 'win')}, {countText(podiums, 'time')} in the top 3.
      </Text>
      {heaviest && (
        <Text look="small" breakable>
          Heaviest: {catchText(heaviest)} in{' '}
          <TextLink href={paths.tournament(heaviest.tournament.id)}>{heaviest.tournament.name}</TextLink>
        </Text>
      )}
      {backPer100 !== null && (
        <Text look="small">
          Backers put in <Money amount={raised} cents /> and got <Money amount={paidBack} cents />.
        </Text>
      )}
    </ListRow>
  )
}

function PersonalBests({ fish }: { fish: readonly WeighedFish[] }) {
  if (fish.length === 0) return null
  return (
    <Stack gap="3">
      <Heading>Personal Bests</Heading>
      <FirstItems items={fish} step={first.bests} what="personal bests">
        {items => (
          <List>
            {items.map(({ species, caughtAt, tournament, ...measures }) => (
              <ListRow
                key={species}
                title={species}
                titleAs="h4"
                href={paths.tournament(tournament.id)}
                line={
                  <>
                    <DateOnly iso={caughtAt} /> · {tournament.name}
                  </>
                }
                figures={
                  <Text as="span" look="figure" weight="bold">
                    {measureText(measures)}
                  </Text>
                }
              />
            ))}
          </List>
        )}
      </FirstItems>
    </Stack>
  )
}
