import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { NowProvider } from '#client/lib/now.tsx'
import { fundedPercent } from '#contract/money.ts'
import { day } from '#contract/time.ts'
import type { TournamentCard } from '#contract/tournaments/tournaments.ts'
import { makeCard } from '../../../../tests/support/tournament-answers.ts'
import { samples, showcaseOf } from './showcase.ts'
import { Showcase } from './showcase-cards.tsx'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const iso = (offset: number) => new Date(now + offset).toISOString()

const card = (id: string, start: number, end: number, more: Partial<TournamentCard> = {}) =>
  makeCard(id, {
    startDate: iso(start),
    endDate: iso(end),
    status: start > 0 ? 'upcoming' : end > 0 ? 'active' : 'completed',
    fundingOpen: end > 0,
    ...more,
  })

describe('showcaseOf', () => {
  test('nothing when all is over, too far ahead or cancelled', () => {
    expect(
      showcaseOf(
        [
          card('past', -9 * day, -day),
          card('far', 31 * day, 32 * day),
          card('off', -day, day, { status: 'cancelled' }),
        ],
        now,
      ),
    ).toEqual([])
  })
  test('at most three: what is on first, then what starts next', () => {
    const all = [
      card('later', 9 * day, 10 * day),
      card('on', -day, day),
      card('soon', day, 2 * day),
      card('next', 3 * day, 4 * day),
    ]
    expect(showcaseOf(all, now).map(item => item.id)).toEqual(['on', 'soon', 'next'])
  })
  test('says who leads, and comes back after signing in', () => {
    const [item] = showcaseOf(
      [
        card('a/b', -day, day, {
          boats: 2,
          backers: 7,
          leader: { name: 'Reel Deal', position: 1, bestCatch: '{"weight":412.5}' },
        }),
      ],
      now,
    )
    expect(item).toMatchObject({
      description: 'Join this exciting fishing tournament',
      backers: 7,
      note: '1st: Reel Deal, 412.5 lbs',
      href: '/login?next=%2Ftournament%2Fa%252Fb',
    })
  })
})

describe('a card of the landing page', () => {
  const money = { boats: 1, raised: '100.00', goal: '1000.00' }
  const textOf = (more: Partial<TournamentCard>) =>
    renderToStaticMarkup(
      <NowProvider now={now}>
        <Showcase cards={[card('Cup', -day, day, { ...money, ...more })]} />
      </NowProvider>,
    ).replaceAll(/<[^>]+>/g, ' ')

  test('asks to fund a boat, and says until when', () => {
    expect(textOf({})).toContain('Fund This Boat')
    expect(textOf({})).not.toContain('Funding closes')
    const closesAt = iso(2 * 60 * 60_000)
    const closing = textOf({ fundingClosesAt: closesAt, closesAt })
    expect(closing).toContain('Funding closes in 2 hours')
    expect(closing).toContain('Fund This Boat')
  })
  test('leads to the tournament once funding is closed', () => {
    const closesAt = iso(-day)
    const closed = textOf({ fundingClosesAt: closesAt, closesAt, fundingOpen: false })
    expect(closed).toContain('Funding is closed')
    expect(closed).toContain('View Tournament')
    expect(closed).not.toContain('Fund This Boat')
  })
  test('leads to the tournament while there is no boat, or no organiser to take money', () => {
    expect(textOf({ boats: 0, raised: '0.00', goal: '0.00' })).toContain('View Tournament')
    expect(textOf({ fundingOpen: false, withoutOrganiser: true })).toContain('View Tournament')
  })
})

test('the samples: goals of $10,000 and $15,000; 73, 100 and 45 percent of them', () => {
  const shares = samples.map(({ funding }) => [
    funding?.goal,
    fundedPercent(funding?.raised ?? '', funding?.goal ?? ''),
    (Number(funding?.raised) * 100) / Number(funding?.goal),
  ])
  expect(shares).toEqual([
    ['10000.00', 73, 73],
    ['15000.00', 100, 100],
    ['10000.00', 45, 45],
  ])
})
