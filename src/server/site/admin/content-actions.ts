import type { PostId, TournamentId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { findUserByEmail, isLive } from '#server/people/auth/index.ts'
import { type Actor, record } from '#server/record/index.ts'
import { changeOrganiser } from '#server/tournaments/staff/index.ts'
import {
  deleteTournament,
  findTournament,
  hasMoney,
  isSettled,
  requestRefunds,
  updateTournament,
} from '#server/tournaments/tournaments/index.ts'
import {
  dropReports,
  dropReportsOfVideo,
  getPost,
  hideVideo,
  setPostHidden,
  showVideo,
} from '#server/videos/crew-posts/index.ts'
import { countRefundsDue } from './admin.queries.ts'

type Needs = Pick<Deps, 'now'>

/** @throws ApiError 404 */
async function getTournament(trx: Trx, id: TournamentId) {
  const tournament = await findTournament(trx, id)
  if (!tournament) throw notFound(`There is no tournament ${id}.`)
  return tournament
}

/** Cancels a tournament on behalf of its organiser. @throws ApiError 404, 409 */
export async function cancelTournament(
  trx: Trx,
  deps: Needs,
  actor: Actor,
  id: TournamentId,
): Promise<{ name: string; fundings: number }> {
  const { name, cancelled_at: cancelledAt } = await getTournament(trx, id)
  if (cancelledAt !== null) throw conflict(`${name} is already cancelled.`)
  if (await isSettled(trx, id)) throw conflict(`${name} has confirmed results, so it can't be cancelled.`)
  const at = deps.now()
  await requestRefunds(trx, { tournament: id }, at)
  await updateTournament(trx, id, { cancelled_at: at }, at)
  await record(trx, {
    kind: 'tournament-cancelled',
    at,
    ...actor,
    tournament: id,
    role: 'owner',
    subject: ['tournament', id],
    text: name,
    detail: name,
  })
  return { name, fundings: await countRefundsDue(trx, id) }
}

/** @param howToCancel ends the sentence "Cancel it …" @throws ApiError 404, 409 */
export async function removeTournament(
  trx: Trx,
  { now }: Needs,
  actor: Actor,
  { id, howToCancel = '' }: { id: TournamentId; howToCancel?: string },
): Promise<string> {
  const { name, cancelled_at: cancelledAt } = await getTournament(trx, id)
  if (await isSettled(trx, id)) throw conflict(`${name} has confirmed results, so it can't be deleted.`)
  if (await hasMoney(trx, id))
    throw conflict(
      cancelledAt === null
        ? `${name} has fundings, so it can't be deleted. Cancel it ${howToCancel}to refund every funding.`
        : `${name} has fundings, so it can't be deleted. It is already cancelled. To hide it, ban its organiser.`,
    )
  await deleteTournament(trx, id)
  await record(trx, {
    kind: 'tournament-deleted',
    at: now(),
    ...actor,
    subject: ['tournament', id],
    detail: name,
  })
  return name
}

/** The former organiser loses every right to it. @param email normalised @throws ApiError 404, 409 */
export async function appointOrganiser(
  trx: Trx,
  deps: Needs,
  actor: Actor,
  { id, email }: { id: TournamentId; email: string },
): Promise<string> {
  const tournament = await getTournament(trx, id)
  const user = await findUserByEmail(trx, email)
  if (!isLive(user)) throw notFound(`No account has the address ${email}.`)
  if (user.banned_at !== null) throw conflict(`The account of ${email} is banned. Unban it first.`)
  if (user.email_confirmed_at === null) throw conflict(`The address ${email} isn’t confirmed.`)
  const { name, organiser_id: former } = tournament
  if (user.id === former) throw conflict(`${email} is the organiser of ${name} already.`)
  const at = deps.now()
  await changeOrganiser(trx, tournament, { to: user.id, stays: false, recipients: [user.id, former] }, at)
  await record(trx, {
    kind: 'organiser-appointed',
    at,
    ...actor,
    tournament: id,
    role: 'owner',
    subject: ['tournament', id],
    text: name,
    // Ids: the audit trail can't be deleted.
    detail: `from ${former} to ${user.id}`,
  })
  return name
}

/**
 * Hides or shows a post, with others of its video. Hiding closes the reports.
 * Showing a post that a moderator of its boat hid too only undoes the owner's takedown.
 * @throws ApiError 404
 */
export async function hidePost(
  trx: Trx,
  { now }: Needs,
  actor: Actor,
  { id, hidden }: { id: PostId; hidden: boolean },
): Promise<void> {
  const post = await getPost(trx, id)
  if (hidden) {
    await hideVideo(trx, post.video_id, now())
    await dropReportsOfVideo(trx, post.video_id)
  } else if (post.hidden_by_owner === 1) await showVideo(trx, post.video_id)
  else await setPostHidden(trx, id, null)
  const event = { at: now(), ...actor, subject: ['post', id] } as const
  await record(trx, hidden ? { kind: 'post-hidden', ...event, post: id } : { kind: 'post-shown', ...event })
}

/** @throws ApiError 404 */
export async function closeReports(trx: Trx, { now }: Needs, actor: Actor, id: PostId): Promise<void> {
  const post = await getPost(trx, id)
  await dropReports(trx, post.id)
  await record(trx, { kind: 'reports-closed', at: now(), ...actor, subject: ['post', id] })
}
