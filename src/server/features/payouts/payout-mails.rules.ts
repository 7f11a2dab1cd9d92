import { type EntryId, isId, type UserId } from '#contract/ids.ts'
import type { Mail } from '#server/mail/mail.ts'

export const winMailKind = 'mail-win'

/** One per backer and boat. */
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
  myFunding: string
  statement: string
}

export function winMail(win: Win): Mail {
  return {
    to: win.to,
    subject: `${win.boat} won, and your share is ${win.amount}`,
    text: `${win.boat} won ${win.winnings} in ${win.tournament}. You backed it with ${win.contributed}, and your share is

${win.amount}

What happens next: ${win.organiser} runs the tournament and pays your share. They have your name and this address, and may write to you to ask where the money should go. Don't answer anyone else who asks. My Funding shows when your share is marked as paid:

${win.myFunding}

How the winnings were divided, to the cent:

${win.statement}

Reelstake
`,
  }
}
