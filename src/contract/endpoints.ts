import type { ErrorCode } from './errors.ts'
import type { Id } from './ids.ts'
import type { Infer } from './json-schema.ts'

type Schemas = typeof import('./schemas.ts')
export type SchemaName = keyof Schemas

/**
 * What a person is to what a call names. `captain`: of the boat. `crew`, `backer`: of the boat too. `organiser`,
 * `co-organiser`, `weigh-master`: of the tournament. `owner`: of the site. `self`: it is theirs.
 */
export type Role =
  | 'self'
  | 'backer'
  | 'crew'
  | 'captain'
  | 'weigh-master'
  | 'co-organiser'
  | 'organiser'
  | 'owner'

/** Schemas are named, not imported: browsers import these types. */
export interface Endpoint {
  summary: string
  /** `user`: all accounts, for what is their own or everyone’s. Roles: the handler checks them (`tests/roles.test.ts`). */
  access: 'public' | 'user' | readonly Role[]
  query?: SchemaName
  requiresQuery?: true
  body?: SchemaName
  /** Of a body without a schema. */
  files?: readonly string[]
  /** `boat[]`: a list. Absent: empty or not JSON. */
  answer?: SchemaName | `${SchemaName}[]`
  /** Default `application/json`; null: no body. */
  mediaType?: string | null
  /** Default 200. */
  status?: 200 | 201 | 202 | 204 | 302 | 303
  /** On an identical repeat. */
  repeatStatus?: 200
  /** Money, or what a tournament's dates decide: refused with 503 while the server's clock is wrong. */
  needsClock?: true
  /** Besides 400, 401 and 404. */
  refusals?: readonly ErrorCode[]
}

const organisers = ['co-organiser', 'organiser'] as const
const staff = ['weigh-master', ...organisers] as const

export const endpoints = {
  'GET /api/openapi.json': { summary: 'Describe this API', access: 'public', answer: 'openApiDocument' },

  'POST /api/validate-password': {
    summary: 'Open the locked site with its password',
    access: 'public',
    body: 'validatePassword',
    answer: 'unlocked',
    refusals: ['wrong_password', 'too_many_attempts'],
  },

  'GET /api/login': { summary: 'Go to the sign-in page', access: 'public', status: 302 },

  'GET /api/logout': { summary: 'End the session and go home', access: 'public', status: 302 },

  'GET /api/auth/session': {
    summary: 'Tell who is signed in with this cookie',
    access: 'public',
    answer: 'sessionAnswer',
  },
  'POST /api/auth/sign-in': {
    summary: 'Sign in; sets the session cookie',
    access: 'public',
    body: 'signIn',
    answer: 'account',
    refusals: ['invalid_credentials', 'email_not_confirmed', 'too_many_attempts'],
  },
  'POST /api/auth/sign-up': {
    summary: 'Make an account',
    access: 'public',
    body: 'signUp',
    answer: 'signUpAnswer',
    status: 201,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/auth/sign-out': {
    summary: 'End this session, all, or all others',
    access: 'public',
    body: 'signOut',
    status: 204,
  },
  'POST /api/auth/recover': {
    summary: 'Mail a link to choose a new password',
    access: 'public',
    body: 'recover',
    answer: 'nothing',
    refusals: ['too_many_attempts'],
  },
  'POST /api/auth/reset': {
    summary: 'Choose a new password with a mailed link; sets the session cookie',
    access: 'public',
    body: 'reset',
    answer: 'account',
    refusals: ['gone', 'too_many_attempts'],
  },
  'POST /api/auth/confirm': {
    summary: 'Confirm an address with a mailed link',
    access: 'public',
    body: 'confirm',
    answer: 'confirmAnswer',
    refusals: ['gone', 'too_many_attempts'],
  },
  'PATCH /api/auth/user': {
    summary: 'Change names and picture',
    access: 'user',
    body: 'profile',
    answer: 'account',
    refusals: ['too_many_attempts'],
  },
  'POST /api/auth/password': {
    summary: 'Change the password',
    access: 'user',
    body: 'changePassword',
    answer: 'account',
    refusals: ['too_many_attempts'],
  },
  'POST /api/auth/email': {
    summary: 'Change the address',
    access: 'user',
    body: 'changeEmail',
    answer: 'account',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/auth/user': {
    summary: 'Delete the account',
    access: 'user',
    body: 'deleteAccount',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/account-deletion': {
    summary: 'Read what stands in the way of deleting one’s account',
    access: 'user',
    answer: 'accountDeletion',
  },
  'GET /api/auth/sessions': {
    summary: 'List the devices that are signed in',
    access: 'user',
    answer: 'sessionInfo[]',
  },
  'DELETE /api/auth/sessions/:id': { summary: 'Sign one device out', access: ['self'], status: 204 },

  'GET /api/data-export': {
    summary: 'Read how the archive of one’s own data is doing',
    access: 'user',
    answer: 'dataExport',
  },
  'POST /api/data-export': {
    summary: 'Have an archive of one’s own data made; a mail tells when it is ready',
    access: 'user',
    status: 202,
    answer: 'dataExport',
    refusals: ['too_many_attempts'],
  },
  'GET /api/data-export/:id': {
    summary: 'Download the archive of one’s own data',
    access: ['self'],
    mediaType: 'application/zip',
  },

  'GET /api/legal/:kind': {
    summary: 'Read terms, privacy or cookie policy or the support page, or an old version',
    access: 'public',
    query: 'legalVersion',
    answer: 'legalText',
  },

  'POST /api/images': {
    summary: 'Add a picture: the field `file` of a form, or the bytes themselves',
    access: 'user',
    files: ['multipart/form-data', 'image/*', 'application/octet-stream'],
    answer: 'uploadedImage',
    status: 201,
    refusals: ['too_large', 'unsupported_media_type', 'unacceptable_file', 'too_many_attempts', 'no_room'],
  },

  'GET /api/tournaments': {
    summary: 'List tournaments with their entries, running ones first, 200 at a time',
    access: 'public',
    query: 'tournamentsPage',
    answer: 'tournament[]',
  },
  'GET /api/tournament-cards': {
    summary: 'List tournaments with sums in place of entries, or search them',
    access: 'public',
    query: 'cardsPage',
    answer: 'tournamentCard[]',
  },
  'POST /api/tournaments': {
    summary: 'Make a tournament; its maker is its organiser',
    access: 'user',
    body: 'newTournament',
    answer: 'tournament',
    status: 201,
    needsClock: true,
    refusals: ['forbidden', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id': {
    summary: 'Read a tournament with its entries',
    access: 'public',
    answer: 'tournament',
  },
  'PATCH /api/tournaments/:id': {
    summary: 'Change or cancel a tournament as its organiser, or its texts as staff',
    access: organisers,
    body: 'tournamentChange',
    answer: 'tournament',
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id/calendar.ics': {
    summary: 'Take a tournament into a calendar',
    access: 'public',
    mediaType: 'text/calendar',
  },
  'GET /api/tournaments/:id/qr.svg': {
    summary: 'Draw the QR code of a tournament’s page',
    access: 'public',
    mediaType: 'image/svg+xml',
  },
  'GET /api/tournaments/:id/pass.svg': {
    summary: 'Draw a QR code that opens the locked site',
    access: organisers,
    mediaType: 'image/svg+xml',
    refusals: ['forbidden'],
  },
  'GET /api/my-boats': {
    summary: 'List the boats that one backs now, at most three, those on the water first',
    access: 'user',
    answer: 'myBoat[]',
  },
  'GET /api/my-tournaments': {
    summary: 'List one’s own tournaments, those that need the organiser first',
    access: 'user',
    query: 'myTournamentsPage',
    answer: 'ownTournament[]',
  },
  'GET /api/tournaments/:id/desk': {
    summary: 'Read catches, newest first, and decided positions as organiser or staff',
    access: staff,
    query: 'organiserViewPart',
    answer: 'organiserView',
  },
  'GET /api/tournaments/:id/catches': {
    summary: 'List the catches of a tournament as organiser or staff, newest first',
    access: staff,
    query: 'catchesPage',
    answer: 'caught[]',
  },
  'GET /api/my-tournaments/staff': {
    summary: 'List the tournaments that one helps with, the latest joined first',
    access: 'user',
    query: 'myTournamentsPage',
    answer: 'staffTournament[]',
  },
  'GET /api/tournaments/:id/role': {
    summary: 'Tell what one is to a tournament: organiser, staff or neither',
    access: 'user',
    answer: 'ownRole',
  },
  'GET /api/tournaments/:id/staff': {
    summary: 'List who helps with a tournament, as its organiser',
    access: ['organiser'],
    answer: 'staffMember[]',
  },
  'DELETE /api/tournaments/:id/staff/:userId': {
    summary: 'Remove a person from the staff as the organiser, or leave it',
    access: ['self', 'organiser'],
    status: 204,
    needsClock: true,
    refusals: ['too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id/staff-invitations': {
    summary: 'List the open invitations of a tournament as its organiser',
    access: ['organiser'],
    answer: 'staffInvitation[]',
  },
  'POST /api/tournaments/:id/staff-invitations': {
    summary: 'Invite to the staff, or hand over, by link or QR code; the link is answered once',
    access: ['organiser'],
    body: 'newStaffInvitation',
    answer: 'createdStaffInvitation',
    status: 201,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/tournaments/:id/staff-invitations/:invitationId': {
    summary: 'Revoke an invitation as the organiser',
    access: ['organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'GET /api/staff-invitations/:token': {
    summary: 'Read to which tournament and role a link invites',
    access: 'public',
    answer: 'offeredRole',
    refusals: ['gone'],
  },
  'POST /api/staff-invitations/:token/accept': {
    summary: 'Accept an invitation; again: the same answer',
    access: 'user',
    answer: 'ownRole',
    needsClock: true,
    refusals: ['conflict', 'forbidden', 'gone', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id/embed': {
    summary: 'Tell the addresses of leaderboard and feed for other sites',
    access: organisers,
    answer: 'embedAddresses',
  },
  'GET /api/tournaments/:id/webhooks': {
    summary: 'List the webhooks of a tournament as its organiser',
    access: ['organiser'],
    answer: 'webhook[]',
  },
  'POST /api/tournaments/:id/webhooks': {
    summary: 'Add a webhook as the organiser; its secret is answered once',
    access: ['organiser'],
    body: 'newWebhook',
    answer: 'webhookWithSecret',
    status: 201,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'PATCH /api/webhooks/:id': {
    summary: 'Turn a webhook on or off as the organiser',
    access: ['organiser'],
    body: 'webhookChange',
    answer: 'webhook',
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/webhooks/:id': {
    summary: 'Delete a webhook with its deliveries as the organiser',
    access: ['organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/webhooks/:id/secret': {
    summary: 'Change the secret of a webhook; the one before stays valid for a day',
    access: ['organiser'],
    answer: 'webhookWithSecret',
    refusals: ['too_many_attempts'],
  },
  'POST /api/webhooks/:id/test': {
    summary: 'Send a test event to a webhook',
    access: ['organiser'],
    answer: 'webhookDelivery',
    status: 201,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/webhooks/:id/deliveries': {
    summary: 'List the last deliveries of a webhook as the organiser, the latest first',
    access: ['organiser'],
    answer: 'webhookDelivery[]',
  },
  'POST /api/webhook-deliveries/:id/again': {
    summary: 'Send a delivery again, with the same id',
    access: ['organiser'],
    answer: 'webhookDelivery',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/site-role': {
    summary: 'Read what one may do on this site',
    access: 'user',
    answer: 'ownSiteRole',
  },
  'POST /api/organiser-requests': {
    summary: 'Ask to run tournaments, where organisers are approved',
    access: 'user',
    body: 'newOrganiserRequest',
    answer: 'ownSiteRole',
    status: 201,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/owner-link/:token': {
    summary: 'Read whether the link of the first owner works',
    access: 'public',
    answer: 'ownerLink',
    refusals: ['gone'],
  },
  'POST /api/owner-link/:token/accept': {
    summary: 'Become the owner of a site without one; works once',
    access: 'user',
    answer: 'ownSiteRole',
    refusals: ['conflict', 'gone', 'too_many_attempts'],
  },
  'GET /api/tournaments/:id/actions': {
    summary: 'List who did what in a tournament’s name as its organiser, the latest first',
    access: ['organiser'],
    query: 'actionsPage',
    answer: 'tournamentAction[]',
  },
  'GET /api/tournaments/:id/catches.csv': {
    summary: 'Take all catches into a spreadsheet, as organiser or staff',
    access: staff,
    mediaType: 'text/csv',
  },
  'GET /api/tournaments/:id/entries.csv': {
    summary: 'Take entries and standings into a spreadsheet, as organiser or staff',
    access: staff,
    mediaType: 'text/csv',
  },
  'GET /api/tournaments/:id/mine': {
    summary: 'List the entries of one’s own boats, and of the boat one crews',
    access: 'user',
    answer: 'ownEntry[]',
  },
  'POST /api/tournaments/:id/entries': {
    summary: 'Enter a boat as its owner',
    access: ['captain'],
    body: 'newEntry',
    answer: 'entry',
    status: 201,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },

  'POST /api/tournaments/:id/boat-list': {
    summary: 'Enter boats for their captains, who get a link by mail; all or none',
    access: ['organiser'],
    body: 'newBoatList',
    answer: 'boatList',
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'POST /api/tournament-entries/:id/captain-invitation': {
    summary: 'Mail the captain of a boat that the organiser entered another link',
    access: ['organiser'],
    body: 'captainInvitation',
    status: 204,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/tournament-entries/:id': {
    summary: 'Read an entry with its boat and tournament',
    access: 'public',
    answer: 'entry',
  },
  'PATCH /api/tournament-entries/:id': {
    summary: 'Change goal, share and goal rule as the owner, the position as an organiser',
    access: ['captain', 'co-organiser', 'organiser'],
    body: 'entryChange',
    answer: 'entry',
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'DELETE /api/tournament-entries/:id': {
    summary: 'Withdraw an entry as owner before the start, as organiser before the end',
    access: ['captain', 'organiser'],
    body: 'entryWithdrawal',
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'POST /api/tournament-entries/:id/catches': {
    summary: 'Weigh a catch in: positions follow, and an update is posted',
    access: staff,
    body: 'newCatch',
    answer: 'weighIn',
    status: 201,
    repeatStatus: 200,
    needsClock: true,
    refusals: ['conflict', 'gone', 'too_many_attempts', 'unavailable'],
  },

  'PATCH /api/catches/:id': {
    summary: 'Correct a catch; positions follow',
    access: staff,
    body: 'catchChange',
    answer: 'weighIn',
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'DELETE /api/catches/:id': {
    summary: 'Take a catch back, and its update with it; positions follow',
    access: staff,
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },

  'GET /api/leaderboard': {
    summary: 'List the entries by position, running tournaments first, 500 at a time',
    access: 'public',
    query: 'leaderboardPage',
    answer: 'entry[]',
  },
  'GET /api/leaderboard/boards': {
    summary: 'List the first places of each running, then finished tournament',
    access: 'public',
    query: 'boardsPage',
    answer: 'board[]',
  },
  'GET /api/leaderboard/totals': {
    summary: 'Count the leaderboard’s tournaments and boats, and add up its prizes',
    access: 'public',
    answer: 'leaderboardTotals',
  },

  'GET /api/tournament-updates': {
    summary: 'List the updates of all boats, of one tournament or of one boat',
    access: 'public',
    query: 'updatesPage',
    answer: 'update[]',
  },
  'POST /api/tournament-updates': {
    summary: 'Post an update as owner, crew, organiser or staff',
    access: ['crew', 'captain', 'weigh-master', 'co-organiser', 'organiser'],
    body: 'newUpdate',
    answer: 'update',
    status: 201,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'DELETE /api/tournament-updates/:id': {
    summary: 'Take an update back',
    access: ['self', 'captain', 'co-organiser', 'organiser'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },

  'GET /api/announcements': {
    summary: 'List announcements; of one tournament: the pinned one first',
    access: 'public',
    query: 'announcementsPage',
    answer: 'announcement[]',
  },
  'POST /api/tournaments/:id/announcements': {
    summary: 'Announce something as the organiser',
    access: organisers,
    body: 'newAnnouncement',
    answer: 'announcement',
    status: 201,
    refusals: ['too_many_attempts'],
  },
  'PATCH /api/announcements/:id': {
    summary: 'Pin an announcement, or take the pin off, as the organiser',
    access: organisers,
    body: 'announcementChange',
    answer: 'announcement',
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/announcements/:id': {
    summary: 'Take an announcement back as the organiser',
    access: organisers,
    status: 204,
    refusals: ['too_many_attempts'],
  },

  'GET /api/boats/:id/follow': {
    summary: 'Tell whether one follows a boat, and why',
    access: 'user',
    answer: 'followState',
  },
  'PUT /api/boats/:id/follow': {
    summary: 'Follow a boat',
    access: 'user',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/boats/:id/follow': {
    summary: 'No longer follow a boat, also as its backer',
    access: 'user',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/tournaments/:id/follow': {
    summary: 'Tell whether one follows a tournament',
    access: 'user',
    answer: 'followState',
  },
  'PUT /api/tournaments/:id/follow': {
    summary: 'Follow a tournament with all its boats',
    access: 'user',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/tournaments/:id/follow': {
    summary: 'No longer follow a tournament',
    access: 'user',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/follows': {
    summary: 'List what one follows, the latest first',
    access: 'user',
    query: 'followsPage',
    answer: 'follow[]',
  },
  'GET /api/notices': {
    summary: 'List one’s notices, newest first; at most 50 are kept',
    access: 'user',
    query: 'noticesPage',
    answer: 'notice[]',
  },
  'GET /api/notices/unread': { summary: 'Count one’s unread notices', access: 'user', answer: 'unread' },
  'POST /api/notices/read': {
    summary: 'Mark all notices as read, or those up to one',
    access: 'user',
    body: 'readNotices',
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'GET /api/notice-settings': {
    summary: 'Read how one is told of what',
    access: 'user',
    answer: 'noticeSettings',
  },
  'PUT /api/notice-settings': {
    summary: 'Choose how one is told of what; kinds that are left out get their default',
    access: 'user',
    body: 'newNoticeSettings',
    answer: 'noticeSettings',
    refusals: ['too_many_attempts'],
  },
  'GET /api/push': { summary: 'Read the site’s key for push messages', access: 'public', answer: 'pushKey' },
  'GET /api/push/subscriptions': {
    summary: 'List one’s devices that get push messages, newest first',
    access: 'user',
    answer: 'pushSubscription[]',
  },
  'POST /api/push/subscriptions': {
    summary: 'Send push messages to this device until its session ends',
    access: 'user',
    body: 'newPushSubscription',
    answer: 'pushSubscription',
    status: 201,
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/push/subscriptions': {
    summary: 'Send no more push messages to this device',
    access: 'user',
    body: 'pushEndpoint',
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/push/test': {
    summary: 'Send a test message to one’s devices',
    access: 'user',
    answer: 'nothing',
    status: 202,
    refusals: ['conflict', 'too_many_attempts'],
  },

  'GET /api/boats': {
    summary: 'List the boats: all, one’s own or those of others, by name and captain',
    access: 'user',
    query: 'boatsPage',
    answer: 'boat[]',
  },
  'POST /api/boats': {
    summary: 'Add a boat',
    access: 'user',
    body: 'newBoat',
    answer: 'boat',
    status: 201,
    refusals: ['too_many_attempts'],
  },
  'PATCH /api/boats/:id': {
    summary: 'Change a boat as its owner',
    access: ['captain'],
    body: 'boatChange',
    answer: 'boat',
    refusals: ['too_many_attempts'],
  },
  'GET /api/boats/:id': {
    summary: 'Read a boat with its record and its heaviest catches',
    access: 'public',
    answer: 'boatProfile',
  },
  'GET /api/boats/:id/entries': {
    summary: 'List a boat’s entries with their results, the latest tournament first',
    access: 'public',
    query: 'boatEntriesPage',
    answer: 'boatEntry[]',
  },
  'GET /api/my-boats/entries': {
    summary: 'List the entries of one’s own boats, the latest tournament first',
    access: 'user',
    query: 'boatEntriesPage',
    answer: 'boatEntry[]',
  },
  'GET /api/boats/:id/qr.svg': {
    summary: 'Draw the QR code of a boat’s page',
    access: 'public',
    mediaType: 'image/svg+xml',
  },
  'GET /api/boats/:id/crew': {
    summary: 'List a boat’s crew and its requests as the owner',
    access: ['captain'],
    answer: 'crewMember[]',
  },
  'POST /api/boats/:id/crew/:userId': {
    summary: 'Approve or remove a member of the crew as the owner',
    access: ['captain'],
    body: 'approval',
    answer: 'crewMember[]',
    needsClock: true,
    refusals: ['too_many_attempts', 'unavailable'],
  },

  'GET /api/crew/assignment': { summary: 'Read which boat one crews', access: 'user', answer: 'assignment' },
  'PUT /api/crew/assignment': {
    summary: 'Choose the boat one crews, or none',
    access: 'user',
    body: 'newAssignment',
    answer: 'assignment',
    needsClock: true,
    refusals: ['too_many_attempts', 'unavailable'],
  },

  'GET /api/tournaments/:id/results': {
    summary: 'Read what each boat won, once it is confirmed',
    access: 'public',
    answer: 'results',
  },
  'POST /api/tournaments/:id/results/preview': {
    summary: 'See every share as the organiser, before it is confirmed',
    access: ['organiser'],
    body: 'proposedResults',
    answer: 'resultsPreview',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/tournaments/:id/results': {
    summary: 'Confirm what each boat won as the organiser, once: the shares follow',
    access: ['organiser'],
    body: 'newResults',
    answer: 'results',
    status: 201,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id/payouts': {
    summary: 'List what is owed to whom, and what is paid, as the organiser',
    access: ['organiser'],
    query: 'payoutsPage',
    answer: 'payout[]',
  },
  'GET /api/tournaments/:id/payouts/totals': {
    summary: 'Count and add up what is owed and what is paid, as the organiser',
    access: ['organiser'],
    answer: 'payoutTotals',
  },
  'GET /api/tournaments/:id/payouts/backers': {
    summary: 'List what is owed and paid to each person, as the organiser',
    access: ['organiser'],
    query: 'payoutsPage',
    answer: 'payoutsOfBacker[]',
  },
  'POST /api/tournaments/:id/payouts/paid': {
    summary: 'Mark several shares as paid with one reference, as the organiser',
    access: ['organiser'],
    body: 'paidPayouts',
    answer: 'payout[]',
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id/payouts.csv': {
    summary: 'Take the payouts into a spreadsheet as the organiser',
    access: ['organiser'],
    mediaType: 'text/csv',
  },

  'POST /api/payouts/:id/paid': {
    summary: 'Mark a share as paid as the organiser',
    access: ['organiser'],
    body: 'paidPayout',
    answer: 'payout',
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'DELETE /api/payouts/:id/paid': {
    summary: 'Take back that a share is paid, as the organiser',
    access: ['organiser'],
    body: 'unpaidPayout',
    answer: 'payout',
    needsClock: true,
    refusals: ['too_many_attempts', 'unavailable'],
  },
  'GET /api/payout-details': {
    summary: 'Read where your winnings go, and what you are owed',
    access: 'user',
    answer: 'payoutDetails',
  },
  'PUT /api/payout-details': {
    summary: 'Say where your winnings should go',
    access: 'user',
    body: 'newPayoutDetails',
    answer: 'payoutDetails',
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/payout-details': {
    summary: 'Forget where your winnings should go',
    access: 'user',
    status: 204,
    refusals: ['too_many_attempts'],
  },

  'GET /api/tournament-entries/:id/handovers': {
    summary: 'List the money that was handed to the boat, as organiser, owner or backer',
    access: ['backer', 'captain', 'organiser'],
    query: 'listPage',
    answer: 'handoverLine[]',
  },
  'GET /api/tournament-entries/:id/handovers/totals': {
    summary: 'Add up what was raised, handed over and is due, as organiser, owner or backer',
    access: ['backer', 'captain', 'organiser'],
    answer: 'handoverTotals',
  },
  'POST /api/tournament-entries/:id/handovers': {
    summary: 'Record money that was handed to the boat, as the organiser',
    access: ['organiser'],
    body: 'newHandover',
    answer: 'handover',
    status: 201,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'POST /api/tournament-entries/:id/handovers/:handoverId/reverse': {
    summary: 'Reverse a handover, as the organiser',
    access: ['organiser'],
    body: 'newHandoverReversal',
    answer: 'handoverReversal',
    status: 201,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },

  'GET /api/tournaments/:id/handovers.csv': {
    summary: 'Take all handovers of a tournament into a spreadsheet, as the organiser',
    access: ['organiser'],
    mediaType: 'text/csv',
  },

  'GET /api/tournament-entries/:id/statement': {
    summary: 'Read how an entry’s winnings were divided, without names',
    access: 'public',
    answer: 'statement',
  },
  'GET /api/tournament-entries/:id/statement.csv': {
    summary: 'Take an entry’s statement into a spreadsheet, with the formula of each share',
    access: 'public',
    mediaType: 'text/csv',
  },

  'POST /api/create-payment-intent': {
    summary: 'Begin a payment for an entry; the secret is for the browser',
    access: 'user',
    body: 'newIntent',
    answer: 'createdIntent',
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },

  'POST /api/funding': {
    summary: 'Record a payment that was made; again: the same record with 200',
    access: ['self'],
    body: 'newFunding',
    answer: 'funding',
    status: 201,
    repeatStatus: 200,
    needsClock: true,
    refusals: ['payment_required', 'not_found', 'conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/funding/my': {
    summary: 'List one’s own payments with refunds and shares, also by stage',
    access: 'user',
    query: 'myFundingPage',
    answer: 'funding[]',
  },
  'GET /api/funding/my/totals': {
    summary: 'Add up one’s own payments, and name their years',
    access: 'user',
    answer: 'fundingTotals',
  },
  'GET /api/funding/my/:id': {
    summary: 'Read one payment of one’s own with refund and share',
    access: ['self'],
    answer: 'funding',
  },
  'GET /api/funding/my.csv': {
    summary: 'Download your payments of a year',
    access: 'user',
    query: 'csvYear',
    requiresQuery: true,
    mediaType: 'text/csv',
  },
  'GET /api/funding/intent/:intentId': {
    summary: 'Ask what became of a payment of one’s own; the provider is asked',
    access: ['self'],
    answer: 'intentState',
    refusals: ['too_many_attempts'],
  },

  'GET /api/tournament-entries/:id/backers': {
    summary: 'List who backs a boat, as its owner',
    access: ['captain'],
    query: 'backersPage',
    answer: 'backer[]',
  },
  'GET /api/tournament-entries/:id/backers.csv': {
    summary: 'Take the backers of a boat into a spreadsheet, as its owner',
    access: ['captain'],
    mediaType: 'text/csv',
  },
  'POST /api/tournament-entries/:id/backers/:fundingId/reply': {
    summary: 'Answer a backer’s message as the boat’s owner',
    access: ['captain'],
    body: 'backerReply',
    answer: 'backer',
    refusals: ['too_many_attempts'],
  },

  'POST /api/tournament-entries/:id/backers/thanks': {
    summary: 'Send a reply to every backer who has none, as the boat’s owner',
    access: ['captain'],
    body: 'backerReply',
    answer: 'thanksSent',
    refusals: ['too_many_attempts'],
  },

  'GET /api/tournaments/:id/fundings': {
    summary: 'List all payments of a tournament as its organiser',
    access: ['organiser'],
    query: 'fundingsPage',
    answer: 'organiserFunding[]',
  },
  'GET /api/tournaments/:id/fundings/totals': {
    summary: 'Add up what was raised, refunded, handed over and is held, as the organiser',
    access: ['organiser'],
    answer: 'tournamentFundingTotals',
  },
  'GET /api/tournaments/:id/fundings.csv': {
    summary: 'Take the fundings of a tournament into a spreadsheet as the organiser',
    access: ['organiser'],
    mediaType: 'text/csv',
  },
  'GET /api/tournaments/:id/refunds': {
    summary: 'Tell how far refunds have come, as the organiser',
    access: ['organiser'],
    answer: 'refundProgress',
  },
  'POST /api/tournaments/:id/refunds/:fundingId/retry': {
    summary: 'Try a failed refund again as the organiser',
    access: ['organiser'],
    answer: 'refundProgress',
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },

  'POST /api/stripe/webhook': {
    summary: 'Take a signed message of the payment provider',
    access: 'public',
    files: ['application/json'],
    answer: 'webhookReceived',
    needsClock: true,
    refusals: ['invalid', 'not_found', 'too_large', 'unavailable'],
  },

  'POST /api/crew/videos/upload': {
    summary: 'Get a slot for a video; the same Idempotency-Key gets the same one',
    access: 'user',
    body: 'newVideo',
    answer: 'uploadSlot',
    status: 201,
    refusals: ['conflict', 'too_large', 'too_many_attempts', 'no_room'],
  },
  'POST /api/crew/videos/:id/complete': {
    summary: 'Have an uploaded video checked and taken',
    access: ['self'],
    answer: 'completedVideo',
    refusals: ['conflict', 'gone', 'unacceptable_file', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/crew/videos/:id': {
    summary: 'Read how far one’s own video is',
    access: ['self'],
    answer: 'crewVideo',
  },
  'PUT /api/crew/videos/:id/poster': {
    summary: 'Give a video a picture of one’s own as its poster',
    access: ['self'],
    body: 'poster',
    answer: 'crewVideo',
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/crew/videos/:id': {
    summary: 'Delete a video that is not posted',
    access: ['self'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/crew/posts': {
    summary: 'Post a video, or keep it as a draft',
    access: ['self'],
    body: 'newPost',
    answer: 'createdPost',
    status: 201,
    refusals: ['conflict', 'unacceptable_file', 'too_many_attempts'],
  },
  'GET /api/crew/posts': {
    summary: 'List one’s own posts, drafts included',
    access: 'user',
    query: 'postsPage',
    answer: 'crewPost[]',
  },
  'GET /api/crew/posts/public': {
    summary: 'List the public posts, of all boats, one or a tournament’s, the newest first',
    access: 'public',
    query: 'publicPostsPage',
    answer: 'publicPost[]',
  },
  'GET /api/crew/posts/:id': {
    summary: 'Read a post that one may see',
    access: 'public',
    answer: 'seenPost',
  },
  'PATCH /api/crew/posts/:id': {
    summary: 'Change or publish a post as its author',
    access: ['self'],
    body: 'postChange',
    answer: 'crewPost',
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/crew/posts/:id': {
    summary: 'Delete a post as its author, and its video with the last one',
    access: ['self'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/crew/posts/:id/report': {
    summary: 'Report a post to those who answer for it',
    access: 'public',
    body: 'report',
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'GET /api/crew/reports': {
    summary: 'List reported posts that one answers for',
    access: 'user',
    answer: 'reportedPost[]',
  },
  'DELETE /api/crew/posts/:id/reports': {
    summary: 'Settle the reports of a post',
    access: ['captain', 'organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/crew/posts/:id/takedown': {
    summary: 'Take a post off as the boat’s owner or an organiser',
    access: ['captain', 'organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/crew/posts/:id/takedown': {
    summary: 'Put a post back that was taken off',
    access: ['captain', 'organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },

  'GET /api/tournament-entries/:id/crew-posts': {
    summary: 'List the crew’s posts of a boat that one may see',
    access: 'user',
    query: 'postsPage',
    answer: 'entryPost[]',
  },

  'GET /api/events': {
    summary: 'Follow what changes, as server-sent events',
    access: 'public',
    mediaType: 'text/event-stream',
    refusals: ['unavailable'],
  },

  'POST /auth/v1/signup': {
    summary: 'Make an account',
    access: 'public',
    query: 'goTrueLinkQuery',
    body: 'goTrueSignUpBody',
    answer: 'goTrueSignedUp',
  },
  'POST /auth/v1/token': {
    summary: 'Get a session for a password, a refresh token or a code',
    access: 'public',
    query: 'goTrueTokenQuery',
    body: 'goTrueTokenBody',
    answer: 'goTrueSession',
  },
  'GET /auth/v1/user': {
    summary: 'Read the account of the bearer token',
    access: 'user',
    answer: 'goTrueUser',
  },
  'PUT /auth/v1/user': {
    summary: 'Change the account of the bearer token',
    access: 'user',
    query: 'goTrueLinkQuery',
    body: 'goTrueUserBody',
    answer: 'goTrueUser',
  },
  'POST /auth/v1/logout': {
    summary: 'End sessions of the account of the bearer token',
    access: 'user',
    query: 'goTrueLogoutQuery',
    status: 204,
  },
  'POST /auth/v1/recover': {
    summary: 'Mail a link to choose a new password',
    access: 'public',
    query: 'goTrueLinkQuery',
    body: 'goTrueRecoverBody',
    answer: 'nothing',
  },
  'POST /auth/v1/resend': {
    summary: 'Mail a link again',
    access: 'public',
    query: 'goTrueLinkQuery',
    body: 'goTrueResendBody',
    answer: 'nothing',
  },
  'POST /auth/v1/verify': {
    summary: 'Redeem a mailed token for a session',
    access: 'public',
    body: 'goTrueVerifyBody',
    answer: 'goTrueVerified',
  },
  'GET /auth/v1/verify': {
    summary: 'Follow a mailed link to its page',
    access: 'public',
    query: 'goTrueVerifyQuery',
    status: 303,
  },
  'GET /auth/v1/.well-known/jwks.json': {
    summary: 'Give the public key of access tokens',
    access: 'public',
    answer: 'goTrueKeys',
  },
  'GET /auth/v1/health': {
    summary: 'Tell that the service is there',
    access: 'public',
    answer: 'goTrueHealth',
  },
  'GET /auth/v1/settings': {
    summary: 'Tell which ways to sign in there are',
    access: 'public',
    answer: 'goTrueSettings',
  },

  'GET /api/admin/checklist': { summary: 'Read what is not ready', access: ['owner'], answer: 'checklist' },
  'POST /api/admin/test-mail': {
    summary: 'Send oneself a mail now',
    access: ['owner'],
    answer: 'testMail',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/admin/branding': {
    summary: 'Read the site’s name, support address, colour and logo, and what sets them',
    access: ['owner'],
    answer: 'branding',
  },
  'PATCH /api/admin/branding': {
    summary: 'Change the site’s name, support address or colour',
    access: ['owner'],
    body: 'changedBranding',
    answer: 'branding',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'PUT /api/admin/branding/logo': {
    summary: 'Set the site’s logo: the field `file` of a form, or the bytes themselves',
    access: ['owner'],
    files: ['multipart/form-data', 'image/*', 'application/octet-stream'],
    answer: 'branding',
    refusals: ['too_large', 'unsupported_media_type', 'unacceptable_file', 'too_many_attempts', 'no_room'],
  },
  'DELETE /api/admin/branding/logo': {
    summary: 'Take the site’s logo away',
    access: ['owner'],
    answer: 'branding',
    refusals: ['too_many_attempts'],
  },
  'GET /api/admin/people': {
    summary: 'List accounts, the latest first, or search them',
    access: ['owner'],
    query: 'adminSearchPage',
    answer: 'adminPerson[]',
  },
  'GET /api/admin/people/:id/sessions': {
    summary: 'List the devices of an account',
    access: ['owner'],
    answer: 'sessionInfo[]',
  },
  'DELETE /api/admin/people/:id/sessions': {
    summary: 'Sign an account out everywhere',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/admin/people/:id/reset-link': {
    summary: 'Mail an account a link to choose a new password',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'PUT /api/admin/people/:id/ban': {
    summary: 'Lock an account and hide what it published',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/admin/people/:id/ban': {
    summary: 'Unlock an account',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'PUT /api/admin/people/:id/role': {
    summary: 'Make an account an owner or an organiser',
    access: ['owner'],
    body: 'siteRoleGrant',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/admin/people/:id/role': {
    summary: 'Take an account’s role',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/admin/organiser-requests': {
    summary: 'List open requests to run tournaments, the oldest first',
    access: ['owner'],
    query: 'adminPage',
    answer: 'organiserRequest[]',
  },
  'POST /api/admin/organiser-requests/:id/approve': {
    summary: 'Let a person run tournaments',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/admin/organiser-requests/:id/decline': {
    summary: 'Decline a request to run tournaments',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/admin/tournaments': {
    summary: 'List all tournaments, of banned organisers too, the latest first, or search them',
    access: ['owner'],
    query: 'adminSearchPage',
    answer: 'adminTournament[]',
  },
  'POST /api/admin/tournaments/:id/cancel': {
    summary: 'Cancel a tournament and refund every funding',
    access: ['owner'],
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'PUT /api/admin/tournaments/:id/organiser': {
    summary: 'Appoint another account as the organiser',
    access: ['owner'],
    body: 'newOrganiser',
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'DELETE /api/admin/tournaments/:id': {
    summary: 'Delete a tournament without money',
    access: ['owner'],
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/admin/reports': {
    summary: 'List reported posts, the latest report first',
    access: ['owner'],
    answer: 'adminReport[]',
  },
  'PUT /api/admin/posts/:id/hidden': {
    summary: 'Hide a post from everyone but its author, and close its reports',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/admin/posts/:id/hidden': {
    summary: 'Show a hidden post again',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/admin/posts/:id/reports': {
    summary: 'Close the reports about a post',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'GET /api/admin/jobs': {
    summary: 'List failed jobs and mails, the latest first',
    access: ['owner'],
    query: 'adminPage',
    answer: 'adminJob[]',
  },
  'POST /api/admin/jobs/:id/retry': {
    summary: 'Run a failed job or send a failed mail again',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/admin/payments': {
    summary: 'List payments and refunds that need a person',
    access: ['owner'],
    answer: 'adminPayments',
  },
  'POST /api/admin/refunds/:fundingId/retry': {
    summary: 'Try a failed refund again',
    access: ['owner'],
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/admin/storage': {
    summary: 'Read what takes how much disk',
    access: ['owner'],
    answer: 'adminStorage',
  },
  'GET /api/admin/audit': {
    summary: 'List what owners and operators did, or what concerns one person',
    access: ['owner'],
    query: 'adminSearchPage',
    answer: 'auditEntry[]',
  },
  'GET /api/admin/legal': {
    summary: 'List which version of terms, policies and support page is in force',
    access: ['owner'],
    answer: 'legalTextsInForce',
  },
  'GET /api/admin/legal/:kind': {
    summary: 'Read a text as Markdown, with its versions',
    access: ['owner'],
    answer: 'ownerLegalText',
  },
  'PUT /api/admin/legal/:kind': {
    summary: 'Put a text in force, unless `base` was replaced meanwhile',
    access: ['owner'],
    body: 'newLegalText',
    answer: 'ownerLegalText',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/admin/legal/:kind/default': {
    summary: 'Put the default text in force again, unless `base` was replaced',
    access: ['owner'],
    body: 'legalBase',
    answer: 'ownerLegalText',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/admin/legal/preview': {
    summary: 'Render a text as its page would',
    access: ['owner'],
    body: 'legalDraft',
    answer: 'legalPreview',
    refusals: ['too_many_attempts'],
  },
  'GET /api/admin/settings': {
    summary: 'Read the settings, without secrets',
    access: ['owner'],
    answer: 'adminSettings',
  },
} as const satisfies Record<string, Endpoint>

type Endpoints = typeof endpoints

export type EndpointKey = keyof Endpoints
/** Calls that answer with JSON or nothing. */
export type ApiKey = {
  [Key in EndpointKey]: Key extends `${string} /api/${string}`
    ? Endpoints[Key] extends { mediaType: string } | { status: 302 | 303 }
      ? never
      : Key
    : never
}[EndpointKey]
export type ReadKey = Extract<ApiKey, `GET ${string}`>
export type ListKey = {
  [Key in ReadKey]: Answer<Key> extends readonly unknown[] ? Key : never
}[ReadKey]

type NameOf<Key extends EndpointKey, Part extends 'body' | 'query' | 'answer'> =
  Endpoints[Key] extends Readonly<Record<Part, infer Name>> ? Name : never

interface Standard<Input, Output> {
  readonly '~standard': { readonly types?: { readonly input: Input; readonly output: Output } | undefined }
}
type InputOf<Name> = Name extends SchemaName
  ? Schemas[Name] extends Standard<infer Input, unknown>
    ? Input
    : never
  : never
export type Parsed<Name> = Name extends SchemaName
  ? Schemas[Name] extends Standard<unknown, infer Output>
    ? Output
    : never
  : never
type ValueOf<Name> = Name extends `${infer Item}[]`
  ? ValueOf<Item>[]
  : Name extends SchemaName
    ? Infer<Schemas[Name]>
    : null

/** JSON omits undefined properties. */
type OrUndefined<Value> = {
  [Name in keyof Value]: Record<never, never> extends Pick<Value, Name>
    ? Value[Name] | undefined
    : Value[Name]
}

/** Clients write plain strings. */
type Written<Value> =
  Value extends Id<string>
    ? string
    : Value extends readonly (infer Item)[]
      ? readonly Written<Item>[]
      : Value extends object
        ? { [Name in keyof Value]: Written<Value[Name]> }
        : Value

/** Sent by the client. */
export type Body<Key extends EndpointKey> = Endpoints[Key] extends { files: unknown }
  ? Blob | FormData
  : OrUndefined<Written<InputOf<NameOf<Key, 'body'>>>>
/** Received by the route. */
export type ParsedBody<Key extends EndpointKey> = Parsed<NameOf<Key, 'body'>>
/** Sent by the client. */
export type Query<Key extends EndpointKey> = {
  [Name in keyof OrUndefined<InputOf<NameOf<Key, 'query'>>>]:
    | OrUndefined<InputOf<NameOf<Key, 'query'>>>[Name]
    | number
}
/** Received by the route. */
export type ParsedQuery<Key extends EndpointKey> = Parsed<NameOf<Key, 'query'>>
export type Answer<Key extends EndpointKey> = [NameOf<Key, 'answer'>] extends [never]
  ? null
  : ValueOf<NameOf<Key, 'answer'>>

export type Item<Key extends ListKey> = Answer<Key> extends readonly (infer Entry)[] ? Entry : never

type ParamOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
export type Params<Key extends EndpointKey> = Record<ParamOf<Key>, string>
