import { describe, expect, test } from 'bun:test'
import { bestCatchText, parseBestCatch } from '#client/domain/best-catch.ts'

describe('parseBestCatch', () => {
  test.each([null, '', 'not json', '[]', 'null', '{}', '{"weight":"x"}', '{"weight":0}'])(
    'none in %p',
    json => {
      expect(parseBestCatch(json)).toBeNull()
    },
  )
  test('weight and species', () => {
    expect(parseBestCatch('{"weight":412.5,"species":"Blue Marlin"}')).toEqual({
      weight: 412.5,
      species: 'Blue Marlin',
    })
    expect(parseBestCatch('{"weight":"12"}')).toEqual({ weight: 12, species: null })
  })
  test.each([
    ['{"weight":412.5,"species":"Blue Marlin"}', '412.5 lbs Blue Marlin'],
    ['{"weight":4.13,"ounces":66,"species":"Bass"}', '4 lb 2 oz Bass'],
    ['{"weight":4.13,"ounces":"x"}', '4.13 lbs'],
  ])('%p reads %p', (json, text) => {
    const best = parseBestCatch(json)
    expect(best && bestCatchText(best)).toBe(text)
  })
})
