import { describe, expect, test } from 'bun:test'
import { catchText, formatOunces, measureText, unweighedText } from './catch-texts.ts'

const weighedMarlin = { weight: 1412.5, species: 'Blue Marlin' }
const bass = { weight: 4.13, ounces: 66, species: 'Spotted Bass' }
const drum = { weight: null, length: 42.25, species: 'Red Drum' }
const marlin = { weight: null, released: true, species: 'Blue Marlin' }
const long = { ...drum, released: true }

describe('a catch reads', () => {
  test.each([
    [weighedMarlin, '1,412.5 lbs', '1,412.5 lbs Blue Marlin'],
    [bass, '4 lb 2 oz', '4 lb 2 oz Spotted Bass'],
    [drum, '42.25 in', '42.25 in Red Drum'],
    [marlin, 'released', 'Released a Blue Marlin'],
    [long, '42.25 in, released', 'Released a Red Drum of 42.25 inches'],
    [{ ...drum, length: null }, 'not measured', 'not measured Red Drum'],
  ])('%#', (fish, measure, text) => expect([measureText(fish), catchText(fish)]).toEqual([measure, text]))

  test('without zeros at the end', () =>
    expect(measureText({ ...weighedMarlin, weight: 412 })).toBe('412 lbs'))
})

test('a fish without a weight continues a sentence, with its article', () => {
  expect(unweighedText(marlin)).toBe('released a Blue Marlin')
  expect(unweighedText({ ...long, species: 'Albacore' })).toBe('released an Albacore of 42.25 inches')
  expect(unweighedText(drum)).toBe('measured a Red Drum of 42.25 inches')
  expect([weighedMarlin, bass].map(unweighedText)).toEqual([null, null])
})

test('ounces read as a scale shows them', () =>
  expect([15, 16, 66, 16_000].map(formatOunces)).toEqual([
    '15 oz',
    '1 lb 0 oz',
    '4 lb 2 oz',
    '1,000 lb 0 oz',
  ]))
