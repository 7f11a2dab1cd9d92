/**
 * Lists of records with each key once, for data that pages embed: `[{ id: 1, on: true }, { id: 2, on: true }]` becomes
 * `{ '#': 2, id: [1, 2], on: [true] }`. A single value is that of all records. A column of which not all records have
 * the key is `{ '#': positions, of: column }`. Other keys that start with `#` get another.
 */

type JsonRecord = Record<string, unknown>

const mark = '#'

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

// Defines keys, so that none is a setter of the prototype.
const mapRecord = (record: JsonRecord, name: (key: string) => string, each: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [name(key), each(value)]))

const escapeKey = (key: string) => (key.startsWith(mark) ? mark + key : key)
const unescapeKey = (key: string) => (key.startsWith(mark) ? key.slice(1) : key)

function keysOf(records: readonly JsonRecord[]): Set<string> {
  const keys = new Set<string>()
  for (const record of records) for (const key of Object.keys(record)) keys.add(key)
  return keys
}

function packColumn(values: readonly unknown[]): unknown {
  const [first] = values
  return isPlain(first) && values.every(value => value === first) ? [first] : packList(values)
}

function packList(list: readonly unknown[]): unknown {
  if (list.length < 2 || !list.every(isRecord)) return list.map(pack)
  const columns = [...keysOf(list)].map((key): [string, unknown] => {
    const having = list.filter(record => Object.hasOwn(record, key))
    const column = packColumn(having.map(record => record[key]))
    if (having.length === list.length) return [escapeKey(key), column]
    const positions = list.flatMap((record, n) => (Object.hasOwn(record, key) ? [n] : []))
    return [escapeKey(key), { [mark]: positions, of: column }]
  })
  return Object.fromEntries([[mark, list.length], ...columns])
}

/** @param value as JSON.parse returns it */
export function pack(value: unknown): unknown {
  if (Array.isArray(value)) return packList(value)
  return isRecord(value) ? mapRecord(value, escapeKey, pack) : value
}

function unpackList(length: number, columns: JsonRecord): JsonRecord[] {
  const records = Array.from({ length }, (): [string, unknown][] => [])
  for (const [key, column] of Object.entries(columns)) {
    if (key === mark) continue
    const some = isRecord(column) && Array.isArray(column[mark]) ? column : null
    const values = unpack(some ? some.of : column) as unknown[]
    const positions = (some?.[mark] as number[] | undefined) ?? [...records.keys()]
    for (const [n, position] of positions.entries())
      records[position]?.push([unescapeKey(key), values.length === 1 ? values[0] : values[n]])
  }
  return records.map(entries => Object.fromEntries(entries))
}

/** Reverses {@link pack}. */
export function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack)
  if (!isRecord(value)) return value
  const length = value[mark]
  return typeof length === 'number' ? unpackList(length, value) : mapRecord(value, unescapeKey, unpack)
}
