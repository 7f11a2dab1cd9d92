import { beforeAll, describe, expect, test } from 'bun:test'
import { day, hour } from '#contract/time.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addRuledTournament, releaseOf, weighInOf } from '../../../tests/support/billfish-tournament.ts'
import { addScene, addSigned, type Signed } from '../../../tests/support/factories.ts'

let site: TestApp
let ana: Signed
let bo: Signed

const fleet = {
  'Reel Deal': {
    fish: [
      releaseOf('Blue Marlin', 10),
      weighInOf('Blue Marlin', 412, 20, { length_hundredths: 11_200, marks: '["gaffed"]' }),
      weighInOf('Tuna', 8, 30),
    ],
    pots: ['level-b'],
  },
  'Lady Luck': { fish: [releaseOf('Sailfish', 15)] },
  'Sea Esta': { fish: [releaseOf('White Marlin', 5), weighInOf('Tuna', 60, 70)], pots: ['level-b'] },
  'Knot Today': {
    fish: [releaseOf('Blue Marlin', 1)],
    entry: { disqualified_at: Date.now(), disqualified_reason: 'Two lines' },
  },
  Skunked: {},
}

beforeAll(async () => {
  site = await makeTestApp()
  ana = await addSigned(site.db)
  bo = await addSigned(site.db)
})

async function read(path: string): Promise<string> {
  const answer = await site.page(path, { cookie: bo.cookie })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

/** The text of a section, in one line. */
function sectionOf(html: string, id: string): string {
  const [, after = ''] = html.split(`<section id="${id}"`)
  const [section = ''] = after.split('</section>')
  return section
    .replace(/<!-- -->/g, '')
    .replace(/ aria-label="([^"]*)"[^>]*>[^<]*/g, '>$1 ')
    .replace(/^[^>]*>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const live = (boats: Parameters<typeof addRuledTournament>[2], values = {}) =>
  addRuledTournament(site.db, { start: Date.now() - 4 * hour, by: ana.id }, boats, values)

describe('the page of a tournament with rules', () => {
  let path: string
  let html: string
  beforeAll(async () => {
    path = `/tournament/${(await live(fleet)).tournament}`
    html = await read(path)
  })

  test('shows the main board: places, ties, scores, and why a fish doesn’t count', () => {
    const board = sectionOf(html, 'leaderboard')
    for (const text of [
      '1st place Reel Deal Captain Ana Reyes 812 points 2 fish',
      'Blue Marlin, 412 lbs, 112 inches, Gaffed 412 points Counts',
      'Blue Marlin, released 400 points Counts',
      'Tuna, 8 lbs Not counted: another species',
      'Tied for 2nd place Lady Luck',
      'Knot Today Disqualified: Two lines No fish counts Blue Marlin, released Not counted: the boat is disqualified',
      'Skunked Captain Ana Reyes No fish yet',
    ])
      expect(board).toContain(text)
    expect(html).toContain('>T2</span>')
  })

  test('has a link for each category, which works without JavaScript', async () => {
    const hrefs = [...html.matchAll(/<a href="([^"]*category=[^"]*)"/g)].map(([, href]) => href)
    expect(hrefs).toEqual(
      ['category=billfish', 'category=heaviest-blue-marlin', 'category=tuna&amp;day=Friday'].map(
        (query, n) => (n === 2 ? `${path}?category=tuna#leaderboard` : `${path}?${query}#leaderboard`),
      ),
    )
    const tuna = sectionOf(await read(`${path}?category=tuna&day=Friday`), 'leaderboard')
    expect(tuna).toContain('1st place Sea Esta Tuna, 60 lbs 60 lbs')
    expect(tuna).toContain('Reel Deal Tuna, 8 lbs No fish counts')
    expect(tuna).toContain('Not counted: under 10 lbs')
    expect(tuna).not.toContain('Lady Luck')
    expect(sectionOf(await read(`${path}?category=tuna&day=Saturday`), 'leaderboard')).toContain(
      'No fish yet: Daily Tuna · Saturday',
    )
  })

  test('shows pots with their boats, and who would win what', () => {
    const pots = sectionOf(html, 'jackpots')
    for (const text of [
      'What each boat would win if it ended now.',
      'Entry All 5 boats $2,250 Overall Billfish, $2,250 1st Reel Deal $1,350.00',
      'Level B 2 boats $2,250 In it: Reel Deal, Sea Esta. Big Blue Heaviest Blue Marlin, $2,250 1st Reel Deal',
    ])
      expect(pots).toContain(text)
    expect(pots).toMatch(/Tied 2nd (Lady Luck|Sea Esta) \$450\.00/)
  })

  test('shows scores beside the boats', () => {
    expect(sectionOf(html, 'boats')).toContain('Tied for 2nd place')
    expect(sectionOf(html, 'boats')).toContain('812 points 2 fish')
  })

  test('contains the data of each query once, and comes whole', () => {
    const keys = [...html.matchAll(/\.push\(\[\[[^\]]*\]/g)].map(String)
    expect(keys.filter(key => /\/(board|rules|awards)\b/.test(key))).toHaveLength(3)
    expect(keys.toSorted()).toEqual([...new Set(keys)].sort())
    expect(html).not.toContain('<template')
  })
})

test('visitors read on the page of the race which fish count, and why others don’t', async () => {
  const path = `/tournament/${(await live(fleet)).tournament}/race`
  const readAsVisitor = async (query = '') => {
    const answer = await site.page(`${path}${query}`)
    expect([query, answer.status]).toEqual([query, 200])
    return answer.text()
  }
  const html = await readAsVisitor()
  const board = sectionOf(html, 'leaderboard')
  for (const text of [
    '1st place Reel Deal Captain Ana Reyes 812 points 2 fish',
    'Blue Marlin, released 400 points Counts',
    'Tuna, 8 lbs Not counted: another species',
    'Not counted: the boat is disqualified',
  ])
    expect(board).toContain(text)
  expect(html).toContain(`href="${path}?category=tuna#leaderboard"`)
  expect(sectionOf(await readAsVisitor('?category=tuna&day=Friday'), 'leaderboard')).toContain(
    'Not counted: under 10 lbs',
  )
  expect((await site.page(path.replace(/\/race$/, ''))).status).toBe(302)
})

test('the chart of the race says that the lead is shared', async () => {
  const twins = { fish: [releaseOf('Sailfish', 10)] }
  const { tournament } = await live({ 'Reel Deal': twins, 'Lady Luck': twins })
  expect(await read(`/tournament/${tournament}/race`)).toMatch(/over time\. [\w ]+ is tied for the lead\./)
})

test('before the start there are jackpots with their terms, and no board', async () => {
  const start = Date.now() + day
  const { tournament } = await addRuledTournament(
    site.db,
    { start, by: ana.id },
    { 'Reel Deal': { pots: ['level-b'] } },
  )
  const html = await read(`/tournament/${tournament}`)
  expect(html).not.toContain('id="leaderboard"')
  expect(sectionOf(html, 'jackpots')).toContain('Entry: $500 a boat, of which 90% is paid out.')
})

test('an award without a winner reads “Not won”', async () => {
  const { tournament } = await live({ A: { pots: ['level-b'] } })
  expect(sectionOf(await read(`/tournament/${tournament}`), 'jackpots')).toContain('Not won $1,250.00')
})

test('60 boats with their fish stay a small page; more come on demand', async () => {
  const fish = (n: number) => [
    releaseOf('Blue Marlin', n),
    releaseOf('Sailfish', n + 60),
    weighInOf('Tuna', 20 + n, n),
    weighInOf('Wahoo', 20 + n, n),
  ]
  const boats = Array.from({ length: 60 }, (_, n) => [`Boat ${n}`, { fish: fish(n) }] as const)
  const html = await read(`/tournament/${(await live(Object.fromEntries(boats))).tournament}`)
  const plain = await addRuledTournament(
    site.db,
    { start: Date.now() - 4 * hour, by: ana.id, rules: null },
    Object.fromEntries(boats.map(([name, { fish }]) => [name, { fish: fish.slice(2) }])),
  )
  const without = await read(`/tournament/${plain.tournament}`)
  expect(without).not.toContain('id="leaderboard"')
  expect(html.length - without.length).toBeLessThan(20_000)
  expect(html.match(/data-row/g)).toHaveLength(10)
  expect(sectionOf(html, 'leaderboard')).toContain('Show more places')
})

test('without rules there is no board, and nothing more is read', async () => {
  const { tournament } = await addScene(site.db)
  const html = await read(`/tournament/${tournament}`)
  for (const text of ['id="leaderboard"', 'id="jackpots"', '/board?', '/awards', '/rules"'])
    expect(html).not.toContain(text)
})

test('embed, kiosk and home name scores and ties', async () => {
  const { tournament } = await live(fleet, { name: 'Scored Cup' })
  for (const path of [`/embed/${tournament}`, `/kiosk/${tournament}`, '/tournaments']) {
    const html = await read(path)
    for (const text of ['812 points', 'T2']) expect([path, html.includes(text)]).toEqual([path, true])
  }
  expect(await read(`/kiosk/${tournament}`)).toMatch(/<h2[^>]*>Billfish</)
})
