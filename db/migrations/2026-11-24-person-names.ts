import { type Kysely, sql } from 'kysely'

const max = 60
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

function clean(name: string): string {
  const line = name.toWellFormed().replaceAll(invisible, ' ').normalize('NFC').replace(/\s+/g, ' ').trim()
  let short = ''
  for (const point of line) {
    if (short.length + point.length > max) break
    short += point
  }
  return short.trim()
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null: nothing to clean. */
function cleaned(metadata: string): string | null {
  const value: unknown = JSON.parse(metadata)
  if (!isRecord(value)) return null
  const names = ['first_name', 'last_name'].flatMap(key => {
    const name = value[key]
    return typeof name === 'string' && clean(name) !== name ? [[key, clean(name)]] : []
  })
  return names.length === 0 ? null : JSON.stringify({ ...value, ...Object.fromEntries(names) })
}

/** Names are one line of at most 60 characters, without control and direction marks. */
export async function up(db: Kysely<never>): Promise<void> {
  let last = ''
  for (;;) {
    const { rows } = await sql<{ id: string; metadata: string }>`
      select id, metadata from users where id > ${last} order by id limit 1000
    `.execute(db)
    for (const { id, metadata } of rows) {
      const names = cleaned(metadata)
      if (names !== null) await sql`update users set metadata = ${names} where id = ${id}`.execute(db)
      last = id
    }
    if (rows.length < 1000) return
  }
}
