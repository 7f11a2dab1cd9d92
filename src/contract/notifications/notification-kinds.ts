export type Channel = 'push' | 'mail' | 'none'

interface Kind {
  label: string
  /** `none`: in the list of notifications only. */
  usual: Channel
  /** A mail about the money is sent anyway, so this kind isn't mailed besides. */
  hasOwnMail?: true
}

/** What people are told, by what they are to it. */
export const notificationKinds = {
  followers: {
    weighed_in: { label: 'A boat weighs in', usual: 'push' },
    lead_taken: { label: 'A boat takes the lead', usual: 'push' },
    lead_lost: { label: 'A boat loses the lead', usual: 'push' },
    crew_post: { label: 'A crew posts a video', usual: 'push' },
    announcement: { label: 'An organiser announces something', usual: 'push' },
    funding_closes: { label: 'Funding closes soon', usual: 'none' },
    goal_reached: { label: 'A boat reaches its funding goal', usual: 'none' },
    goal_missed: { label: 'A boat misses its funding goal', usual: 'push' },
    withdrawn: { label: 'A boat withdraws', usual: 'push' },
    cancelled: { label: 'A tournament is cancelled', usual: 'push' },
    won: { label: 'A boat wins money', usual: 'push' },
    handover: { label: 'The organiser hands money to your boat', usual: 'push' },
    paid: { label: 'Your winnings are paid', usual: 'push', hasOwnMail: true },
    reply: { label: 'A captain replies to you', usual: 'push' },
  },
  captains: {
    new_backer: { label: 'Your boat gets a backer', usual: 'push' },
    message: { label: 'A backer writes to you', usual: 'push' },
    crew_request: { label: 'A person wants to join your crew', usual: 'push' },
    reply_needed: { label: 'A backer’s message waits for your reply', usual: 'push' },
  },
  organisers: {
    entry: { label: 'A boat enters your tournament', usual: 'push' },
    report: { label: 'A crew video is reported', usual: 'push' },
    dispute: { label: 'A bank disputes a payment', usual: 'push', hasOwnMail: true },
    refund_failed: { label: 'A refund fails', usual: 'push' },
    payouts_open: { label: 'Winnings are still to be paid', usual: 'push' },
  },
  crew: {
    crew_approved: { label: 'A captain approves you as crew', usual: 'push' },
  },
} as const satisfies Record<string, Record<string, Kind>>

type Kinds = typeof notificationKinds
export type NotificationRole = keyof Kinds
export type NotificationKind = { [Role in NotificationRole]: keyof Kinds[Role] }[NotificationRole]

const byKind: Record<NotificationKind, Kind> = {
  ...notificationKinds.followers,
  ...notificationKinds.captains,
  ...notificationKinds.organisers,
  ...notificationKinds.crew,
}

export const allNotificationKinds = Object.keys(byKind) as NotificationKind[]

export const isNotificationKind = (value: string): value is NotificationKind => value in byKind

export const notificationKind = (kind: NotificationKind): Kind => byKind[kind]
