import { fieldTexts } from '#contract/field-texts.ts'
import { type Id, isId } from '#contract/ids.ts'
import { invalid } from './errors.ts'

/** Position of a page's last row in a list that is ordered by time and id, newest first. */
export interface Position {
  at: number
  id: string
}

/** Position before the newest row, so that one statement serves all pages. */
export const fromTheNewest: Position = { at: Number.MAX_SAFE_INTEGER, id: '' }

const invalidCursor = () => invalid([{ path: 'cursor', message: fieldTexts.cursorInvalid }])

/** @throws ApiError 400 */
export function decodePosition(cursor: string | undefined): Position {
  if (cursor === undefined) return fromTheNewest
  const [at = '', id = '', ...more] = cursor.split('_')
  if (!/^\d{1,16}$/.test(at) || !isId(id) || more.length > 0) throw invalidCursor()
  return { at: Number(at), id }
}

export const encodePosition = ({ at, id }: Position): string => `${at}_${id}`

/** Returns the cursor behind a row of a list that is ordered by creation. */
export const cursorOf = ({ created_at: at, id }: { created_at: number; id: string }): string =>
  encodePosition({ at, id })

/**
 * Returns what a cursor of another form names, or null without one.
 * @param decode returns null for another list's cursor @throws ApiError 400
 */
export function decodeCursor<Place>(
  cursor: string | undefined,
  decode: (cursor: string) => Place | null,
): Place | null {
  if (cursor === undefined) return null
  const place = decode(cursor)
  if (place === null) throw invalidCursor()
  return place
}

/** Returns the id that a cursor names in a list ordered by id. @throws ApiError 400 */
export function decodeId<Name extends string>(cursor: string | undefined): Id<Name> | undefined {
  if (cursor === undefined || isId<Name>(cursor)) return cursor
  throw invalidCursor()
}

/** @param rows one more than the page's size, if there is another page */
export function cutPage<Row>(rows: readonly Row[], size: number, cursorOf: (row: Row) => string) {
  const page = rows.slice(0, size)
  const last = rows.length > size ? page.at(-1) : undefined
  return { page, next: last && cursorOf(last) }
}

/** RFC 8288. */
export function nextLink(
  c: { req: { url: string } },
  cursor: string | undefined,
): { Link: string } | undefined {
  if (cursor === undefined) return undefined
  const url = new URL(c.req.url)
  url.searchParams.set('cursor', cursor)
  return { Link: `<${url.pathname}${url.search}>; rel="next"` }
}
