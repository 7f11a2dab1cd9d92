import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { pack, unpack } from './columns.ts'

const roundTrip = (value: unknown): unknown => unpack(JSON.parse(JSON.stringify(pack(value))))

test('names each key once, and a single value once', () => {
  const boats = [
    { id: 1, status: 'active', boat: { name: 'Reel Deal', imageUrl: null } },
    { id: 2, status: 'active', boat: { name: 'Sea Fox', imageUrl: null } },
  ]
  expect(pack({ boats })).toEqual({
    boats: {
      '#': 2,
      id: [1, 2],
      status: ['active'],
      boat: { '#': 2, name: ['Reel Deal', 'Sea Fox'], imageUrl: [null] },
    },
  })
})

test('keeps which records have a key', () => {
  const list = [{ id: 1 }, { id: 2, score: { points: 3 } }, { id: 3 }, { score: { points: 4 }, id: 4 }]
  expect(pack(list)).toEqual({
    '#': 4,
    id: [1, 2, 3, 4],
    score: { '#': [1, 3], of: { '#': 2, points: [3, 4] } },
  })
  expect(roundTrip(list)).toEqual(list)
})

test.each([
  ['a single record', [{ id: 1 }]],
  ['empty records', [{}, {}]],
  ['a list of other things', [{ id: 1 }, null, 'x', [{ id: 1 }, { id: 2 }]]],
  ['lists of one in records', [{ parts: ['a'] }, { parts: ['a'] }]],
  ['a key of one record', [{ id: 1, of: 'x' }, { id: 2 }]],
  ['records and null', [{ leader: null }, { leader: { name: 'x' } }]],
  ['a constant list', [{ parts: [] }, { parts: [] }]],
  ['the mark as a key', { '#': 2, id: [1], rows: [{ '#': [0], '##': 1 }, { '#': 3 }] }],
  ['a key of the prototype', JSON.parse('[{"__proto__":{"a":1}},{"toString":{"a":2}},{}]')],
])('returns %s', (_, value) => {
  expect(roundTrip(value)).toStrictEqual(value)
})

test('returns any JSON', () => {
  const key = fc.constantFrom('id', '#', '##', 'of', 'toString')
  const leaf = fc.oneof(
    fc.constantFrom(null, 0, 1, 'x', false),
    fc.dictionary(key, fc.constantFrom(0, 1, 'x')),
  )
  const record = fc.dictionary(key, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })))
  const records = fc.array(record)
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), records, fc.dictionary(key, records)), value => {
      const json: unknown = JSON.parse(JSON.stringify(value))
      expect(roundTrip(json)).toEqual(json)
    }),
  )
})
