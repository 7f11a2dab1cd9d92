import { fieldTexts } from '#contract/field-texts.ts'
import type { TournamentId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import type { Actor } from '#contract/record.ts'
import type { RulesPreset, TournamentRules } from '#contract/tournaments/rules.ts'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import { presetKeys, presetTexts } from '#contract/tournaments/scoring/preset-texts.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import type { Rules, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { rulesToJson } from '#contract/tournaments/scoring/rules-conversion.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, invalid, notFound } from '#server/http/errors.ts'
import { cachedWithEtag, jsonWithEtag } from '#server/http/etag.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import {
  clearPots,
  hasLiveSetAside,
  isBacked,
  listLostPots,
  rerank,
  updateTerms,
} from '#server/tournaments/entries/index.ts'
import {
  clearOverrides,
  findOldRules,
  findRules,
  findRulesVersion,
  insertRules,
  listPenaltyDays,
  type RulesVersion,
} from '#server/tournaments/scoring/index.ts'
import {
  cacheAnswers,
  endsOpenWindow,
  getOwnTournament,
  getTournament,
  hasMoney,
  hasStarted,
  isSettled,
  passedWindow,
  type TournamentRow,
  tournamentIdOf,
  updateTournament,
} from '#server/tournaments/tournaments/index.ts'
import { losesDays, rulesRefusal } from './rules.rules.ts'

const presets: RulesPreset[] = presetKeys.map(key => ({
  key,
  ...presetTexts[key],
  rules: preset(key, { days: [], timeZone: 'UTC' }),
}))

const noRules: TournamentRules = { number: 0, setAt: null, reason: null, rules: null }

const present = ({ number, setAt, reason, rules }: RulesVersion): TournamentRules => ({
  number,
  setAt: iso(setAt),
  reason,
  rules,
})

interface RulesChange {
  rules: RulesJson | null
  reason: string | null
}

export function ruleRoutes(deps: WriteDeps & Pick<Deps, 'catalog' | 'openPayments'>) {
  const { db, now, limitWrites: limit } = deps
  const cached = cacheAnswers(deps, ['tournament_rules'])

  /** @returns the rules in force @throws ApiError 400, 409 */
  async function checkChange(
    trx: Trx,
    tournament: TournamentRow,
    { rules, reason }: RulesChange,
  ): Promise<RulesVersion | null> {
    const inForce = await findRulesVersion(trx, tournament.id)
    const refusal = rulesRefusal({
      before: inForce?.rules ?? null,
      after: rules,
      hasReason: reason !== null,
      hasMoney: await hasMoney(trx, tournament.id),
      isStarted: hasStarted(tournament, now()),
      isSettled: await isSettled(trx, tournament.id),
    })
    if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
    if ((inForce?.number ?? 0) >= limits.rulesVersions)
      throw conflict(`The rules have changed ${limits.rulesVersions} times: they stand now.`)
    if (refusal === 'reason missing')
      throw invalid([{ path: 'reason', message: fieldTexts.rulesReasonRequired }])
    if (refusal !== null) throw conflict(refusals[refusal])
    if (rules !== null && losesDays(rules, await listPenaltyDays(trx, tournament.id)))
      throw invalid([{ path: 'rules.days', message: fieldTexts.penaltyDays }])
    return inForce
  }

  /** Removes dropped pots from the shared ones of boats without backers. @throws ApiError 409 with backers */
  async function dropSharedPots(trx: Trx, id: TournamentId, before: Rules | null, after: RulesJson) {
    const keys = new Set(after.pots.map(({ key }) => key))
    for (const { entry, boat, lostPot, rest } of await listLostPots(trx, id, keys)) {
      const isPromised =
        isBacked(entry) ||
        (await hasLiveSetAside(trx, entry.id)) ||
        (await deps.openPayments.exist(trx, entry.id))
      if (isPromised) {
        const pot = before?.pots.find(({ key }) => key === lostPot)?.name ?? lostPot
        throw conflict(fieldTexts.sharedPotNeeded(boat, pot))
      }
      await updateTerms(trx, entry.id, { shared_pots: JSON.stringify(rest) })
    }
  }

  /** Takes boats out of the pots that are no longer theirs to choose; the log still knows the pots' names. */
  async function leavePots(
    trx: Trx,
    id: TournamentId,
    actor: Actor,
    { before, after, reason }: { before: Rules | null; after: RulesJson | null; reason: string | null },
  ) {
    const keys = new Set(chosenPots(after).map(({ key }) => key))
    for (const { entry, boat, pot } of await clearPots(trx, id, keys)) {
      const name = before?.pots.find(({ key }) => key === pot)?.name ?? pot
      const text = reason === null ? `${boat}: ${name}` : `${boat}: ${name}. ${reason}`
      await record(trx, { kind: 'pot-left', ...actor, tournament: id, entry, pot, reason, text })
    }
  }

  return new EndpointApp()
    .endpoint('GET /api/rules-presets', c => jsonWithEtag(c, presets))
    .endpoint('GET /api/tournaments/:id/rules', async c => {
      const { id } = await getTournament(db, tournamentIdOf(c.req.param('id')))
      const { number } = c.req.valid('query')
      if (number !== undefined) {
        const version = await findOldRules(db, id, number)
        if (version === null) throw notFound('There are no rules of this number.')
        return jsonWithEtag(c, present(version))
      }
      const { json } = await cached([id], async () => {
        const version = await findRulesVersion(db, id)
        return { json: JSON.stringify(version ? present(version) : noRules) }
      })
      return cachedWithEtag<TournamentRules>(c, json)
    })
    .endpoint('PUT /api/tournaments/:id/rules', { limit }, async c => {
      const { rules: input, reason = null } = c.req.valid('json')
      const rules = input && rulesToJson(input)
      const { person } = c.var
      const version = await inTransaction(db, async trx => {
        const id = tournamentIdOf(c.req.param('id'))
        const tournament = await getOwnTournament(trx, id, person, 'Only the organiser can change the rules.')
        await countCreated(trx, deps, { person: person.id }, 'rulings')
        const inForce = await checkChange(trx, tournament, { rules, reason })
        // The answer to the first request may be lost.
        if (inForce && inForce.reason === reason && Bun.deepEquals(inForce.rules, rules)) return inForce
        const before = await findRules(trx, tournament.id)
        if (endsOpenWindow(tournament, before, { rules: input }, now()))
          throw invalid([{ path: 'rules.days', message: fieldTexts.endsProtests }])
        if (rules !== null) await dropSharedPots(trx, tournament.id, before, rules)
        const actor: Actor = { by: person.id, role: 'organiser', at: now() }
        await leavePots(trx, tournament.id, actor, { before, after: rules, reason })
        const until = passedWindow(tournament, before, now())
        if (until !== tournament.protests_until)
          await updateTournament(trx, tournament.id, { protests_until: until }, now())
        const version = await insertRules(trx, tournament.id, { rules, reason, by: person.id }, now())
        await clearOverrides(trx, tournament.id)
        if (rules !== null && tournament.public_log === null && !hasStarted(tournament, now()))
          await updateTournament(trx, tournament.id, { public_log: 1 }, now())
        const { lead } = await rerank(trx, tournament.id)
        await record(trx, {
          kind: 'rules-changed',
          ...actor,
          tournament: tournament.id,
          number: version.number,
          lead,
          reason,
          text: reason ?? `Version ${version.number}`,
        })
        return version
      })
      return c.json(present(version))
    })
}

const refusals = {
  settled: 'The results are confirmed: the rules stand.',
  null: 'Backers have paid under these rules, or the tournament has started: change them, but keep them.',
  parts: 'Pots, awards and protests stand once the tournament has started. Change only the other rules.',
}
