import type { TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { type AwardResult, awardsOf } from '#contract/tournaments/scoring/awards.ts'
import type {
  Board,
  BoardInput,
  ScoringCatch,
  ScoringEntry,
  TieDecision,
} from '#contract/tournaments/scoring/boards.ts'
import { type AwardInput, computeAwards } from '#contract/tournaments/scoring/held-awards.ts'
import { type PotEntry, type PotTotal, potsOf } from '#contract/tournaments/scoring/pots.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { onlyCategory, standings } from '#contract/tournaments/scoring/standings.ts'
import type { Db } from '#server/db/connection.ts'
import { publicName } from './anglers.rules.ts'

export interface ScoringInput extends BoardInput {
  /** Rows of `catches`. */
  rows: ScoringRow[]
}

async function readEntries(db: Db, tournament: TournamentId): Promise<ScoringEntry[]> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'disqualified_at'])
    .where('tournament_id', '=', tournament)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, disqualified_at: at }) => ({ id, disqualified: at !== null }))
}

/** In the order of weighing in, which decides where fish without a place are listed. */
export const listScoringRows = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .leftJoin('anglers', 'anglers.id', 'catches.angler_id')
    .select([
      'catches.id',
      'catches.entry_id',
      'catches.angler_id',
      'anglers.divisions',
      'catches.species',
      'catches.weight_hundredths',
      'catches.ounces',
      'catches.length_hundredths',
      'catches.released',
      'catches.marks',
      'catches.caught_at',
      'catches.weighed_at',
      'catches.created_at',
      'catches.allowed_at',
      'catches.disqualified_at',
      'catches.disqualified_reason',
      'catches.corrected_at',
      'catches.first_weight_hundredths',
      'catches.first_species',
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .orderBy('catches.created_at')
    .orderBy('catches.id')
    .execute()

const readPenalties = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('penalties', 'penalties.entry_id', 'entries.id')
    .select([
      'penalties.id',
      'penalties.entry_id as entryId',
      'penalties.key',
      'penalties.day',
      'penalties.count',
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('penalties.lifted_at', 'is', null)
    .execute()

/** Returns the decisions on ties, the latest last. */
async function readTieDecisions(db: Db, tournament: TournamentId): Promise<TieDecision[]> {
  const rows = await db
    .selectFrom('tie_decisions')
    .select(['category', 'day', 'contestants', 'total'])
    .where('tournament_id', '=', tournament)
    .orderBy('id', 'desc')
    .limit(limits.tieDecisions)
    .execute()
  return rows.reverse().map(({ category, day, contestants, total }) => ({
    category,
    day,
    order: JSON.parse(contestants) as string[],
    total: total ?? undefined,
  }))
}

export type ScoringRow = Awaited<ReturnType<typeof listScoringRows>>[number]

const scoringCatch =
  ({ unit }: Rules) =>
  (row: ScoringRow): ScoringCatch => ({
    id: row.id,
    entryId: row.entry_id,
    anglerId: row.angler_id,
    divisions: row.divisions === null ? [] : (JSON.parse(row.divisions) as string[]),
    species: row.species,
    weight: unit === 'oz' ? ouncesOf(row) : row.weight_hundredths,
    length: row.length_hundredths,
    released: row.released === 1,
    marks: JSON.parse(row.marks) as string[],
    caughtAt: row.caught_at,
    weighedAt: row.weighed_at ?? row.created_at,
    weighedAtStated: row.weighed_at !== null,
    allowed: row.allowed_at !== null,
    disqualified: row.disqualified_at !== null,
  })

/** A fish that was weighed in pounds counts whole ounces. */
const ouncesOf = ({ ounces, weight_hundredths: weight }: Pick<ScoringRow, 'ounces' | 'weight_hundredths'>) =>
  ounces ?? (weight === null ? null : Math.floor((weight * 16) / 100))

export async function readScoringInput(
  db: Db,
  tournament: TournamentId,
  rules: Rules,
): Promise<ScoringInput> {
  const entries = await readEntries(db, tournament)
  const rows = await listScoringRows(db, tournament)
  return {
    entries,
    catches: rows.map(scoringCatch(rules)),
    rows,
    penalties: await readPenalties(db, tournament),
    decisions: await readTieDecisions(db, tournament),
  }
}

/** Returns the boards of one category, without computing the others. Empty for an unknown category. */
export const categoryBoardsOf = (rules: Rules, input: ScoringInput, category: string): Board[] =>
  standings(onlyCategory(rules, category), input).filter(board => board.category === category)

export interface TournamentAwards {
  pots: PotTotal[]
  /** Pots that captains ask for. */
  requests: PotEntry[]
  awards: AwardResult[]
}

const potRows = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('pot_entries', 'pot_entries.entry_id', 'entries.id')
    .select(['pot_entries.pot', 'pot_entries.entry_id as entryId'])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)

/** Returns pots with the boats that are in them. */
export const readPotEntries = (db: Db, tournament: TournamentId): Promise<PotEntry[]> =>
  potRows(db, tournament).where('pot_entries.confirmed_at', 'is not', null).execute()

/** Returns pots with the boats whose captains ask for them. */
export const readWantedPots = (db: Db, tournament: TournamentId): Promise<PotEntry[]> =>
  potRows(db, tournament).where('pot_entries.wanted', '=', 1).execute()

/** Returns the pots and awards as of now. */
export async function readAwards(db: Db, tournament: TournamentId, rules: Rules): Promise<TournamentAwards> {
  const input = await readAwardInput(db, tournament, rules)
  return {
    pots: potsOf(rules, input.entries, input.potEntries),
    requests: await readWantedPots(db, tournament),
    awards: computeAwards(rules, input),
  }
}

/** Returns the awards as of now, from boards that were read before. */
export const awardsByBoards = async (
  db: Db,
  tournament: TournamentId,
  { rules, boards }: { rules: Rules; boards: readonly Board[] },
): Promise<AwardResult[]> =>
  awardsOf(rules, boards, await readEntries(db, tournament), await readPotEntries(db, tournament))

export const readAwardInput = async (
  db: Db,
  tournament: TournamentId,
  rules: Rules,
): Promise<AwardInput> => ({
  ...(await readScoringInput(db, tournament, rules)),
  potEntries: await readPotEntries(db, tournament),
})

/** Returns the anglers' public names by id: of minors the first name and an initial. */
export async function listAnglerNames(
  db: Db,
  tournament: TournamentId,
  rules: Rules,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('anglers', 'anglers.entry_id', 'entries.id')
    .select(['anglers.id', 'anglers.name', 'anglers.divisions'])
    .where('entries.tournament_id', '=', tournament)
    .execute()
  return new Map(rows.map(row => [row.id, publicName(rules, row)]))
}

/** Returns the anglers on the lists of all entries, with their full names. */
export async function listAnglersByEntry(db: Db, tournament: TournamentId) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('anglers', 'anglers.entry_id', 'entries.id')
    .select(['anglers.id', 'anglers.entry_id as entryId', 'anglers.name', 'anglers.divisions'])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('anglers.removed_at', 'is', null)
    .orderBy('anglers.id')
    .execute()
  return rows.map(row => ({ ...row, divisions: JSON.parse(row.divisions) as string[] }))
}
