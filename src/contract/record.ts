import type {
  AnnouncementId,
  BoatId,
  CatchId,
  EntryId,
  FundingId,
  HandoverId,
  HoldId,
  PayoutId,
  PenaltyId,
  PostId,
  ProtestId,
  ProtestStepId,
  TournamentId,
  UpdateId,
  UserId,
} from './ids.ts'
import type { NotificationKind } from './notifications/notification-kinds.ts'
import type { LogKind } from './tournaments/log-chain.ts'

/** Kinds of events, their recipients, and the logs that show them. `docs/webhooks.md` describes the webhook events. */

/**
 * A change of the first place. `lost`: null when there was none before. `tied`: boats share it now. `alsoTook`,
 * `alsoLost`: further boats that came to share it, and that shared it before. `day`: of the board, where each day has one.
 */
export interface Lead {
  took: EntryId
  lost: EntryId | null
  tied?: true
  alsoTook?: readonly EntryId[]
  alsoLost?: readonly EntryId[]
  day?: string
}

export interface CatchFacts {
  id: CatchId
  /** Null if released, or if only its length counts. */
  weightHundredths: number | null
  ounces?: number | undefined
  lengthHundredths?: number | undefined
  released?: true | undefined
  species: string
  /** Milliseconds since 1970. */
  caughtAt: number
}

interface OfCatch {
  entry: EntryId
  catch: CatchFacts
  lead: Lead | null
}

/** `cents`: as much as moved. */
interface OfFunding {
  entry: EntryId
  funding: FundingId
  cents: number
  mode: string
}

interface OfEntry {
  entry: EntryId
  lead: Lead | null
}

interface Ruling extends OfEntry {
  catch: CatchId
}

/**
 * A protest as it was filed. `from` null: by the organisers. `entry`:
 * the boat that it names, also by a catch or a penalty.
 */
interface OfProtest {
  protest: ProtestId
  from: EntryId | null
  entry: EntryId | null
  catch: CatchId | null
  penalty: PenaltyId | null
}

/** Its text, effects and `interested` are in `protest_steps`. */
interface OfStep extends OfProtest {
  step: ProtestStepId
}

/** Notifications of a change of the first place. */
const moves = ['lead_taken', 'lead_lost'] as const

type Log = 'staff' | 'owners'

interface Kind {
  notifies?: readonly NotificationKind[]
  webhook?: `${'weigh_in' | 'update' | 'funding' | 'results' | 'protest'}.${string}`
  /** `staff`: the tournament's log, for its organiser. `owners`: the audit trail of the site. */
  log?: readonly Log[]
  /** Its kind in the tournament's log, which can be checked: see `contract/tournaments/log-chain.ts`. */
  chain?: LogKind
  /** Its type. Ids and facts; no names, no texts of people, since it can't be deleted. */
  data?: object
}

/** Events that `record` takes, in the transaction that makes them happen. */
export const eventKinds = {
  'catch-recorded': {
    notifies: ['weighed_in', ...moves],
    webhook: 'weigh_in.recorded',
    log: ['staff'],
    chain: 'weighed',
    // `place`: of a best catch. `moved`: the boat has another place than before.
    data: {} as OfCatch & { place: number | null; tied?: true; moved: boolean },
  },
  'catch-corrected': {
    notifies: ['protest', 'disqualified', ...moves],
    webhook: 'weigh_in.corrected',
    log: ['staff'],
    chain: 'corrected',
    // `moved`: from another boat.
    data: {} as OfCatch & { before: CatchFacts; moved: boolean },
  },
  // `lead`: null when it was undone at once. `undone`: so in the log, too.
  'catch-deleted': {
    notifies: moves,
    webhook: 'weigh_in.deleted',
    log: ['staff'],
    chain: 'deleted',
    data: {} as OfCatch & { undone: boolean },
  },
  // Confirmed by the boat's own people.
  'catch-confirmed': {
    chain: 'confirmed',
    data: {} as { entry: EntryId; catch: CatchId; as: 'captain' | 'crew' },
  },
  'position-set': {
    notifies: moves,
    log: ['staff'],
    data: {} as { entry: EntryId; position: number | null; lead: Lead | null },
  },
  'rules-changed': {
    notifies: ['rules_changed', ...moves],
    log: ['staff'],
    chain: 'rules-changed',
    data: {} as { number: number; lead: Lead | null },
  },
  'catch-disqualified': {
    notifies: ['disqualified', ...moves],
    log: ['staff'],
    chain: 'disqualified',
    data: {} as Ruling,
  },
  'catch-reinstated': {
    notifies: ['disqualified', ...moves],
    log: ['staff'],
    chain: 'reinstated',
    data: {} as Ruling,
  },
  'catch-allowed': { notifies: moves, log: ['staff'], chain: 'allowed', data: {} as Ruling },
  'allowance-lifted': { notifies: moves, log: ['staff'], chain: 'allowance-lifted', data: {} as Ruling },
  'entry-disqualified': {
    notifies: ['disqualified', ...moves],
    log: ['staff'],
    chain: 'disqualified',
    data: {} as OfEntry,
  },
  'entry-reinstated': {
    notifies: ['disqualified', ...moves],
    log: ['staff'],
    chain: 'reinstated',
    data: {} as OfEntry,
  },
  'penalty-recorded': {
    notifies: moves,
    log: ['staff'],
    chain: 'penalty',
    data: {} as OfEntry & { penalty: PenaltyId },
  },
  'penalty-lifted': {
    notifies: moves,
    log: ['staff'],
    chain: 'penalty-lifted',
    data: {} as OfEntry & { penalty: PenaltyId },
  },
  'tie-decided': {
    notifies: moves,
    log: ['staff'],
    chain: 'tie-decided',
    data: {} as { category: string; day: string | null; order: readonly string[]; lead: Lead | null },
  },
  'anglers-changed': { notifies: moves, log: ['staff'], data: {} as OfEntry },
  'pot-entered': { log: ['staff'], chain: 'pot-entered', data: {} as { entry: EntryId; pot: string } },
  'pot-left': { log: ['staff'], chain: 'pot-left', data: {} as { entry: EntryId; pot: string } },
  // Text and rule are in `protests`.
  'protest-filed': {
    notifies: ['protest', 'protest_filed'],
    webhook: 'protest.filed',
    log: ['staff'],
    chain: 'protest',
    data: {} as OfProtest & { late: boolean },
  },
  // `entry`: the boat that answers.
  'protest-answered': {
    webhook: 'protest.answered',
    log: ['staff'],
    chain: 'protest-answer',
    data: {} as OfStep,
  },
  // Its effects are recorded before, each by its own kind.
  'protest-decided': {
    notifies: ['protest_decided'],
    webhook: 'protest.decided',
    log: ['staff'],
    chain: 'protest-decided',
    data: {} as OfStep & { outcome: 'upheld' | 'denied'; interested: boolean },
  },
  'protest-withdrawn': {
    webhook: 'protest.withdrawn',
    log: ['staff'],
    chain: 'protest-withdrawn',
    data: {} as OfStep,
  },
  'protest-reopened': {
    notifies: ['protest'],
    webhook: 'protest.reopened',
    log: ['staff'],
    chain: 'protest-reopened',
    data: {} as OfStep,
  },
  // `by` null: the rules verify its awards. Reason and note are in `holds`.
  'hold-placed': { log: ['staff'], chain: 'hold', data: {} as { hold: HoldId; entry: EntryId } },
  'hold-lifted': { log: ['staff'], chain: 'hold-lifted', data: {} as { hold: HoldId; entry: EntryId } },
  'update-posted': { webhook: 'update.posted', log: ['staff'], data: {} as { update: UpdateId } },
  // Recorded before the row is deleted.
  'update-deleted': { webhook: 'update.deleted', log: ['staff'], data: {} as { update: UpdateId } },
  'announcement-posted': {
    notifies: ['announcement'],
    webhook: 'update.announced',
    log: ['staff'],
    data: {} as { announcement: AnnouncementId },
  },
  'announcement-changed': { log: ['staff'], data: {} as { announcement: AnnouncementId } },
  'announcement-deleted': { log: ['staff'], data: {} as { announcement: AnnouncementId } },
  'tournament-changed': { log: ['staff'], data: {} as { movesClosing?: boolean } },
  // Says which of its dates changed.
  'dates-changed': { notifies: ['dates_changed'], data: {} as { starts: boolean; ends: boolean } },
  'tournament-cancelled': { notifies: ['cancelled'], log: ['staff', 'owners'] },
  'tournament-deleted': { log: ['owners'] },
  'entry-created': { notifies: ['entry'], data: {} as { entry: EntryId } },
  'entry-withdrawn': {
    notifies: ['withdrawn', ...moves],
    log: ['staff'],
    chain: 'withdrawn',
    data: {} as { entry: EntryId; boat: BoatId; lead: Lead | null },
  },
  'boats-listed': { log: ['staff'] },
  'captain-invited': { log: ['staff'], data: {} as { entry: EntryId } },
  'boat-taken-over': { log: ['staff'], data: {} as { entry: EntryId } },
  'staff-invited': { log: ['staff'] },
  'invitation-revoked': { log: ['staff'] },
  'staff-joined': { log: ['staff'] },
  'staff-left': { log: ['staff'] },
  'staff-removed': { log: ['staff'] },
  'organiser-changed': { log: ['staff'] },
  'organiser-appointed': { log: ['staff', 'owners'] },

  'funding-received': {
    notifies: ['new_backer', 'message', 'goal_reached'],
    webhook: 'funding.received',
    data: {} as OfFunding & { reached: boolean; hasMessage: boolean },
  },
  // With the goal rule `refund`, when it is decided; other rules: the reminder `funding-closed`.
  'goal-missed': { notifies: ['goal_missed'], data: {} as { entry: EntryId } },
  // For clients that send the message with the confirmation, after the payment was recorded.
  'message-sent': { notifies: ['message'], data: {} as { funding: FundingId } },
  // A bank returned the money.
  'funding-reinstated': { webhook: 'funding.received', data: {} as OfFunding },
  'funding-refunded': { webhook: 'funding.refunded', data: {} as OfFunding },
  'refund-failed': { notifies: ['refund_failed'], data: {} as { funding: FundingId } },
  'refund-retried': { log: ['owners'] },
  'dispute-changed': {
    notifies: ['dispute'],
    data: {} as { dispute: string; status: 'open' | 'won' | 'lost' },
  },
  'reply-sent': { notifies: ['reply'], data: {} as { entry: EntryId } },
  'handover-recorded': { notifies: ['handover'], data: {} as { entry: EntryId; handover: HandoverId } },
  'handover-reversed': { notifies: ['handover'], data: {} as { entry: EntryId; handover: HandoverId } },
  'results-confirmed': { notifies: ['won'], webhook: 'results.confirmed', log: ['staff'], chain: 'round' },
  'results-official': { notifies: ['results_official'], webhook: 'results.official' },
  // Happens once, when results are first official.
  'recap-made': { notifies: ['results_official'] },
  'round-confirmed': {
    notifies: ['results_changed'],
    webhook: 'results.changed',
    log: ['staff'],
    chain: 'round',
    data: {} as { round: number },
  },
  'share-returned': { log: ['staff'], data: {} as { payout: PayoutId; cents: number } },
  'share-waived': { log: ['staff'], data: {} as { payout: PayoutId; cents: number } },
  'share-paid': { notifies: ['paid'], data: {} as { backer: UserId } },

  'crew-requested': { notifies: ['crew_request'], data: {} as { boat: BoatId; member: UserId } },
  'crew-approved': { notifies: ['crew_approved'], data: {} as { boat: BoatId; member: UserId } },
  'post-published': { notifies: ['crew_post'], data: {} as { post: PostId } },
  // Its caption changed, or fewer people may see it.
  'post-retracted': { data: {} as { post: PostId } },
  'post-deleted': { data: {} as { post: PostId } },
  'post-reported': { notifies: ['report'], data: {} as { post: PostId } },
  // Hidden by a moderator of its boat, or an owner.
  'post-hidden': { log: ['owners'], data: {} as { post: PostId } },
  'post-shown': { log: ['owners'] },
  'reports-closed': { log: ['owners'] },

  /** `reason`: the text, which no log stores; null for a name. */
  'log-text-erased': { log: ['owners'], data: {} as { reason: string | null } },
  'webhook-added': { log: ['staff'] },
  'webhook-changed': { log: ['staff'] },
  'webhook-deleted': { log: ['staff'] },

  'role-granted': { log: ['owners'] },
  'role-revoked': { log: ['owners'] },
  'request-approved': { log: ['owners'] },
  'request-declined': { log: ['owners'] },
  'account-banned': { log: ['owners'] },
  'account-unbanned': { log: ['owners'] },
  'password-reset': { log: ['owners'] },
  'reset-link-made': { log: ['owners'] },
  'reset-link-sent': { log: ['owners'] },
  'sessions-ended': { log: ['owners'] },
  'job-retried': { log: ['owners'] },
  'mail-resent': { log: ['owners'] },
  'mails-resent': { log: ['owners'] },
  'mail-tested': { log: ['owners'] },
  'payments-adopted': { log: ['owners'] },
  'uploads-swept': { log: ['owners'] },
  'legal-changed': { log: ['owners'] },
  'legal-restored': { log: ['owners'] },
  'branding-changed': { log: ['owners'] },
  'storage-moved': { log: ['owners'] },
  'storage-taken': { log: ['owners'] },
  'clock-confirmed': { log: ['owners'] },
} as const satisfies Record<string, Kind>

type Kinds = typeof eventKinds
export type EventKind = keyof Kinds
type LogOf<K extends EventKind> = Kinds[K] extends { log: readonly (infer In)[] } ? In : never

/** The kinds with a property, such as `webhook`. */
export type KindWith<Property> = { [K in EventKind]: Kinds[K] extends Property ? K : never }[EventKind]
export type LoggedKind<In extends Log> = { [K in EventKind]: In extends LogOf<K> ? K : never }[EventKind]
export type WebhookType = Extract<Kinds[EventKind], { webhook: unknown }>['webhook']

const kindsWith = <In extends Log>(log: In) =>
  (Object.keys(eventKinds) as EventKind[]).filter((kind): kind is LoggedKind<In> => {
    const { log: logs = [] }: Kind = eventKinds[kind]
    return logs.includes(log)
  })
const webhookOf = (kind: EventKind): WebhookType[] => {
  const { webhook }: { webhook?: WebhookType; data?: object } & Omit<Kind, 'webhook'> = eventKinds[kind]
  return webhook ? [webhook] : []
}

export const webhookTypes = /* @__PURE__ */ [
  ...new Set((Object.keys(eventKinds) as EventKind[]).flatMap(webhookOf)),
]
export const staffKinds = /* @__PURE__ */ kindsWith('staff')
export const ownerKinds = /* @__PURE__ */ kindsWith('owners')

export const actorRoles = ['organiser', 'co-organiser', 'weigh-master', 'owner'] as const
/** `owner`: an owner of the site, whose name others don't see. */
export type ActorRole = (typeof actorRoles)[number]

/** A person who acts in a tournament, the role that allows it, and when. */
export interface Actor {
  by: UserId
  role: ActorRole | null
  /** Milliseconds since 1970. */
  at: number
}

export type SubjectKind = 'user' | 'tournament' | 'post' | 'job' | 'funding' | 'legal' | 'site'

interface Envelope {
  /** Milliseconds since 1970. */
  at: number
  /** Acting person, or null for a visitor, the command line or the clock. */
  by: UserId | null
  /** The person or thing that it was done to. */
  subject?: readonly [kind: SubjectKind, id: string]
}

interface StaffLogged {
  tournament: TournamentId
  /**
   * Role of the acting person at that time, or null if another right
   * allowed it, such as a captain's; then it isn't in the log.
   */
  role: ActorRole | null
  /**
   * Text of the log, such as boat and catch as they were then.
   * Shortened; names no person, since it outlives accounts.
   */
  text: string
}

interface Chained {
  tournament: TournamentId
  /** The log of the tournament commits to it; stored beside, since it can be erased. */
  reason?: string | null
}

interface OwnerLogged {
  /**
   * Network address of the owner, or null if another right allowed it, such
   * as the organiser's; then it isn't in the audit trail.
   */
  address: string | null
  /** No personal data: it can't be deleted. */
  detail?: string
}

type DataOf<K> = K extends { data: infer Data } ? Data : unknown

/** Event as `record` takes it. */
export type RecordedEvent<K extends EventKind = EventKind> = {
  [Each in K]: { kind: Each } & Envelope &
    DataOf<Kinds[Each]> &
    ('staff' extends LogOf<Each> ? StaffLogged : { tournament?: TournamentId }) &
    ('owners' extends LogOf<Each> ? OwnerLogged : unknown) &
    (Kinds[Each] extends { chain: unknown } ? Chained : unknown)
}[K]
