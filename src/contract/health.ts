import { count, object, one, text } from './json-schema.ts'

/** `message` and `error` while it isn't healthy; `freeBytes` of the disk while it is. */
export const health = object(
  { status: one('ok', 'error'), version: text },
  { freeBytes: count, message: text, error: one('unavailable') },
)
