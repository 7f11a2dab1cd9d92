import { expect, test } from 'bun:test'
import { dateText } from '#contract/date-text.ts'
import { weighInText } from '#server/tournaments/updates/updates.rules.ts'
import { boatsText, fishText, standingText, weighedInText } from './notification-texts.rules.ts'

const marlin = { weight_hundredths: 41_250, species: 'Blue Marlin' }
const amberjack = { weight_hundredths: null, released: 1, species: 'Amberjack' } as const

test('a released or measured fish has no weight to name', () => {
  expect(fishText(marlin)).toBe('412.5 lbs Blue Marlin')
  expect(weighedInText(marlin)).toBe('weighed in: 412.5 lbs Blue Marlin')
  expect(weighedInText({ ...marlin, ounces: 74 })).toBe('weighed in: 4 lb 10 oz Blue Marlin')
  expect(weighedInText(amberjack)).toBe('released an Amberjack')
  expect(fishText({ ...amberjack, length_hundredths: 3250 })).toBe('released an Amberjack of 32.5 inches')
  expect(weighedInText({ weight_hundredths: null, length_hundredths: 3000, species: 'Redfish' })).toBe(
    'measured a Redfish of 30 inches',
  )
})

test('updates of weigh-ins say the same', () => {
  const species = 'Blue Marlin'
  const at = (position: number, isTied = false, day: string | null = null) => ({ position, isTied, day })
  const weighed = { weight: 412.5, species }
  const released = { weight: null, released: true, species }
  expect(weighInText('Reel Deal', weighed, null)).toBe(
    'Reel Deal weighed in a catch of 412.5 lbs (Blue Marlin).',
  )
  expect(weighInText('Reel Deal', weighed, at(2))).toBe(
    'Reel Deal weighed in a catch of 412.5 lbs (Blue Marlin), now in position 2.',
  )
  expect(weighInText('Reel Deal', released, at(1))).toBe(
    'Reel Deal released a Blue Marlin and is in first place.',
  )
  expect(weighInText('Reel Deal', weighed, at(2, true, 'Saturday'))).toBe(
    'Reel Deal weighed in a catch of 412.5 lbs (Blue Marlin), now tied in position 2 on Saturday.',
  )
  expect(weighInText('Reel Deal', released, at(1, true, 'Day 2'))).toBe(
    'Reel Deal released a Blue Marlin and is tied for first place on Day 2.',
  )
})

test('a date names its zone, and another year', () => {
  const [time, now] = [Date.UTC(2026, 11, 6, 11), Date.UTC(2026, 10, 28)]
  expect(dateText(time, now, 'America/New_York')).toBe('Dec 6, 6:00 AM Eastern Time')
  expect(dateText(Date.UTC(2027, 0, 1, 2), now, 'UTC')).toBe('Jan 1, 2027, 2:00 AM UTC')
})

test('a place names the score where rules give one', () => {
  const place = { place: 1, boat: 'Reel Deal', best_catch: null, score: null }
  expect(standingText(place)).toBe('1. Reel Deal')
  const best_catch = JSON.stringify({ weight: 412.5, species: 'Blue Marlin' })
  expect(standingText({ ...place, best_catch })).toBe('1. Reel Deal, 412.5 lbs Blue Marlin')
  const score = JSON.stringify({ value: '980.00', unit: 'points', fish: 11, tied: true })
  expect(standingText({ ...place, best_catch, score })).toBe('T1. Reel Deal, 980 points, 11 fish')
})

test('boats that share the lead are named, or counted where they are many', () => {
  const boats = ['Reel Deal', 'Lady Luck', 'Sea Fox', 'Bite Club'].map(boat => ({ boat }))
  expect(boatsText(boats.slice(0, 2))).toBe('Reel Deal and Lady Luck')
  expect(boatsText(boats)).toBe('4 boats')
})
