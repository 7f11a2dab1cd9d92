import type { Issue } from '../../errors.ts'
import type { JsonSchema } from '../../json-schema.ts'
import { isRecord } from './guards.ts'
import { rulesJson } from './rules-json.ts'
import { scoringTexts as texts } from './scoring-texts.ts'

const issuesAtOnce = 10

/** Fields of `value` that the schema doesn't have; a misspelt one would change how fish are scored. */
function unknownIn(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): Issue[] {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : [schema]
  if (Array.isArray(value)) {
    const items = branches.map(branch => branch.items).find(isRecord)
    return items ? value.flatMap((item, index) => unknownIn(item, items, [...path, index])) : []
  }
  if (!isRecord(value)) return []
  const properties = Object.assign({}, ...branches.map(branch => branch.properties))
  if (!isRecord(properties)) return []
  return Object.entries(value).flatMap(([field, part]) => {
    const property = Object.hasOwn(properties, field) ? properties[field] : undefined
    return isRecord(property)
      ? unknownIn(part, property, [...path, field])
      : [{ path: [...path, field].join('.'), message: texts.fieldUnknown }]
  })
}

/** The first of them. */
export const unknownFields = (rules: unknown): Issue[] =>
  unknownIn(rules, rulesJson, []).slice(0, issuesAtOnce)
