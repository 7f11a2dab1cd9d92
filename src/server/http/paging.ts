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

export const invalidCursor = () => invalid([{ path: 'cursor', message: fieldTexts.cursorInvalid }])

/** @throws ApiError 400 */
export function decodePosition(cursor: string | undefined): Position {
  if (cursor === undefined) return fromTheNewest
  const [at = '', id = '', ...more] = cursor.split('_')
  if (!/^\d{1,16}$/.test(at) || !isId(id) || more.length > 0) throw invalidCursor()
  return { at: Number(at), id }
}

export const encodePosition = ({ at, id }: Position): string => `${at}_${id}`

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
