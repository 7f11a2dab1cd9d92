import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { sha256 } from '#server/sha256.ts'
import { holdWinners } from '#server/tournaments/protests/index.ts'
import { differ, listRounds, type Round } from '#server/tournaments/results/index.ts'
import { getOwnTournament, getTournament, tournamentIdOf } from '#server/tournaments/tournaments/index.ts'
import { presentRoundPreview, readResults } from './results.present.ts'
import { unknownEntries } from './results.routes.ts'
import { isChanged, type ProposedRoundResult, proposeRound, storeRound } from './round-settlement.queries.ts'
import { basisOf } from './settlement.queries.ts'
import { type DecidedWinnings, decideWinnings, type SentWinnings } from './winnings.queries.ts'

interface ProposedRound extends DecidedWinnings {
  last: Round
  results: ProposedRoundResult[]
}

const fingerprint = ({ last, results, ruledResults }: ProposedRound): string => {
  const figures = results.map(({ row, winnings, shared, pool, shares }) => [
    row.entry_id,
    winnings,
    shared,
    pool,
    shares.map(({ id, change }) => [id, change]),
  ])
  return sha256(JSON.stringify([last.number, figures, basisOf(ruledResults)]))
}

/** Settles results again after a decision: each share changes by its part. Mounted at /api. */
export function roundRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  /** @throws ApiError 400, 403, 404, 409 */
  async function propose(
    trx: Trx,
    id: TournamentId,
    person: Person,
    input: SentWinnings,
  ): Promise<ProposedRound> {
    await getOwnTournament(trx, id, person, 'Only the organiser can settle results again.')
    const last = (await listRounds(trx, id)).at(-1)
    if (last === undefined) throw conflict(payoutTexts.notSettled)
    if (last.number >= limits.rounds) throw conflict(payoutTexts.tooManyRounds)
    // Other boats may win as much by the new results.
    await holdWinners(trx, id, now())
    const decision = await decideWinnings(trx, id, input, last)
    const results = await proposeRound(trx, id, decision.winnings)
    const issues = unknownEntries(input.winnings ?? [], new Set(results.map(({ row }) => row.entry_id)))
    if (issues.length > 0) throw invalid(issues)
    return { ...decision, last, results }
  }

  const isSame = ({ last, results, adjustments, ruledResults }: ProposedRound): boolean =>
    !results.some(isChanged) &&
    JSON.stringify(adjustments) === JSON.stringify(last.adjustments) &&
    !(ruledResults && last.figures && differ(ruledResults, last.figures))

  return new EndpointApp()
    .endpoint('POST /api/tournaments/:id/results/rounds/preview', { limit }, async c => {
      const id = tournamentIdOf(c.req.param('id'))
      const round = await inTransaction(db, trx => propose(trx, id, c.var.person, c.req.valid('json')))
      return c.json(presentRoundPreview(round.results, fingerprint(round)))
    })
    .endpoint('POST /api/tournaments/:id/results/rounds', { limit }, async c => {
      const id = tournamentIdOf(c.req.param('id'))
      const input = c.req.valid('json')
      const { reason, preview } = input
      const { person } = c.var
      const at = now()
      await inTransaction(db, async trx => {
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const round = await propose(trx, id, person, input)
        if (isSame(round)) throw conflict(payoutTexts.nothingChanged)
        if (preview !== fingerprint(round)) throw conflict(payoutTexts.previewOutdated)
        const { last, adjustments, ruledResults, results } = round
        const number = last.number + 1
        const about = { at, by: person.id, tournament: id, reason }
        await storeRound(trx, { ...about, number, adjustments, figures: ruledResults }, results)
        await record(trx, {
          kind: 'round-confirmed',
          ...about,
          role: 'organiser',
          round: number,
          text: `Round ${number}. ${reason}`,
        })
      })
      const results = await readResults(deps, await getTournament(db, id), at)
      return c.json(results, 201, { Location: `/api/tournaments/${id}/results` })
    })
}
