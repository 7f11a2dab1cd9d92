import { fieldTexts } from '#contract/field-texts.ts'
import { isId } from '#contract/ids.ts'
import { invalid } from '#server/http/errors.ts'

export interface Position {
  at: number
  id: string
}
const fromTheNewest: Position = { at: Number.MAX_SAFE_INTEGER, id: '' }

const encodeCursor = ({ at, id }: Position): string => `${at}_${id}`

/** @throws ApiError 400 */
export function decodeCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return fromTheNewest
  const [at = '', id = '', ...more] = cursor.split('_')
  if (!/^\d{1,16}$/.test(at) || !isId(id) || more.length > 0)
    throw invalid([{ path: 'cursor', message: fieldTexts.cursorInvalid }])
  return { at: Number(at), id }
}

/** One extra row means another page. */
export function cutPage<Row>(rows: readonly Row[], size: number, position: (row: Row) => Position) {
  const page = rows.slice(0, size)
  const last = rows.length > size ? page.at(-1) : undefined
  return { page, next: last && encodeCursor(position(last)) }
}
