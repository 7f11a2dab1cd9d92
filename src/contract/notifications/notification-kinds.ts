import type { FundingId, TournamentId } from '../ids.ts'

export type Channel = 'push' | 'mail' | 'none'

export interface Notified {
  label: string
  /** `none`: in the list of notifications only. */
  usual: Channel
  /** A mail about the money is sent anyway, so this kind isn't mailed besides. */
  hasOwnMail?: true
}

/** Kinds by the role of the recipient. The texts are in `server/notifications/notifications/`. */
export const notificationKinds = {
  followers: {
    weighed_in: { label: 'A boat weighs in', usual: 'push' },
    lead_taken: { label: 'A boat takes the lead', usual: 'push' },
    lead_lost: { label: 'A boat loses the lead', usual: 'push' },
    crew_post: { label: 'A crew posts a video', usual: 'push' },
    announcement: { label: 'An organiser posts an announcement', usual: 'push' },
    funding_closes: { label: 'Funding closes soon', usual: 'none' },
    goal_reached: { label: 'A boat reaches its funding goal', usual: 'none' },
    goal_missed: { label: 'A boat misses its funding goal', usual: 'push' },
    dates_changed: { label: 'The dates of a tournament change', usual: 'push' },
    rules_changed: { label: 'The rules of a tournament change', usual: 'push' },
    pot_missed: { label: 'A boat isn’t in a jackpot that its backers share', usual: 'push' },
    withdrawn: { label: 'A boat withdraws', usual: 'push' },
    cancelled: { label: 'A tournament is cancelled', usual: 'push' },
    won: { label: 'A boat wins money', usual: 'push' },
    results_official: { label: 'Results become official', usual: 'push' },
    results_changed: { label: 'Official results change', usual: 'push' },
    handover: { label: 'The organiser hands money to a boat you back', usual: 'push' },
    paid: { label: 'Your winnings are paid', usual: 'push', hasOwnMail: true },
    reply: { label: 'A captain replies to you', usual: 'push' },
  },
  captains: {
    new_backer: { label: 'Your boat gets a backer', usual: 'push' },
    message: { label: 'A backer writes to you', usual: 'push' },
    crew_request: { label: 'A person wants to join your crew', usual: 'push' },
    disqualified: { label: 'Your boat or its fish is disqualified', usual: 'push' },
    protest: { label: 'A protest names your boat', usual: 'push' },
    protest_decided: { label: 'A protest by or against your boat is decided', usual: 'push' },
    reply_needed: { label: 'A backer’s message waits for your reply', usual: 'push' },
  },
  organisers: {
    entry: { label: 'A boat enters your tournament', usual: 'push' },
    protest_filed: { label: 'A protest is filed', usual: 'push' },
    report: { label: 'A crew video is reported', usual: 'push' },
    dispute: { label: 'A bank disputes a payment', usual: 'push', hasOwnMail: true },
    refund_failed: { label: 'A refund fails', usual: 'push' },
    payouts_open: { label: 'Winnings are still to be paid', usual: 'push' },
  },
  crew: {
    crew_approved: { label: 'A captain approves you as crew', usual: 'push' },
  },
} as const satisfies Record<string, Record<string, Notified>>

type Notifications = typeof notificationKinds
export type NotificationRole = keyof Notifications
export type NotificationKind = { [Role in NotificationRole]: keyof Notifications[Role] }[NotificationRole]

const byKind = {
  ...notificationKinds.followers,
  ...notificationKinds.captains,
  ...notificationKinds.organisers,
  ...notificationKinds.crew,
}

export const allNotificationKinds = Object.keys(byKind) as NotificationKind[]

export const isNotificationKind = (value: string): value is NotificationKind => value in byKind

export const notificationKind = (kind: NotificationKind): Notified => byKind[kind]

/** Notifications of a time rather than of an event: `remind` makes them when they fall due, and they are not stored. */
export const reminderKinds = {
  'funding-closes': { notifies: ['funding_closes'], data: {} as { tournament: TournamentId } },
  'funding-closed': { notifies: ['goal_missed'], data: {} as { tournament: TournamentId } },
  'pots-missed': { notifies: ['pot_missed'], data: {} as { tournament: TournamentId } },
  'reply-needed': { notifies: ['reply_needed'], data: {} as { funding: FundingId } },
  'payouts-open': { notifies: ['payouts_open'], data: {} as { tournament: TournamentId } },
} as const satisfies Record<string, { notifies: readonly NotificationKind[]; data: object }>

type Reminders = typeof reminderKinds
export type ReminderKind = keyof Reminders
export type Reminder<K extends ReminderKind = ReminderKind> = {
  [Each in K]: { kind: Each; at: number } & Reminders[Each]['data']
}[K]
