import type { BoatId, TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { FollowState } from '#contract/notifications/notifications.ts'
import { boatIdOf, getBoat } from '#server/boats/boats/index.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodePosition, encodePosition, nextLink } from '#server/http/paging.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { getTournament, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import {
  countFollows,
  deleteFollow,
  findFollow,
  isBacker,
  listFollows,
  putFollow,
} from './follows.queries.ts'
import type { FollowRow } from './follows.table.ts'

type Subject = { kind: 'boat'; id: BoatId } | { kind: 'tournament'; id: TournamentId }

export function followRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  /** @throws ApiError 404 */
  async function boat(trx: Db, id: string | undefined): Promise<Subject> {
    return { kind: 'boat', id: (await getBoat(trx, boatIdOf(id))).id }
  }

  /** @throws ApiError 404 */
  async function tournament(trx: Db, id: string | undefined): Promise<Subject> {
    const tournament = await getTournament(trx, tournamentIdOf(id))
    return { kind: 'tournament', id: tournament.id }
  }

  const backs = async (trx: Db, { kind, id }: Subject, person: Person) =>
    kind === 'boat' && (await isBacker(trx, person.id, id, now()))

  async function stateOf(subject: Subject, person: Person): Promise<FollowState> {
    const row = await findFollow(db, person.id, subject.id)
    if (row) return row.muted === 0 ? byChoice : { following: false, because: null }
    return (await backs(db, subject, person))
      ? { following: true, because: 'backer' }
      : { following: false, because: null }
  }

  /** @throws ApiError 409, 429 */
  async function put(trx: Trx, { kind, id }: Subject, muted: FollowRow['muted'], person: Person) {
    if (!(await findFollow(trx, person.id, id)) && (await countFollows(trx, person.id)) >= limits.follows)
      throw new ApiError(
        'conflict',
        `You can follow ${limits.follows} boats and tournaments. Stop following one first.`,
      )
    await countCreated(trx, deps, { person: person.id }, 'follows')
    await putFollow(trx, { user_id: person.id, kind, subject_id: id, muted, created_at: now() })
  }

  /** A backer's choice is stored: without it, they would follow again. */
  async function stop(trx: Trx, subject: Subject, person: Person) {
    if (await backs(trx, subject, person)) return put(trx, subject, 1, person)
    await countCreated(trx, deps, { person: person.id }, 'follows')
    await deleteFollow(trx, person.id, subject.id)
  }

  return new EndpointApp()
    .endpoint('GET /api/boats/:id/follow', async c =>
      jsonWithEtag(c, await stateOf(await boat(db, c.req.param('id')), c.var.person)),
    )
    .endpoint('PUT /api/boats/:id/follow', { limit }, async c => {
      await inTransaction(db, async trx => put(trx, await boat(trx, c.req.param('id')), 0, c.var.person))
      return c.body(null, 204)
    })
    .endpoint('DELETE /api/boats/:id/follow', { limit }, async c => {
      await inTransaction(db, async trx => stop(trx, await boat(trx, c.req.param('id')), c.var.person))
      return c.body(null, 204)
    })
    .endpoint('GET /api/tournaments/:id/follow', async c =>
      jsonWithEtag(c, await stateOf(await tournament(db, c.req.param('id')), c.var.person)),
    )
    .endpoint('PUT /api/tournaments/:id/follow', { limit }, async c => {
      await inTransaction(db, async trx =>
        put(trx, await tournament(trx, c.req.param('id')), 0, c.var.person),
      )
      return c.body(null, 204)
    })
    .endpoint('DELETE /api/tournaments/:id/follow', { limit }, async c => {
      await inTransaction(db, async trx => stop(trx, await tournament(trx, c.req.param('id')), c.var.person))
      return c.body(null, 204)
    })
    .endpoint('GET /api/follows', async c => {
      const { limit: size = limits.followsPage, cursor } = c.req.valid('query')
      const rows = await listFollows(db, c.var.person.id, size + 1, decodePosition(cursor), now())
      const { page, next } = cutPage(rows, size, encodePosition)
      const answer = page.map(({ kind, id, name, because }) => ({ kind, id, name, because }))
      return jsonWithEtag(c, answer, nextLink(c, next))
    })
}

const byChoice: FollowState = { following: true, because: 'chosen' }
