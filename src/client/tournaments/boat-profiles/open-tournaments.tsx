import { paths } from '#client/paths.ts'
import { showcaseQueries } from '#client/tournaments/api/tournaments.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DatesAndPlace } from '#client/ui/marks/relative-time.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { TournamentCard } from '#contract/tournaments/tournaments.ts'

/** The next tournaments that take boats. @param boatId to enter */
export function OpenTournaments({ boatId }: { boatId: string }) {
  return (
    <Data query={showcaseQueries.active} optional>
      {active => (
        <Data query={showcaseQueries.upcoming} optional>
          {upcoming => <Choices boatId={boatId} tournaments={[...active.items, ...upcoming.items]} />}
        </Data>
      )}
    </Data>
  )
}

const Choices = ({ boatId, tournaments }: { boatId: string; tournaments: readonly TournamentCard[] }) => (
  <Section id="enter" title="Enter It in a Tournament">
    {tournaments.length === 0 ? (
      <Muted>
        No tournament takes boats now. <TextLink href={paths.createTournament()}>Create one</TextLink>, or
        come back later.
      </Muted>
    ) : (
      <Stack as="ul" gap="3">
        {tournaments.map(tournament => (
          <Row as="li" key={tournament.id} between gap="3">
            <Stack gap="0" breakable>
              <Text as="h3" look="figure">
                {tournament.name}
              </Text>
              <Muted small>
                <DatesAndPlace tournament={tournament} />
              </Muted>
            </Stack>
            <LinkButton href={paths.enterBoat(tournament.id, boatId)} variant="secondary">
              Enter a Boat<VisuallyHidden> in {tournament.name}</VisuallyHidden>
            </LinkButton>
          </Row>
        ))}
      </Stack>
    )}
  </Section>
)
