import { formatDeadline, type Zone } from '#client/domain/dates.ts'
import { timeText } from '#client/domain/schedule.ts'
import type { OwnTournament } from '#contract/money/my-tournaments.ts'
import { formatMoney } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'

export interface NextStep {
  text: string
  action: string
  /** Section of the Manage page. */
  section: string
  /** Id of a part of the section. */
  part?: string
}

const heldText = (held: string): string => `You hold ${formatMoney(held)} for the boats.`

/** The step to hand the boats their money, beside another step; none if no money is held. */
export const handOverSteps = ({ stage, held }: OwnTournament): readonly NextStep[] =>
  held === null || stage === 'finished'
    ? []
    : [{ text: heldText(held), action: 'Hand It Over', section: 'fundings' }]

/** Requests that wait for the organiser's answer, beside another step. */
export function answerSteps({ openProtests = 0, boatsAsking = 0 }: OwnTournament): readonly NextStep[] {
  const protests = `${countText(openProtests, 'protest is', 'protests are')} open.`
  const pots = `${countText(boatsAsking, 'boat asks for a jackpot', 'boats ask for jackpots')}.`
  return [
    ...(openProtests > 0 ? [{ text: protests, action: 'Decide', section: 'protests' }] : []),
    ...(boatsAsking > 0 ? [{ text: pots, action: 'Confirm', section: 'entries' }] : []),
  ]
}

function resultsStep({ ruled, protestsUntil }: OwnTournament, now: number, zone: Zone): NextStep {
  const section = 'results'
  if (!ruled) return { text: 'It is over: enter what each boat won.', action: 'Enter Results', section }
  if (protestsUntil === undefined || Date.parse(protestsUntil) <= now)
    return { text: 'It is over: confirm the results.', action: 'Confirm Results', section }
  const until = formatDeadline(protestsUntil, now, zone)
  return {
    text: `Captains can protest until ${until}. Then confirm the results.`,
    action: 'See Results',
    section,
  }
}

/** The organiser's next step. @param now milliseconds since 1970 */
export function nextStep(tournament: OwnTournament, now: number, zone: Zone = 'utc'): NextStep {
  const { stage, boats, weighed, owed, held, status } = tournament
  const noBoats = 'No boats yet: add them, or share its page with captains.'
  switch (stage) {
    case 'live':
      if (boats === 0) return { text: noBoats, action: 'Manage', section: 'checklist' }
      return {
        text:
          weighed === 0
            ? `${countText(boats, 'boat')} entered: weigh in the first catch.`
            : `${weighed} of ${countText(boats, 'boat')} with a catch: weigh in the next.`,
        action: 'Weigh In',
        section: 'weigh-in',
      }
    case 'results':
      return resultsStep(tournament, now, zone)
    case 'payouts':
      return {
        text:
          owed === null
            ? 'Pay the backers their shares.'
            : `Pay the backers ${formatMoney(owed.amount)} in ${countText(owed.shares, 'share')}.`,
        action: 'Pay Shares',
        section: 'results',
        part: 'payouts',
      }
    case 'upcoming':
      if (boats === 0) return { text: noBoats, action: 'Get Ready', section: 'checklist' }
      return {
        text: [`${countText(boats, 'boat')} entered.`, timeText(tournament, now)].filter(Boolean).join(' '),
        action: 'Manage',
        section: 'entries',
      }
    case 'finished':
      if (held !== null)
        return {
          text: `Every share is paid. ${heldText(held)}`,
          action: 'Hand Over Money',
          section: 'fundings',
        }
      return { text: finishedText(status, boats), action: 'Manage', section: 'entries' }
  }
}

function finishedText(status: OwnTournament['status'], boats: number): string {
  if (status === 'cancelled') return 'Cancelled: backers get their money back.'
  return boats === 0 ? 'It ended without boats.' : 'Results are confirmed, and every share is paid.'
}
