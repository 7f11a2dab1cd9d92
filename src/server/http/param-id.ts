import { type Id, isId } from '#contract/ids.ts'
import { notFound } from './errors.ts'

/** An id of a path. What has not the shape of one names nothing. @throws ApiError 404 */
export function paramId<Name extends string>(value: string | undefined, otherwise: string): Id<Name> {
  if (!isId<Name>(value)) throw notFound(otherwise)
  return value
}
