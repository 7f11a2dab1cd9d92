import { expect, test } from 'bun:test'
import type { OwnTournament } from '#contract/money/my-tournaments.ts'
import { answerSteps, handOverSteps, nextStep } from './next-step.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const tournament: OwnTournament = {
  id: 't',
  name: 'Marina Cup',
  location: null,
  startDate: '2026-06-04T12:00:00.000Z',
  endDate: '2026-06-05T12:00:00.000Z',
  status: 'upcoming',
  stage: 'upcoming',
  boats: 3,
  weighed: 0,
  owed: null,
  held: null,
}

const cases: [Partial<OwnTournament>, string, string][] = [
  [{}, '3 boats entered. Starts in 3 days', 'entries'],
  [{ boats: 0 }, 'No boats yet: add them, or share its page with captains.', 'checklist'],
  [{ stage: 'live', boats: 1 }, '1 boat entered: weigh in the first catch.', 'weigh-in'],
  [{ stage: 'live', weighed: 2 }, '2 of 3 boats with a catch: weigh in the next.', 'weigh-in'],
  [{ stage: 'live', boats: 0 }, 'No boats yet: add them, or share its page with captains.', 'checklist'],
  [{ stage: 'results' }, 'It is over: enter what each boat won.', 'results'],
  [{ stage: 'results', ruled: true }, 'It is over: confirm the results.', 'results'],
  [
    { stage: 'results', ruled: true, protestsUntil: '2026-06-01T12:00:00.000Z' },
    'It is over: confirm the results.',
    'results',
  ],
  [
    { stage: 'results', ruled: true, protestsUntil: '2026-06-01T23:58:00.000Z' },
    'Captains can protest until Monday 11:58 PM UTC. Then confirm the results.',
    'results',
  ],
  [
    { stage: 'payouts', owed: { shares: 12, amount: '1240.00' } },
    'Pay the backers $1,240 in 12 shares.',
    'results',
  ],
  [{ stage: 'finished' }, 'Results are confirmed, and every share is paid.', 'entries'],
  [{ stage: 'finished', held: '9300.00' }, 'Every share is paid. You hold $9,300 for the boats.', 'fundings'],
  [{ stage: 'finished', boats: 0 }, 'It ended without boats.', 'entries'],
  [{ stage: 'finished', status: 'cancelled' }, 'Cancelled: backers get their money back.', 'entries'],
]

test.each(cases)('%o: %s', (change, text, section) => {
  expect(nextStep({ ...tournament, ...change }, now)).toMatchObject({ text, section })
})

test('money that the organiser holds is a step beside results and payouts', () => {
  for (const stage of ['results', 'payouts'] as const)
    expect(handOverSteps({ ...tournament, stage, held: '9300.00' })).toMatchObject([
      { text: 'You hold $9,300 for the boats.', section: 'fundings' },
    ])
  expect(handOverSteps({ ...tournament, stage: 'results' })).toEqual([])
  expect(handOverSteps({ ...tournament, stage: 'finished', held: '9300.00' })).toEqual([])
})

test('open protests and jackpots that captains ask for are steps of their own', () => {
  expect(answerSteps(tournament)).toEqual([])
  expect(answerSteps({ ...tournament, openProtests: 1, boatsAsking: 2 })).toMatchObject([
    { text: '1 protest is open.', section: 'protests' },
    { text: '2 boats ask for jackpots.', section: 'entries' },
  ])
  expect(answerSteps({ ...tournament, openProtests: 2, boatsAsking: 1 })).toMatchObject([
    { text: '2 protests are open.' },
    { text: '1 boat asks for a jackpot.' },
  ])
})
