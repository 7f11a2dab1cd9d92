import type { ClientUser, ConfirmAnswer, SessionAnswer, SessionInfo, SignUpAnswer } from '#contract/auth.ts'
import type { Boat } from '#contract/boats.ts'
import type { Catch, Desk, DeskPosition, WeighIn } from '#contract/catches.ts'
import type { Assignment, CrewMember } from '#contract/crew-members.ts'
import type { CrewPost, EntryPost, PublicPost, ReportedPost, SeenPost } from '#contract/crew-posts.ts'
import type { CompletedVideo, CrewVideo, PostedVideo, UploadSlot } from '#contract/crew-videos.ts'
import type { OwnEntry } from '#contract/entries.ts'
import type {
  Backer,
  CreatedIntent,
  Funding,
  IntentState,
  OrganiserFunding,
  Refund,
  RefundProgress,
} from '#contract/funding.ts'
import {
  goTrueHealth,
  goTrueKeys,
  goTrueSession,
  goTrueSettings,
  goTrueSignedUp,
  goTrueUser,
  goTrueVerified,
} from '#contract/gotrue.ts'
import type { UploadedImage } from '#contract/images.ts'
import * as answer from '#contract/json-schema.ts'
import type { LeaderboardTotals } from '#contract/leaderboard.ts'
import type {
  EntryResult,
  Payout,
  PreviewShare,
  Results,
  ResultsPreview,
  Statement,
  StatementShare,
} from '#contract/payouts.ts'
import type { BoatSummary, Entry, Tournament, TournamentSummary } from '#contract/tournaments.ts'
import type { Update } from '#contract/updates.ts'
import { postTags, postVisibilities } from '#contract/video-texts.ts'

/** A part of JSON Schema. */
type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const number: Schema = { type: 'number' }
const count: Schema = { type: 'integer', minimum: 0 }
const flag: Schema = { type: 'boolean' }
const time: Schema = { type: 'string', format: 'date-time' }
const money: Schema = { type: 'string', pattern: '^\\d+\\.\\d{2}$' }
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const list = (items: Schema): Schema => ({ type: 'array', items })
const one = (...values: readonly string[]): Schema => ({ enum: values })

/** An answer with exactly the fields of its type: a field that is missing here, or gone there, does not compile. */
const object = <Answer>(
  properties: { [Name in keyof Answer]-?: Schema },
  optional: readonly (keyof Answer)[] = [],
): Schema & { properties: { [Name in keyof Answer]-?: Schema } } => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(name => !optional.some(each => each === name)),
  additionalProperties: false,
})

const user = object<ClientUser>({
  id: text,
  email: text,
  firstName: orNull(text),
  lastName: orNull(text),
  profileImageUrl: orNull(text),
  emailConfirmed: flag,
  newEmail: orNull(text),
})
const account = object<{ user: ClientUser }>({ user })
const boatSummary = object<BoatSummary>({
  id: text,
  name: text,
  captainName: text,
  description: orNull(text),
  imageUrl: orNull(text),
})
const summary = object<TournamentSummary>({
  id: text,
  name: text,
  description: orNull(text),
  location: orNull(text),
  startDate: time,
  endDate: time,
  status: one('upcoming', 'active', 'completed', 'cancelled'),
  prizePool: orNull(money),
  organiserId: text,
})
const entry = object<Entry>(
  {
    id: text,
    boat: boatSummary,
    tournament: summary,
    fundingGoal: money,
    currentFunding: money,
    payoutPercentage: number,
    currentPosition: orNull(count),
    bestCatch: orNull(text),
    backerCount: count,
  },
  ['tournament'],
)
const tournament = object<Tournament>({ ...summary.properties, entries: list(entry) })
const boat = object<Boat>({
  id: text,
  name: text,
  captain_name: text,
  description: orNull(text),
  imageUrl: orNull(text),
  owner_id: text,
})
const caught = object<Catch>({
  id: text,
  entryId: text,
  weight: number,
  species: text,
  caughtAt: time,
  createdAt: time,
})
const weighIn = object<WeighIn>({ ...caught.properties, entry, positionOverridden: flag })
const desk = object<Desk>({
  catches: list(caught),
  weighInUpdates: list(text),
  positions: list(
    object<DeskPosition>({
      entryId: text,
      currentPosition: orNull(count),
      byWeight: orNull(count),
      override: orNull(count),
    }),
  ),
  held: object<Desk['held']>({ fundings: count, amount: money }),
})
const update = object<Update>({
  id: text,
  content: text,
  imageUrl: orNull(text),
  location: orNull(text),
  createdAt: time,
  tournamentEntry: object<Update['tournamentEntry']>({ id: text, boat: boatSummary, tournament: summary }),
})
const assignment = object<Assignment>({ boatId: orNull(text), boat: orNull(boatSummary), approved: flag })
const crew = list(
  object<CrewMember>({
    userId: text,
    firstName: orNull(text),
    lastName: orNull(text),
    email: text,
    approved: flag,
    requestedAt: time,
  }),
)
const mode = one('test', 'sandbox', 'live')
const payoutStatus = one('owed', 'paid', 'frozen', 'none')
const wonBoat = object<EntryResult['boat']>({ id: text, name: text, captainName: text })
const result = object<EntryResult>({
  entryId: text,
  boat: wonBoat,
  winnings: money,
  payoutPercentage: number,
  raised: money,
  pool: money,
  fundings: count,
})
const results = object<Results>({ settledAt: orNull(time), entries: list(result) })
const preview = object<ResultsPreview>({
  entries: list(
    object<ResultsPreview['entries'][number]>({
      ...result.properties,
      shares: list(
        object<PreviewShare>({
          fundingId: text,
          backer: text,
          contributed: money,
          amount: money,
          status: payoutStatus,
        }),
      ),
    }),
  ),
  preview: text,
})
const payout = object<Payout>({
  id: text,
  amount: money,
  status: payoutStatus,
  reference: orNull(text),
  paidAt: orNull(time),
  contributed: money,
  fundingId: text,
  entryId: text,
  boat: wonBoat,
  backer: object<Payout['backer']>({ id: text, name: text, email: orNull(text) }),
  mode,
})
const statement = object<Statement>({
  ...result.properties,
  tournament: object<Statement['tournament']>({ id: text, name: text }),
  settledAt: orNull(time),
  mode: orNull(mode),
  formula: object<Statement['formula']>({ pool: text, share: text, rest: text }),
  centsLeftOver: count,
  shares: list(
    object<StatementShare>({
      number: count,
      contributed: money,
      roundedDown: money,
      extraCent: flag,
      amount: money,
      yours: flag,
    }),
  ),
})
const refundFields = { status: one('pending', 'done', 'failed'), reason: text, refunded_at: orNull(time) }
const fundingStatus = one('pending', 'completed', 'refunded', 'failed')
const funding = object<Funding>({
  id: text,
  amount: money,
  given_back: orNull(money),
  status: fundingStatus,
  created_at: time,
  message: orNull(text),
  reply: orNull(text),
  replied_at: orNull(time),
  mode,
  not_counted: orNull(text),
  refund: orNull(object<Refund>(refundFields)),
  tournament_entry: object<Funding['tournament_entry']>({
    id: text,
    current_funding: money,
    funding_goal: money,
    payout_percentage: number,
    boat: object<Funding['tournament_entry']['boat']>({ id: text, name: text, captain_name: text }),
    tournament: object<Funding['tournament_entry']['tournament']>({
      id: text,
      name: text,
      location: orNull(text),
      status: one('upcoming', 'active', 'completed', 'cancelled'),
    }),
  }),
  payout: orNull(object<NonNullable<Funding['payout']>>({ amount: money, status: payoutStatus })),
})
const intent = object<IntentState>({
  state: one('unpaid', 'checking', 'recorded', 'refunding', 'failed'),
  message: text,
  entryId: orNull(text),
  funding: orNull(funding),
})
const backer = object<Backer>({
  id: text,
  name: text,
  amount: money,
  status: one('completed', 'refunded'),
  created_at: time,
  message: orNull(text),
  reply: orNull(text),
  replied_at: orNull(time),
})
const organiserFunding = object<OrganiserFunding>({
  id: text,
  backer: text,
  amount: money,
  given_back: orNull(money),
  status: fundingStatus,
  created_at: time,
  entry: object<OrganiserFunding['entry']>({ id: text, boat: text }),
  refund: orNull(object<NonNullable<OrganiserFunding['refund']>>({ ...refundFields, error: orNull(text) })),
  mode,
  not_counted: orNull(text),
  disputed: flag,
})
const refunds = object<RefundProgress>({
  total: count,
  refunded: count,
  pending: count,
  failed: count,
  total_amount: money,
  refunded_amount: money,
  failures: list(organiserFunding),
})
const videoStatus = one('uploading', 'processing', 'ready', 'failed')
const slot = object<UploadSlot>({ uploadUrl: text, token: text, path: text, videoId: text })
const completed = object<CompletedVideo>({
  id: text,
  video_url: orNull(text),
  thumbnail_url: orNull(text),
  duration_sec: number,
  status: videoStatus,
})
const video = object<CrewVideo>({
  id: text,
  status: videoStatus,
  isPreparing: flag,
  reason: orNull(text),
  sizeBytes: count,
  receivedBytes: count,
  videoUrl: orNull(text),
  thumbnailUrl: orNull(text),
  durationSec: orNull(number),
  createdAt: time,
})
const postTag = one(...postTags)
const visibility = one(...postVisibilities)
const post = object<CrewPost>({
  id: text,
  caption: orNull(text),
  tag: postTag,
  visibility,
  createdAt: time,
  publishedAt: orNull(time),
  video: object<PostedVideo>({
    id: text,
    videoUrl: orNull(text),
    thumbnailUrl: orNull(text),
    durationSec: number,
  }),
  videoState: one('preparing', 'ready', 'failed'),
  boat: orNull(object<NonNullable<CrewPost['boat']>>({ id: text, name: text })),
  hidden: flag,
})
const { id, tag, caption, createdAt, boat: postBoat, video: postVideo } = post.properties
const publicPost = object<PublicPost>({
  id,
  tag,
  caption,
  createdAt,
  publishedAt: time,
  boat: postBoat,
  video: postVideo,
})
const entryPost = object<EntryPost>({
  id: text,
  tag: postTag,
  caption: orNull(text),
  visibility,
  published_at: time,
  created_at: time,
  video: object<EntryPost['video']>({
    id: text,
    video_url: orNull(text),
    thumbnail_url: orNull(text),
    duration_sec: number,
  }),
})
/** What each operation answers in JSON when it succeeds. */
export const answers: Readonly<Record<string, Schema>> = {
  'GET /api/openapi.json': answer.object({
    openapi: answer.constant('3.1.0'),
    info: answer.object({ title: answer.text, version: answer.text, description: answer.text }),
    paths: answer.openObject('Operations by path and method.'),
    components: answer.openObject('Security schemes, schemas and responses by name.'),
  }),
  'POST /api/validate-password': object<{ unlocked: true }>({ unlocked: { const: true } }),
  'GET /api/auth/session': object<SessionAnswer>({ user: orNull(user), expiresAt: orNull(time) }),
  'POST /api/auth/sign-in': account,
  'POST /api/auth/sign-up': object<SignUpAnswer>({ user: orNull(user), confirmationRequired: flag }),
  'POST /api/auth/recover': object<object>({}),
  'POST /api/auth/reset': account,
  'POST /api/auth/confirm': object<ConfirmAnswer>(
    { user: orNull(user), pending: flag, passwordRequired: { const: true } },
    ['passwordRequired'],
  ),
  'PATCH /api/auth/user': account,
  'POST /api/auth/password': account,
  'POST /api/auth/email': account,
  'GET /api/auth/sessions': list(
    object<SessionInfo>({
      id: text,
      current: flag,
      via: one('page', 'program'),
      userAgent: text,
      address: text,
      createdAt: time,
      seenAt: time,
    }),
  ),
  'POST /api/images': object<UploadedImage>({ id: text, url: text, width: count, height: count }),
  'GET /api/tournaments': list(tournament),
  'POST /api/tournaments': tournament,
  'GET /api/tournaments/:id': tournament,
  'PATCH /api/tournaments/:id': tournament,
  'GET /api/tournaments/:id/desk': desk,
  'GET /api/tournaments/:id/mine': list(object<OwnEntry>({ entryId: text, isOwner: flag })),
  'POST /api/tournaments/:id/entries': entry,
  'GET /api/tournament-entries/:id': entry,
  'PATCH /api/tournament-entries/:id': entry,
  'POST /api/tournament-entries/:id/catches': weighIn,
  'PATCH /api/catches/:id': weighIn,
  'GET /api/leaderboard': list(entry),
  'GET /api/leaderboard/totals': object<LeaderboardTotals>({
    tournaments: count,
    boats: count,
    prizePool: money,
  }),
  'GET /api/tournament-updates': list(update),
  'POST /api/tournament-updates': update,
  'GET /api/boats': list(boat),
  'POST /api/boats': boat,
  'PATCH /api/boats/:id': boat,
  'GET /api/boats/:id/crew': crew,
  'POST /api/boats/:id/crew/:userId': crew,
  'GET /api/crew/assignment': assignment,
  'PUT /api/crew/assignment': assignment,
  'GET /api/tournaments/:id/results': results,
  'POST /api/tournaments/:id/results/preview': preview,
  'POST /api/tournaments/:id/results': results,
  'GET /api/tournaments/:id/payouts': list(payout),
  'POST /api/payouts/:id/paid': payout,
  'DELETE /api/payouts/:id/paid': payout,
  'GET /api/tournament-entries/:id/statement': statement,
  'POST /api/create-payment-intent': object<CreatedIntent>({ clientSecret: text }),
  'POST /api/funding': funding,
  'GET /api/funding/my': list(funding),
  'GET /api/funding/intent/:intentId': intent,
  'GET /api/tournament-entries/:id/backers': list(backer),
  'POST /api/tournament-entries/:id/backers/:fundingId/reply': backer,
  'GET /api/tournaments/:id/fundings': list(organiserFunding),
  'GET /api/tournaments/:id/refunds': refunds,
  'POST /api/tournaments/:id/refunds/:fundingId/retry': refunds,
  'POST /api/stripe/webhook': object<{ received: true }>({ received: { const: true } }),
  'POST /api/crew/videos/upload': slot,
  'POST /api/crew/videos/:id/complete': completed,
  'GET /api/crew/videos/:id': video,
  'PUT /api/crew/videos/:id/poster': video,
  'POST /api/crew/posts': object<{ id: string }>({ id: text }),
  'GET /api/crew/posts': list(post),
  'GET /api/crew/posts/public': list(publicPost),
  'GET /api/crew/posts/:id': object<SeenPost>({ ...post.properties, canTakeOff: flag }),
  'PATCH /api/crew/posts/:id': post,
  'GET /api/crew/reports': list(
    object<ReportedPost>({ ...post.properties, reports: count, reasons: list(text) }),
  ),
  'GET /api/tournament-entries/:id/crew-posts': list(entryPost),
  'POST /auth/v1/signup': goTrueSignedUp,
  'POST /auth/v1/token': goTrueSession,
  'GET /auth/v1/user': goTrueUser,
  'PUT /auth/v1/user': goTrueUser,
  'POST /auth/v1/recover': object<object>({}),
  'POST /auth/v1/resend': object<object>({}),
  'POST /auth/v1/verify': goTrueVerified,
  'GET /auth/v1/.well-known/jwks.json': goTrueKeys,
  'GET /auth/v1/health': goTrueHealth,
  'GET /auth/v1/settings': goTrueSettings,
}
