import { type EntryId, isId, type TournamentId, type UserId } from '#contract/ids.ts'
import type { Mail } from '#server/mail/mail.ts'

export const winMailKind = 'mail-win'

/** Returns the job's subject, one for each backer and boat. */
export const winMailSubject = (entry: EntryId, backer: UserId): string => `${entry}/${backer}`

/** @returns null when malformed */
export function parseWinMailSubject(subject: string): { entry: EntryId; backer: UserId } | null {
  const [entry, backer] = subject.split('/')
  return isId<'entry'>(entry) && isId<'user'>(backer) ? { entry, backer } : null
}

export interface Win {
  to: string
  boat: string
  tournament: string
  /** `$1,234.50` */
  amount: string
  winnings: string
  contributed: string
  organiser: string
  /** Sentence that states the date of payment. */
  paidBy: string
  /** Null if the backer stated none. */
  destination: string | null
  myFunding: string
  statement: string
  /** See `resultsText`; null without rules. */
  state: string | null
  /** Head of the public catch log, see {@link logLine}; null if the log isn't public. */
  logHead: string | null
  siteName: string
}

/** A copy of the head, with which the recipient can prove a later rewrite of the log. */
const logLine = (head: string | null): string =>
  head === null ? '' : `\nThe catch log stood at ${head}. Keep this mail: it proves what the log said.\n`

const stateLine = (state: string | null): string => (state === null ? '' : `\n${state}.\n`)

export function winMail(win: Win): Mail {
  return {
    to: win.to,
    subject: `You won ${win.amount} with ${win.boat}`,
    text: `You won ${win.amount}.

${win.boat} won ${win.winnings} in ${win.tournament}, and you backed it with ${win.contributed}.

What happens next: ${win.organiser} runs the tournament and pays your share. ${win.paidBy} ${win.destination ?? 'Say under My Funding where the money should go.'} They have your name and this address, and may write to you about it. Don't answer anyone else who asks. My Funding shows when your share is marked as paid:

${win.myFunding}

How the winnings were divided, to the cent:

${win.statement}
${stateLine(win.state)}${logLine(win.logHead)}
${win.siteName}
`,
  }
}

export const paidMailKind = 'mail-paid'

/** Returns the prefix of the subjects of all mails to a backer. */
export const paidMailsTo = (tournament: TournamentId, backer: UserId): string => `${tournament}/${backer}/`

/** Returns the job's subject, one for each backer and payment. @param at milliseconds since 1970 */
export const paidMailSubject = (tournament: TournamentId, backer: UserId, at: number): string =>
  `${paidMailsTo(tournament, backer)}${at}`

/** @returns null when malformed */
export function parsePaidMailSubject(
  subject: string,
): { tournament: TournamentId; backer: UserId; at: number } | null {
  const [tournament, backer, at = ''] = subject.split('/')
  return isId<'tournament'>(tournament) && isId<'user'>(backer) && /^\d{1,16}$/.test(at)
    ? { tournament, backer, at: Number(at) }
    : null
}

interface Payment {
  to: string
  tournament: string
  /** `$1,234.50` */
  amount: string
  shares: readonly { boat: string; amount: string }[]
  organiser: string
  myFunding: string
  siteName: string
}

export function paidMail(payment: Payment): Mail {
  return {
    to: payment.to,
    subject: `${payment.organiser} paid you ${payment.amount} in winnings`,
    text: `${payment.organiser} marked your winnings in ${payment.tournament} as paid:

${payment.shares.map(({ boat, amount }) => `${amount} for ${boat}`).join('\n')}

A transfer can take some days to arrive. If it doesn't, write to ${payment.organiser} and name the tournament. Your payments are listed under My Funding:

${payment.myFunding}

${payment.siteName}
`,
  }
}

export const roundMailKind = 'mail-round'

/** Returns the job's subject, one for each backer and round. */
export const roundMailSubject = (tournament: TournamentId, round: number, backer: UserId): string =>
  `${tournament}/${round}/${backer}`

/** @returns null when malformed */
export function parseRoundMailSubject(
  subject: string,
): { tournament: TournamentId; round: number; backer: UserId } | null {
  const [tournament, round = '', backer] = subject.split('/')
  return isId<'tournament'>(tournament) && /^\d{1,4}$/.test(round) && isId<'user'>(backer)
    ? { tournament, round: Number(round), backer }
    : null
}

/** Amounts such as `$1,234.50`; differences with their sign. */
interface RoundChange {
  to: string
  tournament: string
  reason: string
  shares: readonly { boat: string; before: string; amount: string; change: string }[]
  /** Null if the backer returns nothing. */
  toReturn: string | null
  organiser: string
  myFunding: string
  /** See `resultsText`; null without rules. */
  state: string | null
  logHead: string | null
  siteName: string
}

export function roundMail(round: RoundChange): Mail {
  const lines = round.shares.map(
    ({ boat, before, amount, change }) => `${boat}: ${before} before, ${amount} now (${change})`,
  )
  const back =
    round.toReturn === null
      ? ''
      : `You were paid ${round.toReturn} too much. ${round.organiser} will ask you to return it, or may waive it.\n\n`
  return {
    to: round.to,
    subject: `Your share of ${round.tournament} changed`,
    text: `${round.organiser} settled the results of ${round.tournament} again: ${round.reason}

${lines.join('\n')}

${back}Your statement under My Funding explains each cent:

${round.myFunding}
${stateLine(round.state)}${logLine(round.logHead)}
${round.siteName}
`,
  }
}
