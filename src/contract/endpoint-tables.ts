/* Tables that several calls read: see `reads` of an endpoint. */

/** Tables that say which boats are in which tournament. */
export const memberships = [
  'entries on insert',
  'entries on delete',
  'entries on update of withdrawn_at',
] as const
/** Tables behind a tournament and its entries. */
export const tournamentTables = [
  'tournaments',
  'tournament_rules',
  'entries',
  'settlements',
  'boats on update',
  'branding',
] as const
/** Tables behind standings of tournaments with rules. */
export const scoredTables = [
  'anglers',
  'catches',
  'entries',
  'penalties',
  'tie_decisions',
  'tournament_rules',
  'tournaments',
] as const
/** Tables behind the state of results. */
export const resultTables = [...scoredTables, 'holds', 'pot_entries', 'protests', 'rounds'] as const
/** Tables behind shares if a tournament ended now. */
export const ifEndedTables = [
  ...resultTables,
  'boats on update',
  'disputes',
  'fundings',
  'settlements',
] as const
/** Tables behind backers' fundings and shares. The mode of a payment that was settled doesn’t change. */
export const settledMoney = ['fundings on delete', 'payouts on insert', 'results'] as const
