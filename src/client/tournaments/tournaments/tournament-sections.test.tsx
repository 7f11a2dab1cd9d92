import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { NowProvider } from '#client/lib/now.tsx'
import type { PagedList } from '#client/lib/query.tsx'
import { day } from '#contract/time.ts'
import type { TournamentCard } from '#contract/tournaments/tournaments.ts'
import { makeCard } from '../../../../tests/support/tournament-answers.ts'
import { LoadedSections, TournamentSectionsSkeleton } from './tournament-sections.tsx'

const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, text]) => text)
const titles = ['Active Tournaments', 'Upcoming Tournaments', 'Past Tournaments']

const card = (id: string, start: number, end: number) =>
  makeCard(id, { startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() })

const pages = (items: TournamentCard[] = [], hasMore = false): PagedList<TournamentCard> => ({
  items,
  hasMore,
  more: 'idle',
  loadMore: async () => hasMore,
})

const render = (now: number, lists: Partial<Parameters<typeof LoadedSections>[0]['lists']>) =>
  renderToStaticMarkup(
    <NowProvider now={now}>
      <LoadedSections lists={{ upcoming: pages(), active: pages(), past: pages(), ...lists }} />
    </NowProvider>,
  )

/** Names of the cards, by section. */
const namesOf = (html: string) =>
  html
    .split('<section')
    .map(part => [...part.matchAll(/<h3[^>]*>([^<]+)</g)].map(([, name]) => name))
    .slice(1)

test('a winner is named once results by rules are confirmed; until then who leads', () => {
  const now = 10 * day
  const leader = { name: 'Knot Today', position: 1, bestCatch: null }
  const past = { ...card('Cup', day, 2 * day), status: 'completed' as const, leader }
  expect(render(now, { past: pages([past]) })).toMatch(/Won by <\/\w+>Knot Today/)
  const provisional = render(now, { past: pages([{ ...past, provisional: true as const }]) })
  expect(provisional).toContain('Provisional: Knot Today leads')
  expect(provisional).not.toContain('Won by')
})

test('a shared first place says so, on cards and rows', () => {
  const score = { value: '400.00', unit: 'points', fish: 1, tied: true } as const
  const leader = { name: 'Knot Today', position: 1, bestCatch: null, score }
  const on = { ...card('Cup', 0, 3 * day), boats: 2, leader }
  expect(render(day, { active: pages([on]) })).toContain('Tied for the lead')
  const past = { ...on, status: 'completed' as const }
  expect(render(9 * day, { past: pages([past]) })).toMatch(/Won by <\/\w+>Knot Today \(tied\)/)
  const provisional = render(9 * day, { past: pages([{ ...past, provisional: true as const }]) })
  expect(provisional).toContain('Provisional: Knot Today is tied for the lead')
})

test('a past tournament whose days have their own boards says whose day its winner won', () => {
  const score = { value: '300.00', unit: 'lbs', fish: 1, day: 'Day 2' } as const
  const leader = { name: 'Knot Today', position: 1, bestCatch: null, score }
  const past = { ...card('Cup', 0, 3 * day), status: 'completed' as const, leader }
  expect(render(9 * day, { past: pages([past]) })).toContain('300 lbs, Day 2')
})

test('each section has a skeleton under its own heading', () => {
  const html = renderToStaticMarkup(<TournamentSectionsSkeleton />)
  expect(headings(html)).toEqual(titles)
  expect(html.split('role="status"')).toHaveLength(4)
})

test('each section says that it is empty in its own words', () => {
  const html = render(0, {})
  expect(headings(html)).toEqual(titles)
  for (const text of [
    'No upcoming tournaments at the moment.',
    'No active tournaments at the moment.',
    'No past tournaments at the moment.',
  ])
    expect(html).toContain(text)
  expect(html.split('Check back soon for new fishing tournaments!')).toHaveLength(4)
})

test('a tournament changes its section with the clock, and appears once', () => {
  const lists = {
    upcoming: pages([card('soon', day, 2 * day)]),
    active: pages([card('on', 0, day), card('soon', day, 2 * day)]),
  }
  expect(namesOf(render(day - 1, lists))).toEqual([['on'], ['soon'], []])
  expect(namesOf(render(day, lists))).toEqual([['soon'], [], ['on']])
  expect(namesOf(render(2 * day, lists))).toEqual([[], [], ['soon', 'on']])
})

test('a section with a further page links to the rest, for browsers without JavaScript', () => {
  const html = render(3 * day, { past: pages([card('old', 0, day)], true) })
  expect(html).toMatch(/<a href="\/tournaments\/all\?status=completed"[^>]*>Show more past tournaments</)
  expect(html).not.toContain('Show more upcoming')
})

test('a past tournament is a row with its winner, or says that it was cancelled', () => {
  const leader = { name: 'Reel Deal', position: 1, bestCatch: '{"weight":412.5,"species":"Wahoo"}' }
  const html = render(3 * day, {
    past: pages([
      { ...card('old', 0, day), leader },
      { ...card('off', 0, day), status: 'cancelled' },
      card('none', 0, day),
    ]),
  })
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain(
    'old Jan 1–2, 1970 Won by Reel Deal 412.5 lbs off Jan 1–2, 1970 Cancelled none Jan 1–2, 1970 No catch',
  )
  expect(html).not.toContain('View Tournament')
})
