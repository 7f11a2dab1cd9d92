import { formatDateTime } from '#client/domain/dates.ts'
import { paths } from '#client/paths.ts'
import { BackLink } from '#client/ui/controls/back-link.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { PageHeader, Section } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import type { Rules, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { rulesOf } from '#contract/tournaments/scoring/rules-conversion.ts'
import { sectionsOf } from '#contract/tournaments/scoring/rules-sentences.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

interface RulesTextProps {
  tournament: Tournament
  /** Null if no version has this number. */
  version: TournamentRules | null
  /** The address names this version by its number. */
  isOld: boolean
}

/** The rules for everyone. Needs no script. */
export function RulesText({ tournament, version, isOld }: RulesTextProps) {
  return (
    <>
      <PageHeader
        title="Rules"
        description={<BackLink href={paths.tournament(tournament.id)}>{tournament.name}</BackLink>}
      />
      {version === null ? (
        <p>
          There is no such version.{' '}
          <TextLink href={paths.rules(tournament.id)}>Read the rules in force</TextLink>.
        </p>
      ) : (
        <VersionText tournament={tournament} version={version} isOld={isOld} />
      )}
    </>
  )
}

function VersionText({ tournament, version, isOld }: RulesTextProps & { version: TournamentRules }) {
  const { rules, number, reason } = version
  return (
    <>
      {number > 0 && (
        <Stack gap="1">
          <p>
            Version {number}, since {sinceWords(version)}.
          </p>
          {reason !== null && <Text breakable>Reason for the change: {reason}</Text>}
          <Row gap="4">
            {number > 1 && (
              <TextLink href={paths.rules(tournament.id, number - 1)} standalone>
                The version before
              </TextLink>
            )}
            {isOld && (
              <TextLink href={paths.rules(tournament.id)} standalone>
                The rules in force
              </TextLink>
            )}
          </Row>
        </Stack>
      )}
      {rules === null ? <HeaviestFish /> : <RulesSections rules={rulesOf(rules)} />}
    </>
  )
}

const HeaviestFish = () => (
  <Section title="Heaviest Fish">
    <Stack as="ul" gap="2">
      <li>The heaviest fish wins: each boat is ranked by its heaviest fish of any species.</li>
      <li>Of two equal fish the one that was caught first is ahead.</li>
      <li>The organiser can set a place, such as after a penalty.</li>
    </Stack>
  </Section>
)

/** Returns the time in the zone of the rules, else in UTC. */
function sinceWords({ setAt, rules }: TournamentRules): string {
  if (setAt === null) return 'the beginning'
  return rules === null ? formatDateTime(setAt) : zonedTime(setAt, rules)
}

const zonedTime = (iso: string, { timeZone }: RulesJson): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    .format(Date.parse(iso))
    .replaceAll('\u202f', ' ')

const sentences = css({
  listStyle: 'disc',
  paddingInlineStart: '5',
  maxWidth: 'prose',
  overflowWrap: 'anywhere',
  '& li::marker': { color: 'inkMuted' },
})

/** The rules in sentences, with a heading for each part. */
const RulesSections = ({ rules }: { rules: Rules }) =>
  sectionsOf(rules).map(({ title, sentences: own }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names and sentences can be the same
    <Section key={place} title={title}>
      <Stack as="ul" gap="2" className={sentences}>
        {own.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names and sentences can be the same
          <li key={index}>{sentence}</li>
        ))}
      </Stack>
    </Section>
  ))
