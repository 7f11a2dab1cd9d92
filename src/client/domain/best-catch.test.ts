import { describe, expect, test } from 'bun:test'
import { parseBestCatch } from '#client/domain/best-catch.ts'

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
})
