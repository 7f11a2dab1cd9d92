import { describe, expect, test } from 'bun:test'
import type { Issue } from '#contract/errors.ts'
import { textRules, fieldTexts as texts } from '#contract/field-texts.ts'
import { imageTexts } from '#contract/images.ts'
import { fundingTexts } from '#contract/money/funding-texts.ts'
import { makeTestApp, type TestApp } from './support/app.ts'
import { addBoat, addScene } from './support/factories.ts'

/** Images: pictures.test.ts. */

const tournament = {
  name: 'White Marlin Open',
  startDate: '2026-06-01T12:00:00Z',
  endDate: '2026-06-03T12:00:00Z',
}

async function readRows({ db }: TestApp) {
  const tables = ['tournaments', 'boats', 'entries', 'catches', 'updates', 'images'] as const
  const rows = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]))
}

async function world() {
  const testApp = await makeTestApp()
  const scene = await addScene(testApp.db)
  const boatId = await addBoat(testApp.db, { owner_id: scene.captain.id })
  return { testApp, ...scene, boatId }
}

type World = Awaited<ReturnType<typeof world>>

interface Call {
  /** Below `/api`. */
  path(world: World): string
  method?: 'PATCH'
  cookie(world: World): string
  good(world: World): Record<string, unknown>
}

const calls = {
  'a new tournament': {
    path: () => '/tournaments',
    cookie: ({ stranger }) => stranger.cookie,
    good: () => tournament,
  },
  'a changed tournament': {
    path: ({ tournament: id }) => `/tournaments/${id}`,
    method: 'PATCH',
    cookie: ({ organiser }) => organiser.cookie,
    good: () => tournament,
  },
  'a new boat': {
    path: () => '/boats',
    cookie: ({ stranger }) => stranger.cookie,
    good: () => ({ name: 'Reel Deal', captainName: 'Ana Reyes' }),
  },
  'a changed boat': {
    path: ({ boat }) => `/boats/${boat}`,
    method: 'PATCH',
    cookie: ({ captain }) => captain.cookie,
    good: () => ({ name: 'Reel Deal', captainName: 'Ana Reyes' }),
  },
  'a new entry': {
    path: ({ tournament: id }) => `/tournaments/${id}/entries`,
    cookie: ({ captain }) => captain.cookie,
    good: ({ boatId }) => ({ boatId, fundingGoal: '10000', payoutPercentage: 40 }),
  },
  'a changed entry': {
    path: ({ entry }) => `/tournament-entries/${entry}`,
    method: 'PATCH',
    cookie: ({ captain }) => captain.cookie,
    good: () => ({ fundingGoal: '10000', payoutPercentage: 40 }),
  },
  'a weigh-in': {
    path: ({ entry }) => `/tournament-entries/${entry}/catches`,
    cookie: ({ organiser }) => organiser.cookie,
    good: () => ({ weight: 412.5, species: 'Blue Marlin' }),
  },
  'an update': {
    path: () => '/tournament-updates',
    cookie: ({ captain }) => captain.cookie,
    good: ({ entry }) => ({ tournamentEntryId: entry, content: 'Lines in.' }),
  },
} satisfies Record<string, Call>

const bad: Record<keyof typeof calls, [field: string, value: unknown, message: string][]> = {
  'a new tournament': [],
  'a changed tournament': [],
  'a new boat': [],
  'a changed boat': [],
  'a new entry': [],
  'a changed entry': [],
  'a weigh-in': [
    ['weight', 0, texts.weightInvalid],
    ['weight', '4,5', texts.weightInvalid],
    ['species', 'Mar\u202elin', texts.invisible],
    ['species', ' ', textRules.species.required],
    ['species', 'Blue Marlin 🐟', texts.emoji],
    ['caughtAt', '9999-12-31T00:00:00Z', texts.dateOutOfRange],
  ],
  'an update': [
    ['content', '\u200b', textRules.update.required],
    ['content', 'Lines\u202e in.', texts.invisible],
    ['content', 'x'.repeat(textRules.update.max + 1), textRules.update.tooLong],
    ['location', 'x'.repeat(textRules.location.max + 1), textRules.location.tooLong],
    ['tournamentEntryId', ' ', texts.entryRequired],
  ],
}
for (const call of ['a new tournament', 'a changed tournament'] as const)
  bad[call].push(
    ['name', '   ', textRules.tournamentName.required],
    ['name', 'Open\u202egnp.exe', texts.invisible],
    ['name', '<img src=x onerror=alert(1)> Open', texts.markup],
    ['name', '\u200fOpen', texts.invisible],
    ['name', 'Open 🎣', texts.emoji],
    ['location', 'Ocean City 🌊', texts.emoji],
    ['description', 'x'.repeat(10_000), textRules.description.tooLong],
    ['endDate', '2026-05-31T12:00:00Z', texts.endBeforeStart],
    ['endDate', tournament.startDate, texts.endBeforeStart],
    ['startDate', '1970-01-01T00:00:00Z', texts.dateOutOfRange],
    ['endDate', '9999-12-31T00:00:00Z', texts.dateOutOfRange],
    ['prizePool', '-1', texts.amountInvalid],
  )
for (const call of ['a new boat', 'a changed boat'] as const)
  bad[call].push(
    ['name', '', textRules.boatName.required],
    ['name', 'Reel\u202eDeal', texts.invisible],
    ['name', '<b>Reel</b> Deal', texts.markup],
    ['name', 'Reel Deal ⚓', texts.emoji],
    ['captainName', 'Ana</script>', texts.markup],
    ['captainName', '🏴‍☠️ Ana', texts.emoji],
    ['captainName', 'x'.repeat(256), textRules.captainName.tooLong],
    ['description', 'x'.repeat(10_000), textRules.description.tooLong],
  )
for (const call of ['a new entry', 'a changed entry'] as const)
  bad[call].push(
    ['fundingGoal', 0, texts.goalTooSmall],
    ['fundingGoal', '0.00', texts.goalTooSmall],
    ['payoutPercentage', 0, texts.shareInvalid],
    ['payoutPercentage', 101, texts.shareInvalid],
  )

const send = (world: World, { path, method, cookie }: Call, json: unknown) =>
  world.testApp.page(`/api${path(world)}`, { json, cookie: cookie(world), ...(method && { method }) })

for (const [what, call] of Object.entries(calls) as [keyof typeof calls, Call][])
  describe(what, () => {
    for (const [field, value, message] of bad[what])
      test(`400 for ${field} ${JSON.stringify(value).slice(0, 40)}; the server stores nothing`, async () => {
        const here = await world()
        const before = await readRows(here.testApp)
        const response = await send(here, call, { ...call.good(here), [field]: value })
        expect(response.status).toBe(400)
        const { issues }: { issues: Issue[] } = await response.json()
        expect(issues).toEqual([{ path: field, message }])
        expect(await readRows(here.testApp)).toEqual(before)
      })

    test('2xx for the same body without the bad field', async () => {
      const here = await world()
      expect((await send(here, call, call.good(here))).ok).toBe(true)
    })
  })

describe('400 names every bad field at once, including fields that only the stored row can refuse', () => {
  const cases: [
    what: string,
    method: 'POST' | 'PATCH',
    path: (world: World) => string,
    who: 'organiser' | 'captain' | 'stranger',
    body: (world: World) => object,
    issues: Issue[],
  ][] = [
    [
      'an end before the start that stays',
      'PATCH',
      ({ tournament: id }) => `/tournaments/${id}`,
      'organiser',
      () => ({ name: ' ', endDate: '2001-01-01T00:00:00Z' }),
      [
        { path: 'name', message: textRules.tournamentName.required },
        { path: 'endDate', message: texts.endBeforeStart },
      ],
    ],
    [
      'a start after the end that stays',
      'PATCH',
      ({ tournament: id }) => `/tournaments/${id}`,
      'organiser',
      () => ({ prizePool: '-1', startDate: '2099-01-01T00:00:00Z' }),
      [
        { path: 'prizePool', message: texts.amountInvalid },
        { path: 'endDate', message: texts.endBeforeStart },
      ],
    ],
    [
      'another person’s picture of a new boat',
      'POST',
      () => '/boats',
      'stranger',
      () => ({ name: '', captainName: 'Ana', imageId: crypto.randomUUID() }),
      [
        { path: 'name', message: textRules.boatName.required },
        { path: 'imageId', message: imageTexts.unknown },
      ],
    ],
    [
      'another person’s picture of a boat',
      'PATCH',
      ({ boat }) => `/boats/${boat}`,
      'captain',
      () => ({ captainName: '', imageId: crypto.randomUUID() }),
      [
        { path: 'captainName', message: textRules.captainName.required },
        { path: 'imageId', message: imageTexts.unknown },
      ],
    ],
    [
      'another person’s picture of an update',
      'POST',
      () => '/tournament-updates',
      'captain',
      ({ entry }) => ({ tournamentEntryId: entry, content: ' ', imageId: crypto.randomUUID() }),
      [
        { path: 'content', message: textRules.update.required },
        { path: 'imageId', message: imageTexts.unknown },
      ],
    ],
    [
      'a catch of another time',
      'POST',
      ({ entry }) => `/tournament-entries/${entry}/catches`,
      'organiser',
      () => ({ weight: 0, species: 'Wahoo', caughtAt: '2001-01-01T00:00:00Z' }),
      [
        { path: 'weight', message: texts.weightInvalid },
        { path: 'caughtAt', message: texts.caughtOutside },
      ],
    ],
    [
      'an amount that the boat cannot take',
      'POST',
      () => '/create-payment-intent',
      'stranger',
      ({ entry }) => ({ amount: 5, tournamentEntryId: entry, message: 'x'.repeat(10_000) }),
      [
        { path: 'message', message: textRules.fundingMessage.tooLong },
        { path: 'amount', message: fundingTexts.amountTooSmall },
      ],
    ],
  ]
  for (const [what, method, path, who, body, issues] of cases)
    test(what, async () => {
      const here = await world()
      const response = await here.testApp.page(`/api${path(here)}`, {
        method,
        json: body(here),
        cookie: here[who].cookie,
      })
      expect(response.status).toBe(400)
      expect((await response.json()).issues).toEqual(issues)
    })

  test('400 for a correction that moves a catch to another time', async () => {
    const here = await world()
    const creation = await here.testApp.page(`/api/tournament-entries/${here.entry}/catches`, {
      json: { weight: 10, species: 'Wahoo' },
      cookie: here.organiser.cookie,
    })
    const { id } = await creation.json()
    const response = await here.testApp.page(`/api/catches/${id}`, {
      method: 'PATCH',
      json: { species: '', caughtAt: '2099-01-01T00:00:00Z' },
      cookie: here.organiser.cookie,
    })
    expect((await response.json()).issues).toEqual([
      { path: 'species', message: textRules.species.required },
      { path: 'caughtAt', message: texts.caughtInFuture },
    ])
  })

  test('400 for bad fields of a missing row names the fields only', async () => {
    const here = await world()
    const { cookie } = here.organiser
    const missingId = crypto.randomUUID()
    for (const [method, path, json] of [
      ['PATCH', `/tournaments/${missingId}`, { name: '', endDate: '2001-01-01T00:00:00Z' }],
      ['POST', `/tournament-entries/${missingId}/catches`, { weight: 0, caughtAt: '2001-01-01T00:00:00Z' }],
      ['PATCH', `/catches/${missingId}`, { weight: 0, caughtAt: '2001-01-01T00:00:00Z' }],
      ['PATCH', '/catches/nope', { weight: 0, caughtAt: 5 }],
    ] as const) {
      const response = await here.testApp.page(`/api${path}`, { method, json, cookie })
      expect([path, response.status]).toEqual([path, 400])
    }
  })
})

describe('ids are opaque', () => {
  const cases: [
    what: string,
    method: 'POST' | 'PUT',
    path: (world: World) => string,
    body: (id: string) => object,
  ][] = [
    [
      'the boat of an entry',
      'POST',
      ({ tournament: id }) => `/tournaments/${id}/entries`,
      id => ({ boatId: id, fundingGoal: 1000, payoutPercentage: 40 }),
    ],
    [
      'the entry of an update',
      'POST',
      () => '/tournament-updates',
      id => ({ tournamentEntryId: id, content: 'Lines in.' }),
    ],
    [
      'the entry of a payment',
      'POST',
      () => '/create-payment-intent',
      id => ({ tournamentEntryId: id, amount: 25 }),
    ],
    [
      'the entry of a funding',
      'POST',
      () => '/funding',
      id => ({ tournamentEntryId: id, amount: '25.00', stripePaymentIntentId: 'pi_mock_1' }),
    ],
    ['the boat one crews', 'PUT', () => '/crew/assignment', id => ({ boatId: id })],
    [
      'the video of a post',
      'POST',
      () => '/crew/posts',
      id => ({ videoId: id, tag: 'Catch', visibility: 'Public' }),
    ],
  ]
  for (const [what, method, path, body] of cases)
    test(`404 for ${what} without a row, whatever the shape of the id`, async () => {
      const here = await world()
      for (const id of ['nope', "' or 1=1 --", '42', crypto.randomUUID()]) {
        const json = body(id)
        const response = await here.testApp.page(`/api${path(here)}`, {
          method,
          json,
          cookie: here.stranger.cookie,
        })
        expect([id, response.status]).toEqual([id, 404])
        expect(await response.json()).toMatchObject({ error: 'not_found' })
      }
    })
})

test('fields other than names accept HTML and emoji as text, which pages escape', async () => {
  const { testApp, stranger } = await world()
  const name = 'Bait < Fish & Co'
  const description = '<img src=x onerror=alert(1)> 🎣'
  const response = await testApp.page('/api/tournaments', {
    json: { ...tournament, name, description },
    cookie: stranger.cookie,
  })
  expect(response.status).toBe(201)
  const { id, ...fields } = await response.json()
  expect(fields).toMatchObject({ name, description })
  for (const path of ['/', `/tournament/${id}`, `/tournament/${id}/manage`, `/kiosk/${id}`]) {
    const html = await (await testApp.page(path, { cookie: stranger.cookie })).text()
    expect([path, html.includes('Bait &lt; Fish &amp; Co')]).toEqual([path, true])
    expect([path, html.includes('<img src=x')]).toEqual([path, false])
  }
  const detail = await testApp.page(`/tournament/${id}`, { cookie: stranger.cookie })
  expect(await detail.text()).toContain('&lt;img src=x onerror=alert(1)&gt; 🎣')
})
