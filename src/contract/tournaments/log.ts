import { count, type Infer, type JsonSchema, list, object, one, orNull, text, time } from '../json-schema.ts'
import { type LogData, type LogTexts, logKinds, logRoles } from './log-chain.ts'

const value = { type: ['string', 'integer', 'boolean', 'null'] }
const logData: JsonSchema<LogData> = {
  type: 'object',
  additionalProperties: { anyOf: [value, { type: 'array', items: value, minItems: 2, maxItems: 2 }] },
  description: 'By kind. Of a correction: the changed fields as [before, after].',
}
const logTexts: JsonSchema<LogTexts> = {
  type: 'object',
  additionalProperties: object({ salt: text, text }),
  description:
    'What the hashes of names and texts stand for: SHA-256 of salt, a line end and text. Without what was erased.',
}

export const logHead = object({ seq: count, hash: text })

const logEvent = object({
  at: time,
  by: orNull(text),
  data: logData,
  kind: one(...logKinds),
  of: orNull(count),
  prev: text,
  reason: orNull(text),
  role: orNull(one(...logRoles)),
  seq: count,
  tournament: text,
  hash: text,
})

export const logPage = object(
  { events: list(logEvent), texts: logTexts },
  {
    /** The first part of its weigh slips' numbers, where the log is public. */
    code: text,
  },
)
export type LogPage = Infer<typeof logPage>
