import { iso } from '#contract/iso.ts'
import type { RecapFigures, RecapFish } from '#contract/money/recap.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { eligibleFish } from '#contract/tournaments/scoring/boards.ts'
import type { Deps } from '#server/deps.ts'
import { listRounds } from '#server/tournaments/results/index.ts'
import type { CachedTournament } from '#server/tournaments/tournaments/index.ts'
import { countFish, countSharers, findBiggestFish, findOfficialAt } from './recaps.queries.ts'
import { listResults } from './results.queries.ts'

/** Ties can take more than three places. */
const mostPlaces = 6

const notOfficial: Omit<RecapFigures, 'tournament' | 'state'> = {
  officialAt: null,
  heldAwards: 0,
  laterRounds: [],
  podium: [],
  biggestFish: null,
  won: '0.00',
  shared: '0.00',
  boats: 0,
  catches: 0,
  backers: 0,
}

type Biggest = NonNullable<Awaited<ReturnType<typeof findBiggestFish>>>

const presentFish = ({ boat_id, boat, species, ounces, ...row }: Biggest): RecapFish => ({
  boat: { id: boat_id, name: boat },
  species,
  weight: row.weight_hundredths === null ? null : row.weight_hundredths / 100,
  length: row.length_hundredths === null ? null : row.length_hundredths / 100,
  ...(ounces !== null && { ounces }),
})

/** Uses only public data; has no figures before results are official. */
export async function readRecap(
  deps: Pick<Deps, 'boards' | 'db' | 'now' | 'results'>,
  { row, summary, entries }: CachedTournament,
): Promise<RecapFigures> {
  const { db } = deps
  const tournament = row.id
  const { name, location, startDate, endDate, ruled, publicLog } = summary
  const about = {
    id: tournament,
    name,
    location,
    startDate,
    endDate,
    ...(ruled && { ruled }),
    ...(publicLog && { publicLog }),
  }
  const { state, ruledResults } = await deps.results.read(row, deps.now())
  const officialAt = await findOfficialAt(db, tournament)
  if (officialAt === null) return { tournament: about, state, ...notOfficial }
  const results = await listResults(db, tournament)
  const [, ...laterRounds] = await listRounds(db, tournament)
  const winnings = new Map<string, number>(results.map(each => [each.entry_id, each.winnings_cents]))
  const podium = entries
    .map(({ data }) => data)
    .filter(({ currentPosition }) => currentPosition !== null && currentPosition <= 3)
    .slice(0, mostPlaces)
  const ruledBoards = await deps.boards.read(tournament)
  const eligible = ruledBoards && eligibleFish(ruledBoards.boards)
  const fish = await findBiggestFish(db, tournament, eligible)
  return {
    tournament: about,
    officialAt: iso(officialAt),
    state,
    heldAwards: ruledResults?.heldKeys.size ?? 0,
    laterRounds: laterRounds.map(({ confirmedAt, reason }) => ({ at: iso(confirmedAt), reason })),
    podium: podium.map(({ id: entry, boat, currentPosition, bestCatch, score }) => ({
      id: entry,
      boat,
      currentPosition,
      bestCatch,
      won: formatCents(winnings.get(entry) ?? 0),
      ...(score && { score }),
    })),
    biggestFish: fish ? presentFish(fish) : null,
    won: formatCents(sum(results.map(row => row.winnings_cents))),
    shared: formatCents(sum(results.map(row => row.pool_cents))),
    boats: entries.length,
    catches: await countFish(db, tournament),
    backers: await countSharers(db, tournament),
  }
}
