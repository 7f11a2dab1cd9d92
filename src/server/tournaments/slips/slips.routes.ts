import type { CatchId, EntryId } from '#contract/ids.ts'
import { imageUrl } from '#contract/images.ts'
import { slipNumber } from '#contract/tournaments/slip-number.ts'
import type { Slip } from '#contract/tournaments/slips.ts'
import { ownsBoat } from '#server/boats/boats/index.ts'
import { isApprovedCrew } from '#server/boats/crew-members/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { qrResponse } from '#server/qr-code.ts'
import { record } from '#server/record/index.ts'
import { sha256 } from '#server/sha256.ts'
import { readPicture } from '#server/storage/images/index.ts'
import { getCatch, noCatch } from '#server/tournaments/catches/index.ts'
import { getEntry } from '#server/tournaments/entries/index.ts'
import { listEventsAbout, listNames, readTexts } from '#server/tournaments/log/index.ts'
import { presentPlaces, type RuledBoards } from '#server/tournaments/scoring/index.ts'
import { getTournament } from '#server/tournaments/tournaments/index.ts'
import { isConfirmed, lastState, presentSlip } from './slips.present.ts'
import { findBoat, findPhoto, findSlipEvent } from './slips.queries.ts'

const noSlip = () => notFound('There is no such weigh slip. Check the number.')

/** Returns the fish's places, or none without rules: then places follow from the heaviest fish. */
const presentBoards = (
  ruledBoards: RuledBoards | null,
  fish: { catchId: string; entryId: string },
): Slip['boards'] =>
  ruledBoards === null
    ? []
    : presentPlaces(ruledBoards.rules, ruledBoards.boards, fish).map(({ name, day, place, tied, why }) => ({
        ...{ category: name, day, place, why },
        taken: why === null,
        ...(tied && { tied }),
      }))

export function slipRoutes(deps: Pick<Deps, 'boards' | 'db' | 'env' | 'files' | 'limitWrites' | 'now'>) {
  const { boards, db, files, now, limitWrites: limit } = deps

  /** @throws ApiError 404, also while the log is private */
  async function getSlip(number: string | undefined) {
    const slip = await findSlipEvent(db, number ?? '')
    if (!slip) throw noSlip()
    const tournament = await getTournament(db, slip.tournament)
    if (tournament.public_log !== 1) throw noSlip()
    return { ...slip, tournament }
  }

  async function readPhoto(id: CatchId): Promise<Slip['photo']> {
    const image = await findPhoto(db, id)
    const url = imageUrl(image)
    const picture = image && (await readPicture(files, image))
    return picture && url ? { url, sha256: sha256(await picture.bytes()) } : null
  }

  return new EndpointApp()
    .endpoint('GET /api/slips/:number', async c => {
      const { code, event: first, tournament } = await getSlip(c.req.param('number'))
      const id = first.data.catchId as CatchId
      const events = await listEventsAbout(db, tournament.id, id)
      const last = lastState(events)
      const boat = await findBoat(db, last.entryId as EntryId)
      const ruledBoards = await boards.read(tournament.id)
      const slip = presentSlip({
        number: slipNumber(code, first),
        first,
        events,
        last,
        texts: await readTexts(db, tournament.id, events),
        tournament: { id: tournament.id, name: tournament.name },
        captain: boat?.captain_name ?? '',
        isWithdrawn: boat !== undefined && boat.withdrawn_at !== null,
        boatOut: boat && boat.disqualified_at !== null ? (boat.disqualified_reason ?? '') : null,
        photo: await readPhoto(id),
        boards: presentBoards(ruledBoards, { catchId: id, entryId: last.entryId as EntryId }),
        markName: key => ruledBoards?.rules.marks.find(mark => mark.key === key)?.name ?? key,
      })
      return jsonWithEtag<Slip>(c, slip)
    })
    .endpoint('GET /api/slips/:number/qr.svg', async c => {
      const { code, event } = await getSlip(c.req.param('number'))
      return qrResponse(c, `${c.var.origin}/slip/${slipNumber(code, event)}`)
    })
    .endpoint('POST /api/catches/:id/confirmation', { limit }, async c => {
      const { person } = c.var
      await inTransaction(db, async trx => {
        const row = await getCatch(trx, paramId<'catch'>(c.req.param('id'), noCatch().message))
        const { entry, boat, tournament } = await getEntry(trx, row.entry_id)
        // Until a captain takes the boat over, its owner is the organiser who entered it.
        const isCaptain = ownsBoat(person, boat) && entry.awaits_captain === 0
        if (!isCaptain && !(await isApprovedCrew(trx, person.id, boat.id)))
          throw forbidden('Only the captain and the crew can confirm the weight of a boat’s fish.')
        if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
        const names = new Set((await listNames(trx, tournament.id, person.id)).map(({ hash }) => hash))
        if (isConfirmed(await listEventsAbout(trx, tournament.id, row.id), names)) return
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        await record(trx, {
          kind: 'catch-confirmed',
          at: now(),
          by: person.id,
          tournament: tournament.id,
          entry: entry.id,
          catch: row.id,
          as: isCaptain ? 'captain' : 'crew',
        })
      })
      return c.body(null, 204)
    })
}
