import type { EntryId, UserId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { codePath } from '#contract/qr-code.ts'
import type { InvitedRole, OwnRole } from '#contract/tournaments/staff.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, conflict, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cursorOf, cutPage, decodePosition, encodePosition, nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { requireOrganiser } from '#server/people/site-roles/index.ts'
import { drawQr } from '#server/qr-code.ts'
import { listStaffLog, record } from '#server/record/index.ts'
import { getEntry } from '#server/tournaments/entries/index.ts'
import {
  findRole,
  getOwnTournament,
  getTournament,
  hasStarted,
  isOrganiser,
  roleEnd,
  type TournamentRow,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'
import { giveToCaptain } from './captains.queries.ts'
import { changeOrganiser } from './change-organiser.ts'
import {
  deleteInvitation,
  findInvitation,
  hasInvitation,
  insertInvitation,
  listInvitations,
  markAccepted,
} from './invitations.queries.ts'
import { presentAction, presentInvitation, presentMember } from './staff.present.ts'
import {
  deleteWebhooksOf,
  findMember,
  listStaff,
  listTournamentsOfStaff,
  putMember,
  removeMember,
} from './staff.queries.ts'
import type { StaffInvitationRow } from './staff.table.ts'

const noMember = () => notFound('This person isn’t on the staff.')
const noInvitation = () => notFound('There is no such invitation. Ask the organiser for a new link.')
const usedInvitation = () =>
  new ApiError('gone', 'This invitation has been used. Ask the organiser for a new link.')

/** Titles of roles as the log shows them. */
const titles: Record<InvitedRole, string> = {
  captain: 'captain',
  organiser: 'organiser',
  'co-organiser': 'co-organiser',
  'weigh-master': 'weigh master',
}

export function staffRoutes(deps: WriteDeps & Pick<Deps, 'catalog'>) {
  const { db, now, limitWrites: limit, catalog } = deps

  /** @throws ApiError 403, 404 */
  const ownTournament = (trx: Db, id: string | undefined, person: Person) =>
    getOwnTournament(trx, tournamentIdOf(id), person, 'Only the organiser can see and change the staff.')

  const asOrganiser = (tournament: TournamentRow, person: Person) =>
    ({ at: now(), by: person.id, tournament: tournament.id, role: 'organiser' }) as const

  /** @param reader may use an invitation that they have accepted @throws ApiError 404, 410 */
  async function getInvitation(trx: Db, token: string | undefined, reader: UserId | undefined) {
    const invitation = token === undefined ? undefined : await findInvitation(trx, token)
    if (!invitation) throw noInvitation()
    if (invitation.accepted_by !== null && invitation.accepted_by !== reader) throw usedInvitation()
    if (invitation.expires_at <= now())
      throw new ApiError('gone', 'This invitation has expired. Ask the organiser for a new link.')
    return invitation
  }

  /**
   * Makes the person the organiser, even after the end: the organiser may still hold money.
   * @throws ApiError 403, 409, 410
   */
  async function takeOver(
    trx: Trx,
    invitation: StaffInvitationRow,
    person: Person,
    tournament: TournamentRow,
  ) {
    if (isOrganiser(person, tournament)) {
      if (invitation.accepted_by !== null) return
      throw conflict('You are the organiser of this tournament.')
    }
    if (invitation.accepted_by !== null) throw usedInvitation()
    await requireOrganiser(trx, deps.env, person.id)
    if (!(await findMember(trx, tournament.id, person.id))) await requireRoom(trx, tournament)
    await markAccepted(trx, invitation.id, person.id)
    const former = tournament.organiser_id
    await changeOrganiser(trx, tournament, { to: person.id, stays: true, recipients: [former] }, now())
    await record(trx, {
      kind: 'organiser-changed',
      ...asOrganiser(tournament, person),
      text: tournament.name,
    })
  }

  /** A boat that the organiser entered. @throws ApiError 404, 409, 410 */
  async function takeBoatOver(
    trx: Trx,
    invitation: StaffInvitationRow & { entry_id: EntryId },
    person: Person,
    tournament: TournamentRow,
  ) {
    if (invitation.accepted_by !== null) return
    if (isOrganiser(person, tournament))
      throw conflict('You are the organiser. Send the link to the boat’s captain.')
    if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
    const { boat } = await getEntry(trx, invitation.entry_id)
    await giveToCaptain(trx, invitation, boat.id, person.id, now())
    await record(trx, {
      kind: 'boat-taken-over',
      at: now(),
      by: tournament.organiser_id,
      tournament: tournament.id,
      role: 'organiser',
      entry: invitation.entry_id,
      subject: ['user', person.id],
      text: boat.name,
    })
  }

  /** @throws ApiError 409 */
  async function requireRoom(trx: Trx, { id }: TournamentRow) {
    if ((await listStaff(trx, id)).length >= limits.staff)
      throw conflict(`A tournament has at most ${limits.staff} people on its staff.`)
  }

  /** @throws ApiError 403, 409, 410 */
  async function join(trx: Trx, invitation: StaffInvitationRow, person: Person, to: TournamentRow) {
    const { id, role, accepted_by, entry_id } = invitation
    if (entry_id !== null) return takeBoatOver(trx, { ...invitation, entry_id }, person, to)
    if (role === 'captain') throw noInvitation()
    if (role === 'organiser') return takeOver(trx, invitation, person, to)
    if (isOrganiser(person, to)) throw conflict('You are the organiser of this tournament.')
    const member = await findMember(trx, to.id, person.id)
    if (accepted_by !== null) {
      if (!member) throw usedInvitation()
      return
    }
    if (member?.role === 'co-organiser') throw conflict('You are a co-organiser of this tournament already.')
    const end = roleEnd(role, to)
    if (to.cancelled_at !== null || (end !== null && end <= now())) throw conflict('This tournament is over.')
    if (!member) await requireRoom(trx, to)
    await putMember(trx, { tournament_id: to.id, user_id: person.id, role }, now())
    await markAccepted(trx, id, person.id)
    await record(trx, {
      kind: 'staff-joined',
      at: now(),
      by: person.id,
      tournament: to.id,
      role,
      text: titles[role],
    })
  }

  return new EndpointApp()
    .endpoint('GET /api/my-tournaments/staff', async c => {
      const { limit: size = limits.myTournamentsPage, cursor } = c.req.valid('query')
      const rows = await listTournamentsOfStaff(db, c.var.person.id, size + 1, decodePosition(cursor), now())
      const { page, next } = cutPage(rows, size, ({ joined_at: at, id }) => encodePosition({ at, id }))
      const summaries = new Map((await catalog.findMany(page)).map(each => [each.row.id, each.summary]))
      const answer = page.flatMap(({ id, role }) => {
        const tournament = summaries.get(id)
        return tournament ? [{ role, tournament }] : []
      })
      return jsonWithEtag(c, answer, nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/role', async c => {
      const tournament = await getTournament(db, tournamentIdOf(c.req.param('id')))
      const role = await findRole(db, c.var.person, tournament, now())
      return jsonWithEtag<OwnRole>(c, { tournamentId: tournament.id, role })
    })
    .endpoint('GET /api/tournaments/:id/staff', async c => {
      const tournament = await ownTournament(db, c.req.param('id'), c.var.person)
      const staff = await listStaff(db, tournament.id)
      return jsonWithEtag(
        c,
        staff.map(row => presentMember(row, tournament)),
      )
    })
    .endpoint('DELETE /api/tournaments/:id/staff/:userId', { limit }, async c => {
      const { person } = c.var
      await inTransaction(db, async trx => {
        const user = paramId<'user'>(c.req.param('userId'), noMember().message)
        const leaves = user === person.id
        const tournament = leaves
          ? await getTournament(trx, tournamentIdOf(c.req.param('id')))
          : await ownTournament(trx, c.req.param('id'), person)
        const member = await findMember(trx, tournament.id, user)
        if (!member) throw noMember()
        await removeMember(trx, member, hasStarted(tournament, now()), now())
        await deleteWebhooksOf(trx, tournament.id, user)
        await record(trx, {
          kind: leaves ? 'staff-left' : 'staff-removed',
          at: now(),
          by: person.id,
          tournament: tournament.id,
          role: leaves ? member.role : 'organiser',
          ...(!leaves && { subject: ['user', user] as const }),
          text: titles[member.role],
        })
      })
      return c.body(null, 204)
    })
    .endpoint('GET /api/tournaments/:id/staff-invitations', async c => {
      const { id } = await ownTournament(db, c.req.param('id'), c.var.person)
      return jsonWithEtag(c, (await listInvitations(db, id, now())).map(presentInvitation))
    })
    .endpoint('POST /api/tournaments/:id/staff-invitations', { limit }, async c => {
      const { id, role } = c.req.valid('json')
      const { person } = c.var
      const { row, token, isNew } = await inTransaction(db, async trx => {
        const tournament = await ownTournament(trx, c.req.param('id'), person)
        const invitation = { id, tournament: tournament.id, role }
        // Its link, of which only the hash is stored, was in the lost answer.
        const lost = id && (await deleteInvitation(trx, tournament.id, id))
        if (lost?.role === role) return { ...(await insertInvitation(trx, invitation, now())), isNew: false }
        if (lost || (id && (await hasInvitation(trx, id))))
          throw conflict('Another invitation has this id already.')
        if (tournament.cancelled_at !== null && role !== 'organiser')
          throw conflict('This tournament is cancelled.')
        if ((await listInvitations(trx, tournament.id, now())).length >= limits.openInvitations)
          throw conflict(`At most ${limits.openInvitations} invitations can be open. Revoke one first.`)
        await countCreated(trx, deps, { person: person.id }, 'invitations')
        await record(trx, {
          kind: 'staff-invited',
          ...asOrganiser(tournament, person),
          text: titles[role],
        })
        return { ...(await insertInvitation(trx, invitation, now())), isNew: true }
      })
      const path = `/invitation/${token}`
      const qrCode = await drawQr(c.var.origin + codePath(path))
      const location = { Location: `/api/tournaments/${row.tournament_id}/staff-invitations/${row.id}` }
      const answer = { ...presentInvitation(row), link: c.var.origin + path, qrCode }
      return c.json(answer, isNew ? 201 : 200, isNew ? location : {})
    })
    .endpoint('DELETE /api/tournaments/:id/staff-invitations/:invitationId', { limit }, async c => {
      const { person } = c.var
      await inTransaction(db, async trx => {
        const tournament = await ownTournament(trx, c.req.param('id'), person)
        const id = paramId<'staff-invitation'>(c.req.param('invitationId'), noInvitation().message)
        const invitation = await deleteInvitation(trx, tournament.id, id)
        if (!invitation) throw noInvitation()
        await record(trx, {
          kind: 'invitation-revoked',
          ...asOrganiser(tournament, person),
          text: titles[invitation.role],
        })
      })
      return c.body(null, 204)
    })
    .endpoint('GET /api/staff-invitations/:token', async c => {
      const invitation = await getInvitation(db, c.req.param('token'), c.var.person?.id)
      const tournament = await catalog.find(invitation.tournament_id)
      const entry = invitation.entry_id === null ? undefined : await catalog.findEntry(invitation.entry_id)
      if (!tournament || (invitation.entry_id !== null && !entry)) throw noInvitation()
      return jsonWithEtag(c, {
        role: invitation.role,
        expiresAt: iso(invitation.expires_at),
        tournament: tournament.summary,
        ...(entry && { entry: entry.entry.data }),
        ...(invitation.accepted_by !== null && { accepted: true as const }),
      })
    })
    .endpoint('POST /api/staff-invitations/:token/accept', { limit }, async c => {
      const { person } = c.var
      const answer = await inTransaction(db, async trx => {
        const invitation = await getInvitation(trx, c.req.param('token'), person.id)
        const tournament = await getTournament(trx, invitation.tournament_id)
        await join(trx, invitation, person, tournament)
        const { id } = tournament
        return { tournamentId: id, role: await findRole(trx, person, await getTournament(trx, id), now()) }
      })
      return c.json(answer)
    })
    .endpoint('GET /api/tournaments/:id/actions', async c => {
      const { id } = await ownTournament(db, c.req.param('id'), c.var.person)
      const { limit: size = limits.actionsPage, cursor } = c.req.valid('query')
      const rows = await listStaffLog(db, id, size + 1, decodePosition(cursor))
      const { page, next } = cutPage(rows, size, cursorOf)
      return jsonWithEtag(c, page.map(presentAction), nextLink(c, next))
    })
}
