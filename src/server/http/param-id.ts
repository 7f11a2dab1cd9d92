import { type Id, isId } from '#contract/ids.ts'
import { notFound } from './errors.ts'

/** @throws ApiError 404 when malformed */
export function paramId<Name extends string>(value: string | undefined, otherwise: string): Id<Name> {
  if (!isId<Name>(value)) throw notFound(otherwise)
  return value
}
