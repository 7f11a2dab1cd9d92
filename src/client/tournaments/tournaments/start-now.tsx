import { useQuery } from '@tanstack/react-query'
import Play from 'lucide-react/icons/play'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatDateTime } from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { serverNow } from '#client/lib/server-time.ts'
import { toast } from '#client/lib/toast.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import { changeTournament } from '#client/tournaments/api/tournaments.ts'
import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import type { Tournament, TournamentSummary } from '#contract/tournaments/tournaments.ts'

/** Funding that was to close at the start closes with it. */
const closesAtStart = ({ fundingClosesAt, startDate }: TournamentSummary) => fundingClosesAt === startDate

function closingText(tournament: Tournament, now: number): string {
  const { fundingClosesAt, endDate, entries } = tournament
  if (fundingClosesAt !== null && Date.parse(fundingClosesAt) <= now) return 'Funding has closed already.'
  if (closesAtStart(tournament)) return 'Funding closes for good.'
  const others = `Funding stays open until ${formatDateTime(fundingClosesAt ?? endDate, 'local')}`
  return fundingClosesAt === null && entries.some(({ ifGoalMissed }) => ifGoalMissed === 'refund')
    ? `${others}, except for boats that refund a missed goal: theirs closes.`
    : `${others}.`
}

/**
 * Returns null if fish count at once.
 * @param version undefined: without rules, or not read yet
 */
function waitText(version: TournamentRules | undefined, now: number): string | null {
  const linesIn = version?.rules?.days[0]?.linesIn
  return linesIn !== undefined && Date.parse(linesIn) > now
    ? `Fish count only from ${formatDateTime(linesIn, 'local')}, lines in of its rules.`
    : null
}

/** Moves the start of an upcoming tournament to now. */
export function StartNow({ tournament }: { tournament: Tournament }) {
  const now = useNow()
  const change = useApiMutation(changeTournament, 'Failed to start the tournament. Please try again.')
  const { id, name, status, startDate, ruled, entries } = tournament
  const isHydrated = useHydrated()
  const rules = useQuery({
    ...rulesQuery(id),
    enabled: isHydrated && status === 'upcoming' && ruled === true,
  })
  if (status !== 'upcoming') return null

  const start = async () => {
    const at = new Date(serverNow()).toISOString()
    await change.send({
      params: { id },
      body: { startDate: at, ...(closesAtStart(tournament) && { fundingClosesAt: at }) },
    })
    toast({
      title: 'Tournament started',
      description: waitText(rules.data, now) ?? 'You can weigh in the first catch.',
    })
  }

  return (
    <ConfirmButton
      label={
        <>
          <Play size={20} />
          Start Now
        </>
      }
      variant="secondary"
      title={`Start ${name} now?`}
      description={[
        ...(entries.length === 0 ? ['No boat is entered yet.'] : []),
        `It starts for everyone at once, not ${formatDateTime(startDate, 'local')}.`,
        closingText(tournament, now),
        'From the start on, captains can’t withdraw their boats, and you and the crews can’t fund one.',
        ...(ruled ? [waitText(rules.data, now) ?? 'The hours in its rules stay as they are.'] : []),
      ].join(' ')}
      confirmLabel="Start Now"
      cancelLabel="Not Yet"
      onConfirm={start}
      onError={change.fail}
    />
  )
}

export function StartSection({ tournament }: { tournament: Tournament }) {
  if (tournament.status !== 'upcoming') return null
  return (
    <Section id="start" title="Start">
      <Stack align="start">
        <Muted>Starts the tournament before its time, when all boats are ready.</Muted>
        <StartNow tournament={tournament} />
      </Stack>
    </Section>
  )
}
