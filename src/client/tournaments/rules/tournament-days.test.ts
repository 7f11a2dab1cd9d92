import { expect, test } from 'bun:test'
import { instantOfLocal, localOfInstant } from '#client/domain/dates.ts'
import { tournamentDays } from './tournament-days.ts'

const daysBetween = (start: string, end: string) =>
  tournamentDays({ startDate: instantOfLocal(start), endDate: instantOfLocal(end) }).map(
    ({ name, linesIn, linesOut }) => [name, localOfInstant(linesIn), localOfInstant(linesOut)],
  )

test('a day for each date, with the hours of start and end', () => {
  expect(daysBetween('2026-06-05T06:00', '2026-06-07T15:30')).toEqual([
    ['Friday', '2026-06-05T06:00', '2026-06-05T15:30'],
    ['Saturday', '2026-06-06T06:00', '2026-06-06T15:30'],
    ['Sunday', '2026-06-07T06:00', '2026-06-07T15:30'],
  ])
})

test('one day overnight, none for months or wrong dates', () => {
  expect(daysBetween('2026-06-05T18:00', '2026-06-06T10:00')).toEqual([
    ['Friday', '2026-06-05T18:00', '2026-06-06T10:00'],
  ])
  expect(daysBetween('2026-06-01T06:00', '2026-08-01T15:00')).toEqual([])
  expect(daysBetween('2026-06-05T06:00', '2026-06-05T06:00')).toEqual([])
})

test('more than a week is numbered', () => {
  const days = daysBetween('2026-06-01T06:00', '2026-06-08T15:00')
  expect([days.length, days[7]?.[0]]).toEqual([8, 'Day 8'])
})
