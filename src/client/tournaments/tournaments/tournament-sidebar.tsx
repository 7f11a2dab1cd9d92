import { spanOf } from '#client/domain/schedule.ts'
import { raisedBy } from '#client/domain/standings.ts'
import { useNow } from '#client/lib/now.tsx'
import { ZoneName } from '#client/lib/zone.tsx'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Stat, StatList } from '#client/ui/layout/card.tsx'
import { Fact } from '#client/ui/layout/fact.tsx'
import { Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Money, PrizePool } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { formatMoney } from '#contract/money.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const aside = css({ column: { base: '4', md: '5' }, scrollMarginTop: '16' })
const panelTitle = css({
  textStyle: 'subheading',
  // "Tournament" in one line on 320 px at 200 % text size.
  fontSize: 'min(token(fontSizes.2xl), 10vw)',
  fontWeight: 'bold',
  textTransform: 'uppercase',
})
const stats = css({ gridTemplateColumns: { lg: 'minmax(0, 1fr)' } })
const detail = css({
  paddingBottom: '3',
  borderBottomWidth: '1px',
  borderColor: 'line',
  '&:last-child': { borderBottomWidth: '0', paddingBottom: '0' },
})

export function TournamentSidebar({ tournament }: { tournament: Tournament }) {
  const now = useNow()
  const span = spanOf(tournament)
  const raised = raisedBy(tournament.entries)
  const hasStarted = span !== null && now >= span.start
  const hasEnded = span !== null && now >= span.end
  return (
    <aside id="info" aria-label="About this tournament" className={aside}>
      <Panel as="section" aria-labelledby="stats-title" padding="md" lifted gap="4">
        <h2 id="stats-title" className={panelTitle}>
          Tournament Stats
        </h2>
        <StatList figures={[formatMoney(raised), formatMoney(tournament.prizePool ?? '0')]} className={stats}>
          <Stat label="Registered Boats">{tournament.entries.length}</Stat>
          <Stat label="Total Funding">
            <Money amount={raised} />
          </Stat>
          <Stat label="Prize Pool">
            <PrizePool amount={tournament.prizePool} />
          </Stat>
        </StatList>
      </Panel>
      <Panel as="section" aria-labelledby="details-title" padding="md" lifted gap="4">
        <h2 id="details-title" className={panelTitle}>
          Tournament Details
        </h2>
        <Stack as="dl" gap="3">
          <Fact name={hasStarted ? 'Started' : 'Starts'} className={detail}>
            <DateTime iso={tournament.startDate} />
          </Fact>
          <Fact name={hasEnded ? 'Ended' : 'Ends'} className={detail}>
            <DateTime iso={tournament.endDate} />
          </Fact>
          <Fact name="Location" className={detail}>
            {tournament.location || 'Location TBD'}
          </Fact>
        </Stack>
        {tournament.publicLog && (
          <TextLink href={paths.tournamentLog(tournament.id)} standalone>
            Catch log
          </TextLink>
        )}
        <Muted small>
          Times are in <ZoneName />.
        </Muted>
        {tournament.ruled && (
          <TextLink href={paths.rules(tournament.id)} standalone>
            How it is scored
          </TextLink>
        )}
      </Panel>
    </aside>
  )
}
