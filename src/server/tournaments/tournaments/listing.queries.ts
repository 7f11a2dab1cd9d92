import type { TournamentId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { boatsMatching, tournamentsMatching } from '#server/db/dialect.ts'
import { compareRow } from '#server/db/row-order.ts'
import { type Category, categoriesOf, type Filter, type Place, upcomingWindowMs } from './listing.rules.ts'
import { hasBoats, isShownTournament } from './tournaments.queries.ts'

export interface Listing extends Filter {
  size: number
  /** Last place of the previous page, or null for the first page. */
  after: Place | null
}

export interface ListedPage {
  tournaments: Place[]
  /** Last tournament of the page, or null if no more follow. */
  next: Place | null
}

/**
 * Returns tournaments: active ones by end, upcoming by start, past latest first.
 * @param now milliseconds since 1970
 */
export async function listTournaments(db: Db, listing: Listing, now: number): Promise<ListedPage> {
  const { size, after } = listing
  const places: Place[] = []
  const categories = categoriesOf(listing)
  const first = after === null ? 0 : categories.indexOf(after.category)
  for (const category of categories.slice(first)) {
    if (places.length > size) break
    const from = after?.category === category ? after : null
    const rows = await inCategory(db, category, listing, from, now, size + 1 - places.length)
    places.push(...rows.map(({ id, at }) => ({ category, at, id })))
  }
  const tournaments = places.slice(0, size)
  return { tournaments, next: places.length > size ? (tournaments.at(-1) ?? null) : null }
}

/** Text that sorts after every id. */
const lastId = '~'

function inCategory(
  db: Db,
  category: Category,
  { category: only, status, q = '', withStandings = false }: Listing,
  after: Place | null,
  now: number,
  size: number,
): Promise<{ id: TournamentId; at: number }[]> {
  const by = category === 'upcoming' ? 'starts_at' : 'ends_at'
  const direction = category === 'past' ? 'desc' : 'asc'
  const isBehind = category === 'past' ? (after?.at ?? Infinity) > now : (after?.at ?? 0) <= now
  const from = after === null || isBehind ? { at: now, id: lastId } : after
  return db
    .selectFrom('tournaments')
    .select(['id', `${by} as at`])
    .where(compareRow([by, 'id'], category === 'past' ? '<' : '>', [from.at, from.id]))
    .$if(category === 'active', query => query.where('starts_at', '<=', now))
    .$if(category === 'upcoming' && only === category, query =>
      query.where('starts_at', '<=', now + upcomingWindowMs),
    )
    .$if(status === 'cancelled', query => query.where('cancelled_at', 'is not', null))
    .$if(withStandings || (status !== undefined && status !== 'cancelled'), query =>
      query.where('cancelled_at', 'is', null),
    )
    .$if(withStandings, query => query.where(hasBoats))
    .$if(q.trim() !== '', query =>
      query.where(({ or, eb, selectFrom }) =>
        or([
          eb('id', 'in', tournamentsMatching(q)),
          eb(
            'id',
            'in',
            selectFrom('entries')
              .select('entries.tournament_id')
              .where('entries.boat_id', 'in', boatsMatching(q))
              .where('entries.withdrawn_at', 'is', null),
          ),
        ]),
      ),
    )
    .where(isShownTournament)
    .orderBy(by, direction)
    .orderBy('id', direction)
    .limit(size)
    .execute()
}

/**
 * Period in which the clock changes no status or category and closes no funding.
 * Milliseconds since 1970; `until` is outside.
 */
export interface Period {
  since: number
  until: number
}

export async function readPeriod(db: Db, now: number): Promise<Period> {
  const boundOf = (aggregate: 'min' | 'max', by: 'starts_at' | 'ends_at' | 'funding_closes_at', at: number) =>
    db
      .selectFrom('tournaments')
      .select(({ fn }) => fn<number | null>(aggregate, [by]).as('at'))
      .where(by, aggregate === 'min' ? '>' : '<=', at)
  const row = await db
    .selectNoFrom([
      boundOf('max', 'starts_at', now).as('started'),
      boundOf('max', 'ends_at', now).as('ended'),
      boundOf('max', 'funding_closes_at', now).as('closed'),
      boundOf('max', 'starts_at', now + upcomingWindowMs).as('listed'),
      boundOf('min', 'starts_at', now).as('starts'),
      boundOf('min', 'ends_at', now).as('ends'),
      boundOf('min', 'funding_closes_at', now).as('closes'),
      boundOf('min', 'starts_at', now + upcomingWindowMs).as('lists'),
    ])
    .executeTakeFirstOrThrow()
  return {
    since: Math.max(
      row.started ?? -Infinity,
      row.ended ?? -Infinity,
      row.closed ?? -Infinity,
      (row.listed ?? -Infinity) - upcomingWindowMs,
    ),
    until: Math.min(
      row.starts ?? Infinity,
      row.ends ?? Infinity,
      row.closes ?? Infinity,
      (row.lists ?? Infinity) - upcomingWindowMs,
    ),
  }
}
