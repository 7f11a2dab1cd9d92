import { datedChange, type Endpoint, organisers, staff } from '../endpoint.ts'
import { scoredTables, tournamentTables } from '../endpoint-tables.ts'
import { presetKeys } from './scoring/preset-texts.ts'
import { scoringLimits } from './scoring/scoring-limits.ts'

/** A decision of an organiser with a reason. */
const ruling = { access: organisers, body: 'ruling', ...datedChange } as const

export const scoringEndpoints = {
  'GET /api/rules-presets': {
    summary: 'List formats to begin rules with',
    access: 'public',
    answer: 'rulesPreset[]',
    most: presetKeys.length,
    reads: [],
  },
  'GET /api/tournaments/:id/rules': {
    summary: 'Read the rules in force, or those of a number',
    access: 'public',
    query: 'rulesNumber',
    answer: 'tournamentRules',
    reads: ['tournament_rules', 'tournaments'],
  },
  'PUT /api/tournaments/:id/rules': {
    summary: 'Set the rules as the organiser; with a reason once a backer has paid',
    access: ['organiser'],
    body: 'newRules',
    answer: 'tournamentRules',
    ...datedChange,
  },
  'GET /api/tournaments/:id/standings': {
    summary: 'Read the boards of all categories and days; none without rules',
    access: 'public',
    query: 'standingsPart',
    answer: 'scoreBoard[]',
    most: scoringLimits.categories * (scoringLimits.days + 1),
    reads: [...scoredTables, ...tournamentTables],
  },
  'GET /api/tournaments/:id/board': {
    summary: 'List the contestants of one board with their fish, by place; none without rules',
    access: 'public',
    query: 'boardPart',
    answer: 'boardLine[]',
    // The catalog says whether the tournament is shown.
    reads: [...scoredTables, ...tournamentTables],
  },
  'GET /api/tournaments/:id/race': {
    summary: 'Read the history of the main board, weigh-in by weigh-in',
    access: 'public',
    answer: 'race',
    reads: [...scoredTables, ...tournamentTables],
  },
  'GET /api/tournaments/:id/awards': {
    summary: 'Read pots and awards; before the end as if it ended now',
    access: 'public',
    answer: 'awards',
    reads: [...scoredTables, ...tournamentTables, 'holds', 'pot_entries', 'protests'],
  },
  'PUT /api/catches/:id/disqualification': {
    summary: 'Disqualify a catch; everyone reads the reason',
    ...ruling,
    answer: 'fish',
  },
  'DELETE /api/catches/:id/disqualification': {
    summary: 'Reinstate a disqualified catch',
    ...ruling,
    answer: 'fish',
  },
  'PUT /api/catches/:id/allowance': {
    summary: 'Let a catch count outside lines and scale hours',
    ...ruling,
    answer: 'fish',
  },
  'DELETE /api/catches/:id/allowance': {
    summary: 'End the allowance of a catch',
    ...ruling,
    answer: 'fish',
  },
  'PUT /api/tournament-entries/:id/disqualification': {
    summary: 'Disqualify a boat; everyone reads the reason',
    ...ruling,
    answer: 'entry',
  },
  'DELETE /api/tournament-entries/:id/disqualification': {
    summary: 'Reinstate a disqualified boat',
    ...ruling,
    answer: 'entry',
  },
  'POST /api/tournament-entries/:id/penalties': {
    summary: 'Record a penalty of the rules',
    access: staff,
    body: 'newPenalty',
    answer: 'penalty',
    status: 201,
    repeatStatus: 200,
    ...datedChange,
  },
  'DELETE /api/penalties/:id': {
    summary: 'Lift a penalty',
    ...ruling,
    status: 204,
  },
  'PUT /api/tournaments/:id/tie-decisions': {
    summary: 'Decide a tie of a board, such as by a fish-off',
    access: organisers,
    body: 'newTieDecision',
    answer: 'scoreBoard',
    ...datedChange,
  },
  'PUT /api/tournament-entries/:id/pots': {
    summary: 'Ask for pots as the captain, or confirm them as an organiser',
    access: ['captain', ...organisers],
    body: 'newEntryPots',
    answer: 'entryPots',
    ...datedChange,
  },
  'GET /api/tournament-entries/:id/pots': {
    summary: 'Read which pots a boat is in, and which its backers share',
    access: 'public',
    answer: 'backedPots',
    reads: ['boats on update', 'entries', 'pot_entries', 'tournament_rules', 'tournaments'],
  },
  'GET /api/tournament-entries/:id/anglers': {
    summary: 'List the anglers of a boat as its captain or staff',
    access: ['captain', ...staff],
    answer: 'anglers',
    reads: ['anglers', 'boats on update', 'entries', 'staff', 'tournaments'],
  },
  'PUT /api/tournament-entries/:id/anglers': {
    summary: 'Set the anglers of a boat; from the start on as staff',
    access: ['captain', ...staff],
    body: 'newAnglers',
    answer: 'anglers',
    ...datedChange,
  },
} as const satisfies Record<string, Endpoint>
