import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { MyBoat } from '#contract/my-boats.ts'
import type { FundingStage } from '#contract/paging.ts'
import type { Deps } from '#server/deps.ts'
import { listMine } from '#server/features/funding/index.ts'
import { findLatestUpdate } from '#server/features/updates/index.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { decodePosition } from '#server/http/paging.ts'
import { gapOf } from './my-boats.rules.ts'

/** Fundings of a stage that are read: several may be of one boat. */
const readFundings = 30

const stages: readonly FundingStage[] = ['water', 'upcoming']

export function myBoatRoutes({ db, now, catalog }: Deps) {
  /** With their tournaments: the latest funded first, those on the water before the others. */
  async function listEntries(backer: UserId): Promise<[EntryId, TournamentId][]> {
    const entries = new Map<EntryId, TournamentId>()
    for (const stage of stages) {
      if (entries.size >= limits.myBoats) break
      const page = { size: readFundings, after: decodePosition(undefined), stage, now: now() }
      for (const { id_of_entry, tournament_id, set_aside_at } of await listMine(db, backer, page))
        if (set_aside_at === null) entries.set(id_of_entry, tournament_id)
    }
    return [...entries].slice(0, limits.myBoats)
  }

  async function present([id, tournamentId]: [EntryId, TournamentId]): Promise<MyBoat[]> {
    const tournament = await catalog.find(tournamentId)
    const entries = tournament?.entries.map(({ data }) => data) ?? []
    const entry = entries.find(each => each.id === id)
    if (!tournament || !entry) return []
    const { boat, currentPosition, bestCatch } = entry
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
      },
    ]
  }

  return new EndpointApp().endpoint('GET /api/my-boats', async c => {
    const entries = await listEntries(c.var.person.id)
    return jsonWithEtag(c, (await Promise.all(entries.map(present))).flat())
  })
}
