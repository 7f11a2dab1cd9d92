import { isTied, resultOf } from '#client/domain/result.ts'
import { myBoatsQuery } from '#client/money/api/my-boats.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { NameLink, TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import type { MyBoat } from '#contract/money/my-boats.ts'
import { centsOf, formatMoney } from '#contract/money.ts'
import { ordinal } from '#contract/numbers.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import { css } from '#styled/css/index.js'

/** What the viewer backs now; nothing without any. */
export function YourBoats() {
  const { isAuthenticated } = useSession()
  return (
    isAuthenticated && (
      <Data<MyBoat[]> query={myBoatsQuery()} fallback={null} failed={null}>
        {boats => boats.length > 0 && <Boats boats={boats} />}
      </Data>
    )
  )
}

const Boats = ({ boats }: { boats: readonly MyBoat[] }) => (
  <Section
    id="your-boats"
    title="Your Boats"
    action={
      <LinkButton href={paths.myFunding()} variant="ghost">
        My Funding
      </LinkButton>
    }
  >
    <ul className={list}>
      {boats.map(boat => (
        <BoatItem key={boat.id} item={boat} />
      ))}
    </ul>
  </Section>
)

const list = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 19rem), 1fr))',
  gap: '3',
})
const frame = css({ column: '2', padding: { base: '3', md: '4' } })
const top = css({ display: 'flex', flexWrap: 'wrap', columnGap: '3', alignItems: 'flex-start' })
const words = css({ flex: '1 1 7rem' })
const weight = css({ textStyle: 'figure', fontWeight: 'bold', textAlign: 'end' })
const latest = css({ textStyle: 'small', lineClamp: '2', overflowWrap: 'anywhere' })

function BoatItem({ item }: { item: MyBoat }) {
  const { boat, tournament, currentPosition, gap, update, won } = item
  const result = resultOf(item)
  return (
    <Panel as="li" className={frame}>
      <div className={top}>
        {currentPosition !== null && <PositionBadge position={currentPosition} isTied={isTied(item)} />}
        <Stack gap="none" breakable className={words}>
          <Text as="h3" look="figure" weight="bold" breakable>
            <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
          </Text>
          <TextLink href={paths.tournament(tournament.id)} standalone>
            {tournament.name}
          </TextLink>
        </Stack>
        {tournament.status === 'active' ? (
          <span className={weight}>{result?.figure ?? 'No catch yet'}</span>
        ) : (
          <StatusBadge status={tournament.status} />
        )}
      </div>
      {won !== undefined && (
        <Text weight="bold" tabular>
          {centsOf(won) === 0 ? 'You won nothing this time' : `You won ${formatMoney(won)}`}
        </Text>
      )}
      {gap && won === undefined && (
        <Text look="small" weight="semibold" tabular>
          {gapText(gap, currentPosition)}
        </Text>
      )}
      {update && (
        <p className={latest}>
          <Muted as="span">
            <RelativeTime iso={update.createdAt} />:
          </Muted>{' '}
          {update.content}
        </p>
      )}
    </Panel>
  )
}

function gapText({ place, weight, unit = 'lbs' }: NonNullable<MyBoat['gap']>, own: number | null): string {
  if (own === place) return `Tied for ${ordinal(place)}`
  return `${amountText(weight, unit)} ${own !== null && own < place ? 'ahead of' : 'behind'} ${ordinal(place)}`
}
