import type { UserId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { hasStarted, type TournamentRow, updateTournament } from '#server/tournaments/tournaments/index.ts'
import { giveWaitingBoats } from './captains.queries.ts'
import { endInvitations } from './invitations.queries.ts'
import { organiserMailKind, organiserMailSubject } from './organiser-mails.ts'
import { deleteWebhooksOf, findMember, putMember, removeMember } from './staff.queries.ts'

interface Change {
  to: UserId
  /**
   * True if the former organiser becomes a co-organiser.
   * If not, they are an insider if the tournament has started.
   */
  stays: boolean
  /** Accounts that get the mail about it. */
  recipients: readonly UserId[]
}

/** Gives a tournament to another account. Callers write the log. */
export async function changeOrganiser(
  trx: Trx,
  tournament: TournamentRow,
  { to, stays, recipients }: Change,
  now: number,
): Promise<void> {
  const { id, organiser_id: former } = tournament
  const member = await findMember(trx, id, to)
  if (member) await removeMember(trx, member, false, now)
  await updateTournament(trx, id, { organiser_id: to }, now)
  const row = { tournament_id: id, user_id: former }
  await putMember(trx, { ...row, role: 'co-organiser' }, now)
  if (!stays) {
    await removeMember(trx, row, hasStarted(tournament, now), now)
    await deleteWebhooksOf(trx, id, former)
  }
  await giveWaitingBoats(trx, tournament, to, now)
  await endInvitations(trx, id, now)
  for (const person of recipients)
    await enqueue(trx, organiserMailKind, organiserMailSubject(id, person), now)
}
