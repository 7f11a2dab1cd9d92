import { paths } from '#client/paths.ts'
import { ownRoleQuery } from '#client/tournaments/api/staff.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { countText } from '#contract/numbers.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { StartNow } from './start-now.tsx'

/** The organiser's steps before the start. Nothing for others, and later. */
export function OrganiserSteps({ tournament }: { tournament: Tournament }) {
  const { id, status, entries } = tournament
  if (status !== 'upcoming') return null
  return (
    <Data query={ownRoleQuery(id)} optional>
      {({ role }) =>
        role === 'organiser' && (
          <Section id="next-steps" title="Next Steps">
            <Stack gap="3">
              <Text>
                {entries.length === 0
                  ? 'Add the boats, or share this page: captains can enter their own.'
                  : `${countText(entries.length, 'boat')} entered. Start when everyone is ready.`}
              </Text>
              <Row gap="3">
                <LinkButton href={paths.manageTournament(id, 'entries')}>Add Boats</LinkButton>
                <StartNow tournament={tournament} />
                <LinkButton href={paths.manageTournament(id, 'checklist')} variant="secondary">
                  Checklist
                </LinkButton>
              </Row>
            </Stack>
          </Section>
        )
      }
    </Data>
  )
}
