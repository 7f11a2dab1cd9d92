import { describe, expect, test } from 'bun:test'
import {
  constraintBroken,
  defaultMessage,
  type Facts,
  issuesOf,
  problemsOf,
  tooLong,
} from '#client/ui/forms/form-rules.ts'
import { newBoat } from '#contract/boats/boats.ts'
import { nameProblem, textRules } from '#contract/field-texts.ts'

const facts = (overrides: Partial<Facts>): Facts => ({
  name: 'field',
  label: 'Field',
  type: 'text',
  value: '',
  required: false,
  minLength: -1,
  maxLength: -1,
  min: '',
  max: '',
  title: '',
  validity: {},
  ...overrides,
})

describe('what a control breaks', () => {
  test('nothing, when nothing is asked of it', () => {
    expect(constraintBroken(facts({}))).toBeNull()
  })
  test('only spaces are nothing', () => {
    expect(constraintBroken(facts({ required: true, value: '  ' }))).toBe('valueMissing')
  })
  test('a password may be spaces', () => {
    expect(
      constraintBroken(facts({ required: true, type: 'password', value: '      ', minLength: 6 })),
    ).toBeNull()
  })
  test('too short also when the browser filled it in', () => {
    expect(constraintBroken(facts({ type: 'password', value: '12345', minLength: 6 }))).toBe('tooShort')
  })
  test('an address that the server would refuse, though a browser takes it', () => {
    expect(constraintBroken(facts({ type: 'email', value: 'ann@marina' }))).toBe('typeMismatch')
    expect(constraintBroken(facts({ type: 'email', value: ' Ann@Example.com ' }))).toBeNull()
    expect(constraintBroken(facts({ type: 'email', value: '' }))).toBeNull()
  })
  test('an empty optional field is not too short', () => {
    expect(constraintBroken(facts({ value: '', minLength: 6 }))).toBeNull()
  })
  test('letters in a number are said before that it is missing', () => {
    expect(
      constraintBroken(facts({ type: 'number', validity: { badInput: true, valueMissing: true } })),
    ).toBe('badInput')
  })
})

test('messages say what to do', () => {
  expect(defaultMessage('valueMissing', facts({ label: 'Email' }))).toBe('Email is required')
  expect(defaultMessage('rangeUnderflow', facts({ label: 'Amount', type: 'number', min: '10' }))).toBe(
    'Amount must be at least 10',
  )
  expect(defaultMessage('tooLong', facts({ label: 'Caption', maxLength: 140 }))).toBe(
    'Caption must be 140 characters or less',
  )
})

describe('issues of an error', () => {
  test('whatever its class', () => {
    expect(issuesOf({ issues: [{ path: 'a', message: 'm' }] })).toEqual([{ path: 'a', message: 'm' }])
  })
  test.each([null, undefined, 'x', { issues: 'x' }, { issues: [{ path: 1, message: 'm' }] }])(
    'none of %p',
    error => {
      expect(issuesOf(error)).toEqual([])
    },
  )
})

test('what is no name is said at each field that has to be one, and at no other', () => {
  const data = new FormData()
  data.set('name', 'Reel Deal ⚓')
  data.set('captainName', '<b>Ana</b>')
  data.set('description', '⚓')
  expect(problemsOf(data, ['name', 'captainName', 'missing'], nameProblem)).toEqual({
    name: 'Leave out emoji: names go onto pictures, boards and statements that cannot show them',
    captainName: 'Names are plain text: remove what is written like HTML, such as <b>',
  })
})

describe('a form refuses no text that the server stores', () => {
  test.each([
    ['a cell of a spreadsheet', 'Reel\tDeal', 'Reel Deal'],
    ['a file’s byte order mark', '\ufeffReel Deal', 'Reel Deal'],
    ['a line separator', 'Reel\u2028Deal', 'Reel Deal'],
    ['255 letters whose accents were typed apart', 'e\u0301'.repeat(255), 'é'.repeat(255)],
  ])('%s', async (_, name, stored) => {
    const result = await newBoat['~standard'].validate({ name, captainName: 'Ana Reyes' })
    expect(result).toMatchObject({ value: { name: stored } })
    const data = new FormData()
    data.set('name', name)
    const rules = { name: textRules.boatName }
    expect({ ...tooLong(data, rules), ...problemsOf(data, ['name'], nameProblem) }).toEqual({})
  })

  test('256 letters are too many, however their accents were typed', () => {
    const data = new FormData()
    for (const name of ['é'.repeat(256), 'e\u0301'.repeat(256)]) {
      data.set('name', name)
      expect(tooLong(data, { name: textRules.boatName })).toEqual({ name: 'Name is too long' })
    }
  })
})
