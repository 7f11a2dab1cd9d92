import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { day, hour } from '#contract/time.ts'
import { preset, speciesOf } from '#contract/tournaments/scoring/presets.ts'
import type { Award, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Trx } from '#server/db/connection.ts'
import { makeRecap } from '#server/money/payouts/recaps.queries.ts'
import { proposeRound, storeRound } from '#server/money/payouts/round-settlement.queries.ts'
import { proposeResults, storeResults } from '#server/money/payouts/settlement.queries.ts'
import { decideWinnings } from '#server/money/payouts/winnings.queries.ts'
import { record } from '#server/record/index.ts'
import { applyCorrection } from '#server/tournaments/catches/index.ts'
import { getEntry } from '#server/tournaments/entries/index.ts'
import { decideProtest, factsOf } from '#server/tournaments/protests/deciding.ts'
import { insertProtest } from '#server/tournaments/protests/protests.queries.ts'
import { listRounds } from '#server/tournaments/results/index.ts'
import { getTournament } from '#server/tournaments/tournaments/index.ts'

/** Milliseconds since 1970. */
interface Span {
  start: number
  end: number
}

const award = (key: string, name: string, percent: number): Award<string> => ({
  key,
  name,
  pot: 'prizes',
  percent,
  category: key,
  split: { percents: [[100], [70, 30]] },
  unclaimed: 'kept',
})

/** The heaviest fish of each species wins; captains protest within an hour. @param prize dollars */
export function demoRules({ start, end }: Span, species: readonly string[], prize: number): RulesJson {
  const only = { linesIn: iso(start), linesOut: iso(end), scaleOpens: null, scaleCloses: iso(end) }
  const rules = preset('heaviest', { days: [{ name: 'All days', ...only }], timeZone: 'America/New_York' })
  const [heaviest] = rules?.categories ?? []
  if (rules === null || heaviest === undefined) throw new Error('the preset has no category')
  const of = (name: string) => ({ ...heaviest, key: keyOf(name), name, species: [name] })
  return {
    ...rules,
    species: species.map(name => speciesOf(name)),
    categories: species.map(of),
    pots: [{ key: 'prizes', name: 'Prizes', entry: 'all', fee: null, payback: 100, added: `${prize}.00` }],
    awards: species.map((name, index) =>
      award(keyOf(name), `Heaviest ${name}`, species.length === 1 ? 100 : index === 0 ? 75 : 25),
    ),
    protests: { minutes: 60, answerMinutes: 60, fee: null },
  }
}

const keyOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

interface Contested {
  tournament: TournamentId
  organiser: UserId
  /** Entries by place: the second protests against the first; the third's fish is corrected. */
  entries: readonly EntryId[]
  /** Time of the tournament's end in milliseconds since 1970. */
  end: number
}

/** A correction, results without the award that a protest holds, its decision, and the round that follows. */
export async function addContestedResults(
  trx: Trx,
  { tournament: id, organiser, entries, end }: Contested,
): Promise<void> {
  const [winner, second, third] = entries
  if (!winner || !second || !third) throw new Error('there is nothing to contest')
  const actor = { by: organiser, role: 'organiser', at: end - hour } as const
  const fishOf = (entry: EntryId) =>
    trx.selectFrom('catches').selectAll().where('entry_id', '=', entry).executeTakeFirstOrThrow()
  const misread = await fishOf(third)
  const correction = { weight: (misread.weight_hundredths ?? 0) + 900, reason: 'Digits swapped at the scale' }
  await applyCorrection(trx, await getEntry(trx, third), actor, misread, correction)

  const rival = await getEntry(trx, second)
  const fish = await fishOf(winner)
  const filing = { tournament: id, from: second, entry: winner, catch: fish.id, penalty: null, late: false }
  const by = { by: rival.boat.owner_id, role: null }
  const text = 'The fish came to the scale with a bite wound from a shark.'
  const protest = await insertProtest(trx, { ...filing, ...by, rule: 'Mutilated fish', text }, end + hour / 2)
  await record(trx, {
    kind: 'protest-filed',
    at: end + hour / 2,
    ...by,
    ...factsOf(protest),
    late: false,
    text,
  })

  await settle(trx, id, organiser, end + day)
  const decision = {
    outcome: 'upheld' as const,
    text: 'The photo shows it: a mutilated fish doesn’t count.',
    effects: [{ kind: 'disqualifyCatch' as const, catchId: fish.id }],
  }
  const tournament = await getTournament(trx, id)
  await decideProtest(trx, { id: organiser }, { protest, tournament }, decision, end + 2 * day)
  const official = end + 2 * day + hour
  await settle(trx, id, organiser, official, 'The protest about the winner’s fish is upheld')
  await makeRecap(trx, { tournament: id, at: official, by: organiser })
}

/** @param reason of a later round */
async function settle(
  trx: Trx,
  tournament: TournamentId,
  by: UserId,
  at: number,
  reason = '',
): Promise<void> {
  const last = (await listRounds(trx, tournament)).at(-1)
  const { winnings, adjustments, ruledResults } = await decideWinnings(trx, tournament, {}, last)
  const about = { at, by, tournament, role: 'organiser' } as const
  if (last === undefined) {
    const results = await proposeResults(trx, tournament, winnings, 'test')
    await storeResults(trx, { tournament, by, at, adjustments, figures: ruledResults }, results)
    await record(trx, { kind: 'results-confirmed', ...about, text: 'Round 1' })
    return
  }
  const number = last.number + 1
  const round = { tournament, number, reason, by, at, adjustments, figures: ruledResults }
  await storeRound(trx, round, await proposeRound(trx, tournament, winnings))
  await record(trx, {
    kind: 'round-confirmed',
    ...about,
    round: number,
    reason,
    text: `Round ${number}. ${reason}`,
  })
}
