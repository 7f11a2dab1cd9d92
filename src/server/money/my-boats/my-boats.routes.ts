import type { UserId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import type { MyBoat } from '#contract/money/my-boats.ts'
import type { OwnShare } from '#contract/money/share-if-ended.ts'
import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { listBackedEntries, listOwnAtStake } from '#server/money/funding/index.ts'
import { listOpenEntries } from '#server/tournaments/entries/index.ts'
import { findLatestUpdate } from '#server/tournaments/updates/index.ts'
import { gapOf } from './my-boats.rules.ts'

type BackedEntry = Awaited<ReturnType<typeof listBackedEntries>>[number]
/** A listed boat. Only the backer reads the winnings. */
type ListedEntry = Pick<BackedEntry, 'id' | 'tournament_id'> & Partial<BackedEntry>

export function myBoatRoutes({ db, now, catalog, sharesIfEnded }: Deps) {
  /** @param backer null: listed for its crew */
  async function present(
    { id, tournament_id: tournamentId, settled_at = null, won = 0 }: ListedEntry,
    backer: UserId | null,
  ): Promise<MyBoat[]> {
    const tournament = await catalog.find(tournamentId)
    const entries = tournament?.entries.map(({ data }) => data) ?? []
    const entry = entries.find(each => each.id === id)
    if (!tournament || !entry) return []
    const { boat, currentPosition, bestCatch, score } = entry
    const { name, status } = tournament.summary
    const latest = await findLatestUpdate(db, id)
    const isOpen = backer !== null && settled_at === null
    const ifEnded = isOpen && (await sharesIfEnded.read(tournament.row, now()))?.ofBacker(id, backer)
    const update = latest && {
      content: latest.content,
      createdAt: iso(latest.created_at),
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
        ...(ifEnded && { ifEnded }),
      },
    ]
  }

  return new EndpointApp()
    .endpoint('GET /api/my-boats', async c => {
      const { id } = c.var.person
      const isCrew = c.req.valid('query').as === 'crew'
      const entries = await (isCrew ? listOpenEntries : listBackedEntries)(db, id, now())
      const boats = await Promise.all(entries.map(entry => present(entry, isCrew ? null : id)))
      return jsonWithEtag(c, boats.flat())
    })
    .endpoint('GET /api/my-boats/shares', async c => {
      const { id: backer } = c.var.person
      const { boat = null } = c.req.valid('query')
      const entries = await listOwnAtStake(db, backer, boat, now())
      const shares = await Promise.all(
        entries.map(async ({ entry, ...tournament }): Promise<OwnShare[]> => {
          const share = (await sharesIfEnded.read(tournament, now()))?.ofBacker(entry, backer)
          return share ? [{ entryId: entry, ...share }] : []
        }),
      )
      return jsonWithEtag(c, shares.flat())
    })
}
