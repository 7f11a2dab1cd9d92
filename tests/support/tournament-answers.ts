import type {
  Entry,
  Tournament,
  TournamentCard,
  TournamentSummary,
} from '#contract/tournaments/tournaments.ts'

/* Answers of the API, with defaults for the fields that a test does not name. */

const [startDate, endDate] = ['2026-11-20T00:00:00.000Z', '2026-11-23T00:00:00.000Z']

export const makeEntry = (name: string, values: Partial<Entry> = {}): Entry => ({
  id: name,
  boat: { id: name, name, captainName: 'Ana Reyes', description: null, imageUrl: null },
  fundingGoal: '100.00',
  currentFunding: '0.00',
  payoutPercentage: 40,
  ifGoalMissed: 'share',
  goalReached: null,
  fundingOpen: true,
  closesAt: endDate,
  currentPosition: null,
  bestCatch: null,
  backerCount: 0,
  ...values,
})

const makeSummary = (name: string): TournamentSummary => ({
  id: name,
  name,
  description: null,
  location: null,
  startDate,
  endDate,
  fundingClosesAt: null,
  payoutDays: null,
  payoutsDueAt: null,
  cancelReason: null,
  status: 'active',
  prizePool: null,
  organiserId: 'o',
})

export const makeTournament = (name: string, values: Partial<Tournament> = {}): Tournament => ({
  ...makeSummary(name),
  entries: [],
  ...values,
})

export const makeCard = (name: string, values: Partial<TournamentCard> = {}): TournamentCard => ({
  ...makeSummary(name),
  fundingOpen: true,
  closesAt: values.endDate ?? endDate,
  boats: 0,
  raised: '0.00',
  goal: '0.00',
  backers: 0,
  leader: null,
  ...values,
})
