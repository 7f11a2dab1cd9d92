/* Tables that several calls read: see `reads` of an endpoint. */

/** Which boats are in which tournament. */
export const memberships = [
  'entries on insert',
  'entries on delete',
  'entries on update of withdrawn_at',
] as const
/** What a tournament and its entries show. */
export const shown = [
  'tournaments',
  'tournament_rules',
  'entries',
  'settlements',
  'boats on update',
  'branding',
] as const
/** What standings of ruled tournaments follow from. */
export const scoredTables = [
  'anglers',
  'catches',
  'entries',
  'penalties',
  'tie_decisions',
  'tournament_rules',
  'tournaments',
] as const
/** What the state of results follows from. */
export const resultTables = [...scoredTables, 'holds', 'pot_entries', 'protests', 'rounds'] as const
/** What one's share would be if a tournament ended now. */
export const ifEndedTables = [
  ...resultTables,
  'boats on update',
  'disputes',
  'fundings',
  'settlements',
] as const
/** What backers put in and got. The mode of a payment that was settled doesn’t change. */
export const settledMoney = ['fundings on delete', 'payouts on insert', 'results'] as const
