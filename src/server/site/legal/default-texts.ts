import { limits } from '#contract/limits.ts'
import type { LegalKind } from '#contract/site/legal-kinds.ts'
import type { Env } from '#server/env.ts'
import { ffmpegPath } from '#server/videos/crew-videos/index.ts'

type Facts = Pick<
  Env,
  | 'marinaName'
  | 'supportEmail'
  | 'minimumAge'
  | 'payments'
  | 'sessionIdleTtl'
  | 'sessionMaxTtl'
  | 'backups'
  | 'storage'
  | 'keepMailDays'
  | 'keepJobDays'
  | 'keepUploadDays'
  | 'keepVideoDays'
  | 'ffmpegPath'
>

const day = 86_400
const days = (seconds: number) => `${Math.max(1, Math.round(seconds / day))} days`

const contact = ({ supportEmail }: Facts) =>
  supportEmail === null ? 'the person who runs this site' : `[${supportEmail}](mailto:${supportEmail})`

const provider = ({ payments }: Facts) => payments?.name ?? 'Stripe'

const host = ({ marinaName }: Facts) => marinaName ?? 'The operator of this site'

const receiver = ({ marinaName }: Facts) => marinaName ?? 'the organiser of the tournament'

const terms = (facts: Facts) => `
${host(facts)} runs this site with Reelstake. These terms apply to everyone who uses it.${
  facts.minimumAge === null ? '' : ` You must be ${facts.minimumAge} or older to have an account.`
}

## What funding a boat means

A backer pays a part of a boat's entry in a tournament, its **stake**. When the boat wins money, the backers together get the percentage of its winnings that the funding page named, each in proportion to what they paid. When the boat wins nothing, backers get nothing back. Funding is not a loan, not a share in a company, and not a purchase of goods. Pay only what you can afford to lose, and only where the law permits stakes in contests.

- The percentage and the rule for a missed goal are those that you saw before you paid. They can't change for your payment.
- The boat's owner, its crew and the organiser may fund too, until the tournament starts. They are marked.
- When you fund, the version of these terms that is in force is stored with your payment, and your receipt leads to it.

## Who holds the money

Cards are charged at once. The money goes to ${receiver(facts)}, who holds it until the tournament is over, hands it to the boats, and pays the winnings. This site is no bank and no escrow. It records what was paid, handed over, refunded and owed.${
  facts.payments === null
    ? ' At the moment this site takes **test payments**: no card is charged and no money moves.'
    : ''
}

## Refunds

You get your whole payment back when

- the tournament is cancelled,
- the boat is withdrawn,
- the boat's goal is missed and its rule says that everyone is refunded then,
- your payment arrived too late, found no room, or came for other terms than those that you saw.

Otherwise a payment can't be taken back. Refunds go to the card that paid, without a fee. Your bank may take some days.

## Winnings

The organiser confirms the results. Shares can change until the results are official, and afterwards by a decision, such as a disqualification: then the results are settled again, shares change with them, and what was paid too much is asked back or waived. Each share is computed to the cent, and the statement of each boat shows the arithmetic to everyone. The organiser pays the shares, within the days after the end that the tournament names where it names them. Tell the organiser under "My Funding" where your winnings should go.

## What is not allowed

Don't use others' accounts or cards, don't publish what breaks the law or the privacy of others, and don't disturb the site. The operator may remove posts and suspend accounts. Money that was paid is still accounted for, and refunds go on.

## Questions and disputes

Ask ${contact(facts)}. The operator's law applies.
`

const privacy = (facts: Facts) => `
This page says which data this site stores, why, and for how long. ${host(facts)} is responsible for them. Questions, and requests for your data: ${contact(facts)}.

## What is stored

- **Your name, e-mail address and picture, and a hash of your password**: your account. How long: until you delete the account.
${facts.minimumAge === null ? '' : `- **When you confirmed your age**: the law asks for it. How long: until you delete the account.\n`}- **Devices that are signed in: browser, network address, times**: to keep you signed in, and to show you your devices. How long: until you sign out, ${days(facts.sessionIdleTtl)} without a visit, or ${days(facts.sessionMaxTtl)}.
- **The last 20 networks that you signed in from**: so that others' wrong passwords don't keep you out. How long: until newer ones replace them.
- **Payments: boat, amount, time, message, the version of the terms**: accounting, refunds, winnings. How long: always: the accounts must stay complete.
- **Where your winnings should go**: the organiser pays your share. How long: until the share is paid.
- **Boats, tournaments, catches, results**: the contest. How long: always, as public results.
- **Videos, pictures, captions**: you publish them. How long: until you delete them${facts.keepVideoDays === null ? '' : `, videos for ${facts.keepVideoDays} days after the upload; those of a boat in a tournament, uploaded until 30 days after its end, for ${facts.keepVideoDays} days after its results are confirmed, unless it is cancelled; those that were reported or hidden always`}; unfinished uploads for ${facts.keepUploadDays} days.
- **What you follow, notifications, and the addresses of push messages**: to tell you what happens. How long: until you change it or sign out.
- **Mails that could not be sent, or that are written to files**: to send them again. How long: ${facts.keepMailDays} days.
- **Messages of the payment provider, finished work**: to do nothing twice. How long: ${facts.keepJobDays} days.
- **What owners, organisers and their helpers did, by whom and when, of owners with the network address**: so that it can be traced. How long: always; without your name once you delete the account.
- **The server's log: failed requests and wrong passwords with network address**: to find faults and attacks. How long: until the log is rotated.

An account whose address is never confirmed is deleted 30 days after the last link that was mailed to it.${facts.backups === null ? '' : ' Backups hold for up to 12 months what has been deleted here.'}

${
  ffmpegPath(facts) === null
    ? 'Videos are shown to others as they are, with the location that the phone may have written into them.'
    : 'Videos are shown to others without the location that the phone wrote into them.'
}

## Who gets them

- Everyone sees boats, tournaments, results and public posts. The boat's owner and the organiser see the name, amount and message of a backer. Other visitors don't see a backer's name.
- An organiser can have what happens in a tournament sent to a server of their choice.
- Card numbers never reach this server. They go to the payment provider (${provider(facts)}), under its own privacy policy.
${facts.storage === null ? '' : '- A storage service holds the files of videos and pictures for this site. They are read through this server only.\n'}- Nothing is sold. No advertising and no analysis by others is on these pages.

## Your rights

You can read, change and download your data under "Your account", and delete the account there. Your name, address, picture and password are deleted then; payments and results stay without your name. A download that was prepared is kept for ${limits.dataExportDays} days. Questions about your data: ${contact(facts)}.
`

const cookies = (facts: Facts) => `
This site sets only the cookies that it needs. None of them tracks you, and none is for advertising.

- **\`__Host-sid\` (\`sid\` without TLS)**: keeps you signed in. How long: ${days(facts.sessionMaxTtl)} at most.
- **\`__Host-device\` (\`device\` without TLS)**: knows your browser again, so that others' wrong passwords don't delay you. How long: 400 days.
- **\`gate\`**: remembers that you entered the site password. How long: until you close the browser.
- **\`theme\`**: remembers light or dark. How long: a year.

Your browser also stores, on your device alone: a payment until it is recorded, what you typed into a form, weigh-ins and videos that wait for the network, the page to return to once your address is confirmed, and which steps of a checklist are done. It goes when it is done, or when you clear this site's data.

When you pay by card, the payment form comes from ${provider(facts)}, which sets its own cookies on the funding page to prevent fraud.

Questions: ${contact(facts)}.
`

const support = (facts: Facts) => `
${facts.supportEmail === null ? 'Ask the person who runs this site.' : `Write to ${contact(facts)}. Name the boat and the tournament, and the number of your receipt when it is about a payment.`}

## Often asked

- **I paid, but the boat doesn't show it.** Your payment is recorded by itself within minutes. It is under [My Funding](/my-funding). Don't pay twice.
- **Where is my refund?** It goes to the card that paid. "My Funding" says when it was sent; your bank may take some days.
- **When do I get my winnings?** The organiser pays them. The receipt names the date where the tournament has one.
- **I can't sign in.** [Choose a new password](/recover). The link works for an hour.
- **A video shows something that it shouldn't.** Open it and choose "Report".
- **An error page has a number.** Send it along: it leads to the line in the server's log.

See also the [Terms of Service](/terms), the [Privacy Policy](/privacy) and the [Cookie Policy](/cookies).
`

const texts: Record<LegalKind, (facts: Facts) => string> = { terms, privacy, cookies, support }

/** Markdown. */
export const defaultText = (kind: LegalKind, facts: Facts): string => texts[kind](facts).trim()
