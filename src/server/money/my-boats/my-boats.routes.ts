import type { MyBoat } from '#contract/money/my-boats.ts'
import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { listBackedEntries } from '#server/money/funding/index.ts'
import { listOpenEntries } from '#server/tournaments/entries/index.ts'
import { findLatestUpdate } from '#server/tournaments/updates/index.ts'
import { gapOf } from './my-boats.rules.ts'

type Backed = Awaited<ReturnType<typeof listBackedEntries>>[number]
/** What backers won is theirs alone. */
type Listed = Pick<Backed, 'id' | 'tournament_id'> & Partial<Backed>

export function myBoatRoutes({ db, now, catalog }: Deps) {
  async function present({
    id,
    tournament_id: tournamentId,
    settled_at = null,
    won = 0,
  }: Listed): Promise<MyBoat[]> {
    const tournament = await catalog.find(tournamentId)
    const entries = tournament?.entries.map(({ data }) => data) ?? []
    const entry = entries.find(each => each.id === id)
    if (!tournament || !entry) return []
    const { boat, currentPosition, bestCatch, score } = entry
    const { name, status } = tournament.summary
    const latest = await findLatestUpdate(db, id)
    const update = latest && {
      content: latest.content,
      createdAt: new Date(latest.created_at).toISOString(),
    }
    return [
      {
        id,
        boat,
        tournament: { id: tournamentId, name, status },
        currentPosition,
        bestCatch,
        gap: gapOf(entries, id),
        update: update ?? null,
        ...(score && { score }),
        ...(settled_at !== null && { won: formatCents(won) }),
      },
    ]
  }

  return new EndpointApp().endpoint('GET /api/my-boats', async c => {
    const list = c.req.valid('query').as === 'crew' ? listOpenEntries : listBackedEntries
    const entries = await list(db, c.var.person.id, now())
    const boats = await Promise.all(entries.map(present))
    return jsonWithEtag(c, boats.flat())
  })
}
