import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { UserId } from '#contract/ids.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/connection.ts'
import type { Section, Through } from '#server/db/personal-data.ts'
import { compareRow } from '#server/db/row-order.ts'
import type { Tables } from '#server/db/tables.ts'

export type Row = Record<string, string | number | null>

const rowsAtOnce = 500

const ownIds = (user: UserId): Record<Through, RawBuilder<unknown>> => ({
  boats: sql`select id from boats where owner_id = ${user}`,
  entries: sql`select entries.id from entries join boats on boats.id = entries.boat_id where boats.owner_id = ${user}`,
  fundings: sql`select id from fundings where backer_id = ${user}`,
})

const boatName = (id: RawBuilder<unknown>) => sql`(select name from boats where id = ${id}) as boat`
const tournamentName = (id: RawBuilder<unknown>) =>
  sql`(select name from tournaments where id = ${id}) as tournament`

/** Public names for ids, so that a person can read the row. */
function namesOf({ fields }: Section, user: UserId): RawBuilder<unknown>[] {
  const names: RawBuilder<unknown>[] = []
  const entry = (column: string) =>
    sql`(select ${sql.ref(column)} from entries where entries.id = mine.entry_id)`
  if ('boat_id' in fields) names.push(boatName(sql`mine.boat_id`))
  else if ('entry_id' in fields) names.push(boatName(entry('boat_id')))
  if ('tournament_id' in fields) names.push(tournamentName(sql`mine.tournament_id`))
  else if ('entry_id' in fields) names.push(tournamentName(entry('tournament_id')))
  if ('message_id' in fields)
    names.push(sql`(
      select title || ${'\n'} || coalesce(mine.text, text) from notification_messages
      where id = mine.message_id and coalesce(about_user, ${user}) = ${user}
    ) as notification`)
  return names
}

/** The person's rows by key, read in parts, so that memory and each read stay bounded. */
export async function* readRows(db: Db, section: Section, user: UserId): AsyncGenerator<Row[]> {
  const { fields, key, only, table, through } = section
  const columnOf = (name: string) => sql.ref(`mine.${name}`)
  const keyOnly = key.filter(name => !(name in fields))
  const columns = [...[...Object.keys(fields), ...keyOnly].map(columnOf), ...namesOf(section, user)]
  const whose = columnOf(section.whose)
  const isAfter = (last: Row) =>
    compareRow(
      key.map(name => `mine.${name}`),
      '>',
      key.map(name => last[name] as string | number),
    )
  const batches = inBatches<Row>(rowsAtOnce, async last => {
    const { rows } = await sql<Row>`
      select ${sql.join(columns)} from ${sql.table(table)} as mine
      where ${through ? sql`${whose} in (${ownIds(user)[through]})` : sql`${whose} = ${user}`}
        ${only ? sql`and ${columnOf(only)} is not null` : sql``}
        ${last === undefined ? sql`` : sql`and ${isAfter(last)}`}
      order by ${sql.join(key.map(columnOf))} limit ${sql.lit(rowsAtOnce)}`.execute(db)
    return rows
  })
  for await (const rows of batches)
    yield rows.map(row => Object.fromEntries(Object.entries(row).filter(([name]) => !keyOnly.includes(name))))
}

const filesAtOnce = 200

type Picture = Pick<Selectable<Tables['images']>, 'id' | 'created_at'>

/** Yields the person's pictures in batches. */
export const ownPictures = (db: Db, user: UserId) =>
  inBatches(filesAtOnce, (last: Picture | undefined) => {
    const pictures = db.selectFrom('images').select(['id', 'created_at']).where('owner_id', '=', user)
    return (last ? pictures.where('id', '>', last.id) : pictures).orderBy('id').limit(filesAtOnce).execute()
  })

type Video = Pick<Selectable<Tables['crew_videos']>, 'id' | 'format' | 'created_at'>

/** Yields the person's accepted videos in batches. */
export const ownVideos = (db: Db, user: UserId) =>
  inBatches(filesAtOnce, (last: Video | undefined) => {
    const videos = db
      .selectFrom('crew_videos')
      .select(['id', 'format', 'created_at'])
      .where('owner_id', '=', user)
      .where('uploaded_at', 'is not', null)
      .where('refusal', 'is', null)
    return (last ? videos.where('id', '>', last.id) : videos).orderBy('id').limit(filesAtOnce).execute()
  })

/** Returns the bytes of the person's files, which the archive needs at least. */
export async function sumFiles(db: Db, user: UserId): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (select coalesce(sum(size_bytes), 0) from images where owner_id = ${user})
      + (select coalesce(sum(size_bytes), 0) from crew_videos
         where owner_id = ${user} and uploaded_at is not null and refusal is null) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
