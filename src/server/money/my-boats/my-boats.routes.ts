import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { MyBoat } from '#contract/money/my-boats.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { listBackedEntries } from '#server/money/funding/index.ts'
import { listOpenEntries } from '#server/tournaments/entries/index.ts'
import { findLatestUpdate } from '#server/tournaments/updates/index.ts'
import { gapOf } from './my-boats.rules.ts'

export function myBoatRoutes({ db, now, catalog }: Deps) {
  async function present(id: EntryId, tournamentId: TournamentId): Promise<MyBoat[]> {
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
      },
    ]
  }

  return new EndpointApp().endpoint('GET /api/my-boats', async c => {
    const list = c.req.valid('query').as === 'crew' ? listOpenEntries : listBackedEntries
    const entries = await list(db, c.var.person.id, now())
    const boats = await Promise.all(entries.map(({ id, tournament_id }) => present(id, tournament_id)))
    return jsonWithEtag(c, boats.flat())
  })
}
