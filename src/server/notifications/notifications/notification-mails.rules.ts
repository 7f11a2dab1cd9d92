import { countText } from '#contract/numbers.ts'
import type { Mail } from '#server/mail/mail.ts'
import { shorten } from './notification-texts.rules.ts'

interface Listed {
  title: string
  text: string
  path: string
  boat: string | null
}

interface Recipient {
  to: string
  /** Address. */
  site: string
  siteName: string
  /** Full address. */
  unsubscribe: string
}

/** RFC 2369 and 8058: mail programs show a button. */
const stopHeaders = ({ unsubscribe }: Recipient) => ({
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const foot = ({
  site,
  siteName,
  unsubscribe,
}: Recipient) => `Choose what you get: ${site}/account/notifications
Stop these mails: ${unsubscribe}

${siteName}
`

/** @param messages oldest first, at least one @param subject of the mail */
export function notificationMail(recipient: Recipient, messages: readonly Listed[], subject: string): Mail {
  const lines = messages.toReversed().map(({ text, path }) => `${text}\n${recipient.site}${path}`)
  return {
    to: recipient.to,
    subject,
    text: `${lines.join('\n\n')}\n\n${foot(recipient)}`,
    headers: stopHeaders(recipient),
  }
}

export interface DigestTournament {
  id: string
  name: string
  weighIns: number
  updates: number
  /** A line of each. */
  places: readonly string[]
}

/** Fits one screen, however much happened. @param day "Today" @param latest newest first */
export function digestMail(
  recipient: Recipient,
  day: string,
  tournaments: readonly DigestTournament[],
  latest: readonly string[],
): Mail {
  const names = tournaments.map(({ name }) => name)
  const about = tournaments.map(
    ({
      id,
      name,
      weighIns,
      updates,
      places,
    }) => `${name}: ${countText(weighIns, 'weigh-in')}, ${countText(updates, 'update')}
${places.map(place => `${place}\n`).join('')}${recipient.site}/tournament/${id}`,
  )
  return {
    to: recipient.to,
    subject: shorten(`${day} at ${names.join(', ')}`),
    text: `${about.join('\n\n')}

${latest.length === 0 ? '' : `The latest:\n${latest.map(text => `- ${text}\n`).join('')}\n`}${foot(recipient)}`,
    headers: stopHeaders(recipient),
  }
}
