import { expect, test } from 'bun:test'
import { groupRoles, quietProblem } from './settings.ts'

test('what concerns the person comes first', () => {
  expect(groupRoles({ captains: false, organisers: false, crew: false })).toEqual({
    own: ['followers'],
    rest: ['captains', 'organisers', 'crew'],
  })
  expect(groupRoles({ captains: false, organisers: true, crew: true })).toEqual({
    own: ['followers', 'organisers', 'crew'],
    rest: ['captains'],
  })
})

test.each([
  ['', '', []],
  ['22:00', '07:00', []],
  ['22:00', '', ['quietTo']],
  ['', '07:00', ['quietFrom']],
])('quiet hours from %p until %p', (from, to, bad) => {
  const data = new FormData()
  data.set('quietFrom', from)
  data.set('quietTo', to)
  expect(Object.keys(quietProblem(data))).toEqual(bad)
})
