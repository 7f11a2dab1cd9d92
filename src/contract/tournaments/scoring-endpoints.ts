import type { Endpoint } from '../endpoint.ts'

/** What standings of ruled tournaments follow from. */
const scored = [
  'anglers',
  'catches',
  'entries',
  'penalties',
  'tie_decisions',
  'tournament_rules',
  'tournaments',
] as const

export const scoringEndpoints = {
  'GET /api/rules-presets': {
    summary: 'List formats to begin rules with',
    access: 'public',
    answer: 'rulesPreset[]',
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
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id/standings': {
    summary: 'Read the boards of all categories and days; none without rules',
    access: 'public',
    query: 'standingsPart',
    answer: 'scoreBoard[]',
    reads: scored,
  },
  'GET /api/tournaments/:id/awards': {
    summary: 'Read pots and awards; before the end as if it ended now',
    access: 'public',
    answer: 'awards',
    reads: [...scored, 'pot_entries'],
  },
} as const satisfies Record<string, Endpoint>
