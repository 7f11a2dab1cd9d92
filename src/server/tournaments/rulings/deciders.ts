import { fieldTexts } from '#contract/field-texts.ts'
import type { UserId } from '#contract/ids.ts'
import type { Actor } from '#contract/record.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import type { Trx } from '#server/db/connection.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import {
  canManageTournament,
  canWeighIn,
  findRole,
  isSettled,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'

/** @throws ApiError 409 */
export async function requireRules(trx: Trx, { id }: Pick<TournamentRow, 'id'>): Promise<Rules> {
  const rules = await findRules(trx, id)
  if (rules === null) throw conflict(fieldTexts.withoutRules)
  return rules
}

const checkRole =
  (mayDo: (role: TournamentRole | null) => boolean, refusal: string, verb: string) =>
  async (trx: Trx, person: { id: UserId }, tournament: TournamentRow, now: number): Promise<Actor> => {
    const role = await findRole(trx, person, tournament, now)
    if (!mayDo(role)) throw forbidden(refusal)
    if (role !== 'organiser' && (await isSettled(trx, tournament.id)))
      throw forbidden(`The results are confirmed: only the organiser can still ${verb} this.`)
    if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
    return { by: person.id, role, at: now }
  }

/**
 * Requires an organiser or co-organiser; once results are confirmed, the organiser.
 * @throws ApiError 403, 409
 */
export const checkDecider = checkRole(canManageTournament, 'Only an organiser can decide this.', 'decide')

/** Organisers and weigh masters. @throws ApiError 403, 409 */
export const checkStaff = checkRole(canWeighIn, 'Only the organisers and weigh masters can do this.', 'do')
