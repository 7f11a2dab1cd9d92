import { afterAll, expect, spyOn, test } from 'bun:test'
import { textRules } from './field-texts.ts'
import { line, lines, optionalLine, optionalLines } from './fields.ts'
import { manyLines, oneLine, shortLine, shortText } from './text.ts'

/** Marks of two classes, which Unicode normalisation sorts. */
const marks = (count: number) => `a${'\u0301'.repeat(count / 2)}${'\u0316'.repeat(count / 2)}`

const normalize = spyOn(String.prototype, 'normalize')
afterAll(() => normalize.mockRestore())

test('composes accents, and each 30 of more marks by themselves', () => {
  expect(oneLine('Cafe\u0301')).toBe('Café')
  expect(oneLine('a\u0323\u0301\u0301')).toBe('ạ\u0301\u0301')
  expect(oneLine(marks(60))).toBe(`á${'\u0301'.repeat(29)}${'\u0316'.repeat(30)}`)
})

test('manyLines removes white space at the end of each line', () => {
  expect(manyLines(' One \r\nTwo\t\u00a0\n \n\n Three  four ')).toBe('One\nTwo\n\n Three  four')
})

test('shortLine reads the start of a long text only', () => {
  expect(shortLine(`Ann ${' '.repeat(50_000)}x`, 60)).toBe('Ann')
  expect(shortLine('x'.repeat(50_000), 60)).toBe('x'.repeat(60))
})

test('shortText cuts between characters', () => {
  expect(shortText('🎣🎣', 4)).toBe('🎣🎣')
  expect(shortText('🎣🎣🎣', 4)).toBe('🎣…')
  expect(shortText('🎣🎣🎣', 5)).toBe('🎣🎣…')
  expect(shortText('Lines out', 7)).toBe('Lines…')
})

const { description: rule } = textRules
const required = { ...rule, required: 'Please write something' }

for (const [name, text] of [
  ['marks', marks(4 * rule.max - 1)],
  ['many marks', marks(60_000)],
] as const)
  test(`normalises no more than 30 marks at once of ${name}`, () => {
    normalize.mockClear()
    for (const schema of [line(required), lines(required), optionalLine(rule), optionalLines(rule)])
      schema(text)
    expect(normalize.mock.contexts.map(String).filter(part => /\p{M}{31}/u.test(part))).toEqual([])
  })

test('says of a text far over the maximum that it is too long', () => {
  for (const schema of [line(required), lines(required), optionalLine(rule), optionalLines(rule)])
    expect(String(schema(marks(60_000)))).toBe(rule.tooLong)
})
