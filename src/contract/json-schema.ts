declare const valueType: unique symbol

export interface JsonSchema<Value = unknown> {
  readonly [keyword: string]: unknown
  readonly [valueType]?: Value
}

export type Infer<Schema> = Schema extends JsonSchema<infer Value> ? Value : never

type Properties = Readonly<Record<string, JsonSchema>>
type Values<Required extends Properties, Optional extends Properties> = {
  [Name in keyof Required]: Infer<Required[Name]>
} & { [Name in keyof Optional]?: Infer<Optional[Name]> }
type Flat<Value> = Value extends infer Known ? { [Name in keyof Known]: Known[Name] } : never

interface ObjectSchema<Required extends Properties, Optional extends Properties>
  extends JsonSchema<Flat<Values<Required, Optional>>> {
  readonly properties: Required & Optional
}

export const text: JsonSchema<string> = { type: 'string' }
export const number: JsonSchema<number> = { type: 'number' }
export const count: JsonSchema<number> = { type: 'integer', minimum: 0 }
export const flag: JsonSchema<boolean> = { type: 'boolean' }
/** ISO 8601 in UTC. */
export const time: JsonSchema<string> = { type: 'string', format: 'date-time' }
/** Dollars. */
export const money: JsonSchema<string> = { type: 'string', pattern: '^\\d+\\.\\d{2}$' }
/** Dollars, negative with a minus sign. */
export const signedMoney: JsonSchema<string> = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }

export const orNull = <Value>(schema: JsonSchema<Value>): JsonSchema<Value | null> => ({
  anyOf: [schema, { type: 'null' }],
})
export const list = <Value>(items: JsonSchema<Value>): JsonSchema<Value[]> => ({ type: 'array', items })
export const one = <const Value extends string>(...values: readonly Value[]): JsonSchema<Value> => ({
  enum: values,
})
export const constant = <const Value extends string | boolean>(value: Value): JsonSchema<Value> => ({
  const: value,
})
export const anyOf = <Schemas extends readonly JsonSchema[]>(
  ...schemas: Schemas
): JsonSchema<Infer<Schemas[number]>> => ({ anyOf: schemas })
/** The contract leaves its content open. */
export const openObject = (description: string): JsonSchema<Record<never, never>> => ({
  type: 'object',
  additionalProperties: true,
  description,
})

export function object<Required extends Properties, Optional extends Properties = Record<never, never>>(
  required: Required,
  optional?: Optional,
): ObjectSchema<Required, Optional> {
  return {
    type: 'object',
    properties: { ...required, ...optional } as Required & Optional,
    required: Object.keys(required),
    additionalProperties: false,
  }
}
