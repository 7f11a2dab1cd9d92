import { expect, test } from 'bun:test'
import { leaderTitle, subtitle, winnersOf } from './picture-texts.ts'

const score = { value: '980.00', unit: 'points', fish: 11 } as const

test('a leader by rules shows the score, and a shared place', () => {
  expect(leaderTitle({})).toBe('Leader')
  expect(leaderTitle({ score })).toBe('Leader · 980 points')
  expect(leaderTitle({ score: { ...score, tied: true } })).toBe('Tied 1st · 980 points')
})

test('boats that share the first place are all winners', () => {
  const place = (name: string, currentPosition: number) => ({ boat: { name }, currentPosition })
  const [first, second, third] = [place('Reel Deal', 1), place('Lady Luck', 1), place('Sea Fox', 3)]
  expect(winnersOf([])).toBeNull()
  expect(winnersOf([first, third])).toEqual({ fact: ['Winner', 'Reel Deal'], others: [third] })
  expect(winnersOf([first, second, third])).toEqual({
    fact: ['Winners', 'Reel Deal, Lady Luck'],
    others: [third],
  })
})

test('a subtitle breaks within no short part, and has no empty one', () => {
  expect(subtitle(['Nov 28 – 30, 2026', '', 'Pier 7', null])).toBe(
    'Nov\u00A028\u00A0–\u00A030,\u00A02026 · Pier\u00A07',
  )
  expect(subtitle(['The Harbour of Puerto Aventuras'])).toBe('The Harbour of Puerto Aventuras')
})
