import { afterAll, expect, spyOn, test } from 'bun:test'
import { fieldTexts, nameProblem, textRules } from './field-texts.ts'
import { line, lines, optionalLine, optionalLines } from './fields.ts'
import { isVisible, manyLines, oneLine, shortLine, shortText } from './text.ts'

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

test.each([
  ['a Hangul filler', '\u3164'],
  ['a Hangul filler between letters', 'Reel\u1160Deal'],
  ['a Mongolian separator', 'Reel\u180eDeal'],
  ['a tag without a flag', 'Reel Deal\u{e0041}'],
])('refuses %s, which shows nothing', (_, text) => {
  expect(nameProblem(text)).toBe(fieldTexts.invisible)
  expect(String(lines(required)(text))).toBe(fieldTexts.invisible)
  expect(shortLine(text, 60)).not.toContain(text)
})

test('takes a braille blank as white space', () => {
  expect(oneLine('\u2800Reel\u2800 Deal')).toBe('Reel Deal')
  expect(isVisible('\u2800')).toBe(false)
})

test.each([
  ['accents', `x${'\u0301'.repeat(9)}`],
  ['accents with joiners between them', `a${'\u0301\u200d'.repeat(5)}`],
])('refuses nine %s on one letter, and cuts them from the names of accounts', (_, text) => {
  expect(nameProblem(text)).toBe(fieldTexts.pile)
  for (const schema of [line(required), lines(required), optionalLine(rule), optionalLines(rule)])
    expect(String(schema(text))).toBe(fieldTexts.pile)
  expect(nameProblem(shortLine(text, 60))).toBeNull()
})

test('keeps scripts with many marks, joiners and flags', () => {
  for (const text of ['Nguyễn Thị Ái', 'ที่นี่', 'क्ष्म्य', 'بِسْمِ ٱللَّٰهِ', 'ཧྐྵྨླྺྼྻྂ', 'می\u200cخواهم', '葛\u{e0100}城'])
    expect(nameProblem(text)).toBeNull()
  const flag = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'
  expect(lines(required)(`${flag} 👨‍👩‍👧‍👦`)).toBe(`${flag} 👨‍👩‍👧‍👦`)
})
