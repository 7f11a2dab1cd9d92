import { count, flag, type Infer, object, one, orNull, text, time } from '../json-schema.ts'

/** `file`: of a ready one. `diskFull`: of a failed one. */
export const dataExport = object({
  state: one('none', 'waiting', 'ready', 'failed'),
  requestedAt: orNull(time),
  diskFull: flag,
  file: orNull(object({ url: text, bytes: count, until: time })),
})
export type DataExport = Infer<typeof dataExport>
