import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'

export const winMailKind = 'mail-win'

/** Returns the job's subject, one for each backer and boat. */
export const winMailSubject = (entry: EntryId, backer: UserId): string => `${entry}/${backer}`

export const paidMailKind = 'mail-paid'

/** Returns the prefix of the subjects of all mails to a backer. */
export const paidMailsTo = (tournament: TournamentId, backer: UserId): string => `${tournament}/${backer}/`

/** Returns the job's subject, one for each backer and payment. @param at milliseconds since 1970 */
export const paidMailSubject = (tournament: TournamentId, backer: UserId, at: number): string =>
  `${paidMailsTo(tournament, backer)}${at}`

export const roundMailKind = 'mail-round'

/** Returns the job's subject, one for each backer and round. */
export const roundMailSubject = (tournament: TournamentId, round: number, backer: UserId): string =>
  `${tournament}/${round}/${backer}`
