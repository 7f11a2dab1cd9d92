import type { Issue } from '#contract/errors.ts'
import { dollars } from '#contract/money.ts'
import type { OpenTournament } from './open-tournaments.queries.ts'

/** Returns the reasons why a tournament needs its organiser, each with the page that resolves it. */
export function issuesOf(tournament: OpenTournament, now: number): Issue[] {
  const { id, name, settled_at: settledAt, cancelled_at: cancelledAt, held, refunds, owed } = tournament
  const issue = (section: string, message: string): Issue => ({
    path: `/tournament/${id}/manage?section=${section}`,
    message,
  })
  if (cancelledAt === null && settledAt === null)
    return [
      now < tournament.ends_at
        ? issue('staff', `${name} isn’t over. Hand it over to another organiser, or cancel it.`)
        : issue('results', `${name} has no results. Confirm them, or hand the tournament over.`),
    ]
  // A cancellation refunds everything.
  const openRefunds = cancelledAt === null ? refunds : refunds + held
  return [
    openRefunds > 0 &&
      issue(
        'fundings',
        `${dollars(openRefunds)} of ${name} are being refunded. Wait until they are, or hand the tournament over.`,
      ),
    owed > 0 &&
      issue(
        'results',
        `${dollars(owed)} of winnings in ${name} aren’t paid. Pay them, or hand the tournament over.`,
      ),
    cancelledAt === null &&
      held > 0 &&
      issue(
        'fundings',
        `${dollars(held)} of ${name} are still with you. Record what the boats got, or hand the tournament over.`,
      ),
  ].filter(entry => entry !== false)
}

export const onlyOwnerIssue: Issue = {
  path: '/admin?section=people',
  message: 'You are the only owner of this site. Make someone else an owner first.',
}
