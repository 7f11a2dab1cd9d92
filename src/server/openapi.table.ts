import type { ErrorCode } from '#contract/errors.ts'
import {
  goTrueLinkQuery,
  goTrueLogoutQuery,
  goTrueRecoverBody,
  goTrueResendBody,
  goTrueSignUpBody,
  goTrueTokenBody,
  goTrueTokenQuery,
  goTrueUserBody,
  goTrueVerifyBody,
  goTrueVerifyQuery,
} from '#contract/gotrue.ts'
import type { JsonSchema } from '#contract/json-schema.ts'

/** What the routes themselves do not say of an operation. */
export interface Operation {
  /** A few words, in the imperative. */
  does: string
  /** The status of success; 200 unless it says otherwise. */
  answers?: 200 | 201 | 202 | 204 | 302 | 303
  /** The status of the same call again, where it is another one. */
  again?: 200
  /** The body and the query of a route that reads them leniently by itself. */
  body?: JsonSchema
  query?: JsonSchema
  /** Media types of a body that no schema describes: files. */
  takes?: readonly string[]
  /** Media type of the answer; JSON unless it says otherwise. */
  gives?: string
  /** Set where the handler itself asks for somebody who is signed in, and not `requireUser`. */
  signedIn?: true
  /** Refusals worth a caller's own branch, besides those that follow from the route: a bad body, nobody signed in. */
  refuses?: readonly ErrorCode[]
}

/**
 * Every operation of the API by method and path, as the routes spell them. A new route gets a line here;
 * the test beside this file names what is missing and what is gone.
 */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /api/openapi.json': { does: 'Describe this API' },

  'POST /api/validate-password': {
    does: 'Open the locked site with its password',
    refuses: ['wrong_password', 'too_many_attempts'],
  },
  'GET /api/login': { does: 'Go to the sign-in page', answers: 302 },
  'GET /api/logout': { does: 'End the session and go home', answers: 302 },

  'GET /api/auth/session': { does: 'Tell who is signed in with this cookie' },
  'POST /api/auth/sign-in': {
    does: 'Sign in; sets the session cookie',
    refuses: ['invalid_credentials', 'email_not_confirmed', 'too_many_attempts'],
  },
  'POST /api/auth/sign-up': {
    does: 'Make an account',
    answers: 201,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'POST /api/auth/sign-out': { does: 'End this session, all, or all others', answers: 204 },
  'POST /api/auth/recover': {
    does: 'Mail a link to choose a new password',
    refuses: ['too_many_attempts'],
  },
  'POST /api/auth/reset': {
    does: 'Choose a new password with a mailed link; sets the session cookie',
    refuses: ['gone', 'too_many_attempts'],
  },
  'POST /api/auth/confirm': {
    does: 'Confirm an address with a mailed link',
    refuses: ['gone', 'too_many_attempts'],
  },
  'PATCH /api/auth/user': { does: 'Change names and picture', refuses: ['too_many_attempts'] },
  'POST /api/auth/password': { does: 'Change the password', refuses: ['too_many_attempts'] },
  'POST /api/auth/email': {
    does: 'Change the address',
    refuses: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/auth/user': { does: 'Delete the account', answers: 204, refuses: ['too_many_attempts'] },
  'GET /api/auth/sessions': { does: 'List the devices that are signed in' },
  'DELETE /api/auth/sessions/:id': { does: 'Sign one device out', answers: 204 },

  'POST /api/images': {
    does: 'Add a picture: the field `file` of a form, or the bytes themselves',
    answers: 201,
    takes: ['multipart/form-data', 'image/*', 'application/octet-stream'],
    refuses: ['too_large', 'unsupported_media_type', 'unacceptable_file', 'too_many_attempts', 'no_room'],
  },

  'GET /api/tournaments': { does: 'List the tournaments with their entries' },
  'POST /api/tournaments': {
    does: 'Make a tournament; its maker is its organiser',
    answers: 201,
    refuses: ['too_many_attempts'],
  },
  'GET /api/tournaments/:id': { does: 'Read a tournament with its entries' },
  'PATCH /api/tournaments/:id': {
    does: 'Change or cancel a tournament as its organiser',
    refuses: ['conflict', 'too_many_attempts'],
  },
  'GET /api/tournaments/:id/calendar.ics': {
    does: 'Take a tournament into a calendar',
    gives: 'text/calendar',
  },
  'GET /api/tournaments/:id/qr.svg': {
    does: 'Draw the QR code of a tournament’s page',
    gives: 'image/svg+xml',
  },
  'GET /api/tournaments/:id/desk': { does: 'Read catches and decided positions as the organiser' },
  'GET /api/tournaments/:id/mine': { does: 'List the entries of one’s own boats, and of the boat one crews' },
  'POST /api/tournaments/:id/entries': {
    does: 'Enter a boat as its owner',
    answers: 201,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'GET /api/tournament-entries/:id': { does: 'Read an entry with its boat and tournament' },
  'PATCH /api/tournament-entries/:id': {
    does: 'Change goal and share as the owner, the position as the organiser',
    refuses: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/tournament-entries/:id': {
    does: 'Withdraw an entry before the tournament ends',
    answers: 204,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'POST /api/tournament-entries/:id/catches': {
    does: 'Weigh a catch in: positions follow, and an update is posted',
    answers: 201,
    again: 200,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'PATCH /api/catches/:id': {
    does: 'Correct a catch; positions follow',
    refuses: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/catches/:id': {
    does: 'Take a catch back, and its update with it; positions follow',
    answers: 204,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'GET /api/leaderboard': { does: 'List the entries by position, running tournaments first' },
  'GET /api/leaderboard/totals': {
    does: 'Count the leaderboard’s tournaments and boats, and add up its prizes',
  },
  'GET /api/tournament-updates': { does: 'List the updates of all boats, or of one tournament' },
  'POST /api/tournament-updates': {
    does: 'Post an update as owner, crew or organiser',
    answers: 201,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/tournament-updates/:id': {
    does: 'Take an update back',
    answers: 204,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'GET /api/boats': { does: 'List all boats' },
  'POST /api/boats': { does: 'Add a boat', answers: 201, refuses: ['too_many_attempts'] },
  'PATCH /api/boats/:id': { does: 'Change a boat as its owner', refuses: ['too_many_attempts'] },
  'GET /api/boats/:id/crew': { does: 'List a boat’s crew and its requests as the owner' },
  'POST /api/boats/:id/crew/:userId': {
    does: 'Approve or remove a member of the crew as the owner',
    refuses: ['too_many_attempts'],
  },
  'GET /api/crew/assignment': { does: 'Read which boat one crews' },
  'PUT /api/crew/assignment': {
    does: 'Choose the boat one crews, or none',
    refuses: ['too_many_attempts'],
  },
  'GET /api/tournaments/:id/results': { does: 'Read what each boat won, once it is confirmed' },
  'POST /api/tournaments/:id/results/preview': {
    does: 'See every share as the organiser, before it is confirmed',
    refuses: ['conflict', 'too_many_attempts'],
  },
  'POST /api/tournaments/:id/results': {
    does: 'Confirm what each boat won as the organiser, once: the shares follow',
    answers: 201,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'GET /api/tournaments/:id/payouts': {
    does: 'List what is owed to whom, and what is paid, as the organiser',
  },
  'GET /api/tournaments/:id/payouts.csv': {
    does: 'Take the payouts into a spreadsheet as the organiser',
    gives: 'text/csv',
  },
  'POST /api/payouts/:id/paid': {
    does: 'Mark a share as paid as the organiser',
    refuses: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/payouts/:id/paid': {
    does: 'Take back that a share is paid, as the organiser',
    refuses: ['too_many_attempts'],
  },
  'GET /api/tournament-entries/:id/statement': {
    does: 'Read how an entry’s winnings were divided, without names',
  },
  'POST /api/create-payment-intent': {
    does: 'Begin a payment for an entry; the secret is for the browser',
    refuses: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'POST /api/funding': {
    does: 'Record a payment that was made; again: the same record with 200',
    answers: 201,
    again: 200,
    refuses: ['payment_required', 'not_found', 'conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/funding/my': { does: 'List one’s own payments with refunds and shares' },
  'GET /api/funding/my.csv': { does: 'Take one’s own payments of a year along', gives: 'text/csv' },
  'GET /api/funding/intent/:intentId': {
    does: 'Ask what became of a payment of one’s own; the provider is asked',
    refuses: ['too_many_attempts'],
  },
  'GET /api/tournament-entries/:id/backers': { does: 'List who backs a boat, as its owner' },
  'POST /api/tournament-entries/:id/backers/:fundingId/reply': {
    does: 'Answer a backer’s message as the boat’s owner',
    refuses: ['too_many_attempts'],
  },
  'GET /api/tournaments/:id/fundings': { does: 'List all payments of a tournament as its organiser' },
  'GET /api/tournaments/:id/refunds': { does: 'Tell how far refunds have come, as the organiser' },
  'POST /api/tournaments/:id/refunds/:fundingId/retry': {
    does: 'Try a failed refund again as the organiser',
    refuses: ['conflict', 'too_many_attempts'],
  },
  'POST /api/stripe/webhook': {
    does: 'Take a signed message of the payment provider',
    takes: ['application/json'],
    refuses: ['invalid', 'not_found', 'too_large', 'unavailable'],
  },
  'POST /api/crew/videos/upload': {
    does: 'Get a slot for a video; the same Idempotency-Key gets the same one',
    answers: 201,
    refuses: ['conflict', 'too_large', 'too_many_attempts', 'no_room'],
  },
  'POST /api/crew/videos/:id/complete': {
    does: 'Have an uploaded video checked and taken',
    refuses: ['conflict', 'gone', 'unacceptable_file', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/crew/videos/:id': { does: 'Read how far one’s own video is' },
  'PUT /api/crew/videos/:id/poster': {
    does: 'Give a video a picture of one’s own as its poster',
    refuses: ['too_many_attempts'],
  },
  'DELETE /api/crew/videos/:id': {
    does: 'Delete a video that is not posted',
    answers: 204,
    refuses: ['conflict', 'too_many_attempts'],
  },
  'POST /api/crew/posts': {
    does: 'Post a video, or keep it as a draft',
    answers: 201,
    refuses: ['conflict', 'unacceptable_file', 'too_many_attempts'],
  },
  'GET /api/crew/posts': { does: 'List one’s own posts, drafts included' },
  'GET /api/crew/posts/public': { does: 'List the public posts, the newest first' },
  'GET /api/crew/posts/:id': { does: 'Read a post that one may see' },
  'PATCH /api/crew/posts/:id': {
    does: 'Change or publish a post as its author',
    refuses: ['too_many_attempts'],
  },
  'DELETE /api/crew/posts/:id': {
    does: 'Delete a post as its author, and its video with the last one',
    answers: 204,
    refuses: ['too_many_attempts'],
  },
  'POST /api/crew/posts/:id/report': {
    does: 'Report a post to those who answer for it',
    answers: 204,
    refuses: ['too_many_attempts'],
  },
  'GET /api/crew/reports': { does: 'List reported posts that one answers for' },
  'DELETE /api/crew/posts/:id/reports': {
    does: 'Settle the reports of a post',
    answers: 204,
    refuses: ['too_many_attempts'],
  },
  'POST /api/crew/posts/:id/takedown': {
    does: 'Take a post off as the boat’s owner or an organiser',
    answers: 204,
    refuses: ['too_many_attempts'],
  },
  'DELETE /api/crew/posts/:id/takedown': {
    does: 'Put a post back that was taken off',
    answers: 204,
    refuses: ['too_many_attempts'],
  },
  'GET /api/tournament-entries/:id/crew-posts': { does: 'List the crew’s posts of a boat that one may see' },
  'GET /api/events': {
    does: 'Follow what changes, as server-sent events',
    gives: 'text/event-stream',
    refuses: ['unavailable'],
  },

  'POST /auth/v1/signup': { does: 'Make an account', body: goTrueSignUpBody, query: goTrueLinkQuery },
  'POST /auth/v1/token': {
    does: 'Get a session for a password, a refresh token or a code',
    body: goTrueTokenBody,
    query: goTrueTokenQuery,
  },
  'GET /auth/v1/user': { does: 'Read the account of the bearer token', signedIn: true },
  'PUT /auth/v1/user': {
    does: 'Change the account of the bearer token',
    signedIn: true,
    body: goTrueUserBody,
    query: goTrueLinkQuery,
  },
  'POST /auth/v1/logout': {
    does: 'End sessions of the account of the bearer token',
    answers: 204,
    signedIn: true,
    query: goTrueLogoutQuery,
  },
  'POST /auth/v1/recover': {
    does: 'Mail a link to choose a new password',
    body: goTrueRecoverBody,
    query: goTrueLinkQuery,
  },
  'POST /auth/v1/resend': { does: 'Mail a link again', body: goTrueResendBody, query: goTrueLinkQuery },
  'POST /auth/v1/verify': { does: 'Redeem a mailed token for a session', body: goTrueVerifyBody },
  'GET /auth/v1/verify': {
    does: 'Follow a mailed link to its page',
    answers: 303,
    query: goTrueVerifyQuery,
  },
  'GET /auth/v1/.well-known/jwks.json': { does: 'Give the public key of access tokens' },
  'GET /auth/v1/health': { does: 'Tell that the service is there' },
  'GET /auth/v1/settings': { does: 'Tell which ways to sign in there are' },
}
