import { expect, test } from 'bun:test'
import { compareBoatNames, nameAndEmail, nameOrEmail, shortName } from './names.ts'

const ana = { firstName: 'Ana', lastName: 'Reyes', email: 'ana@example.org' }
const noName = { firstName: null, lastName: null, email: 'ana@example.org' }

test('a person is called by name, or else by email address', () => {
  expect(nameOrEmail(ana)).toBe('Ana Reyes')
  expect(nameOrEmail({ ...ana, firstName: null })).toBe('Reyes')
  expect(nameOrEmail(noName)).toBe('ana@example.org')
  expect(shortName(ana)).toBe('Ana')
  expect(shortName({ ...ana, firstName: ' ' })).toBe('ana@example.org')
  expect(nameAndEmail(ana)).toBe('Ana Reyes (ana@example.org)')
  expect(nameAndEmail(noName)).toBe('ana@example.org')
})

test('boats with a number come first, in its order', () => {
  const names = ['Reel Deal', '#12 Knot Today', 'Boat 7', 'Miss B2', 'Calm Water 2', '100 Proof', 'Agua']
  expect(names.toReversed().sort(compareBoatNames)).toEqual([
    'Calm Water 2',
    'Boat 7',
    '#12 Knot Today',
    '100 Proof',
    'Agua',
    'Miss B2',
    'Reel Deal',
  ])
})
