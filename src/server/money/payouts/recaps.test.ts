import { expect, test } from 'bun:test'
import type { OwnResult, Recap } from '#contract/money/recap.ts'
import { day, hour, minute } from '#contract/time.ts'
import { addCatch, addFunding, addSigned, pastDates } from '../../../../tests/support/factories.ts'
import { follow, kindsTo, notificationsOf } from '../../../../tests/support/notifications.ts'
import { addPost } from '../../../../tests/support/posts.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { award, category, noon, one, pot } from '../../../../tests/support/scoring.ts'
import { placeEntry } from '../../../../tests/support/states.ts'

const rules = {
  categories: [category({ ...one, ties: ['first-caught'] })],
  pots: [pot({ added: '1000.00' })],
  awards: [award()],
  protests: { minutes: 60 },
}

test('is there once results are confirmed, from what everyone can read; one’s own figures are one’s own', async () => {
  const scene = await makeScene(pastDates())
  const { db, page, tournament, entry, bo, boat, captain, confirm, stranger } = scene
  await addFunding(db, { entry_id: entry, backer_id: bo.id, amount_cents: 7500 })
  await addFunding(db, { entry_id: entry, amount_cents: 2500 })
  await addCatch(db, { entry_id: entry, weight_hundredths: 41_250 })
  await addCatch(db, { entry_id: entry, weight_hundredths: 9000 })
  await placeEntry(db, entry, 1, 412.5)
  const { starts_at: starts } = pastDates()
  await addPost(db, {
    author_id: captain.id,
    boat_id: boat,
    published_at: starts + hour,
    caption: 'Hooked up',
  })
  const read = async (): Promise<Recap> => (await page(`/api/tournaments/${tournament}/recap`)).json()
  const own = async (cookie: string): Promise<OwnResult> =>
    (await page(`/api/tournaments/${tournament}/results/mine`, { cookie })).json()

  expect(await read()).toMatchObject({ officialAt: null, podium: [], biggestFish: null, shared: '0.00' })
  expect(await own(bo.cookie)).toEqual({ funded: '0.00', won: '0.00' })
  expect((await confirm(1000)).status).toBe(201)
  const recap = await read()
  expect(recap).toMatchObject({
    podium: [{ id: entry, currentPosition: 1, won: '1000.00' }],
    biggestFish: { boat: { id: boat }, weight: 412.5, species: 'Blue Marlin' },
    clip: { caption: 'Hooked up' },
    won: '1000.00',
    shared: '400.00',
    boats: 1,
    catches: 2,
    backers: 2,
  })
  expect(recap.officialAt).not.toBeNull()
  expect(JSON.stringify(recap)).not.toContain(bo.id)
  // The links of the clip are signed for a time.
  const midnight = Math.ceil(Date.now() / day) * day
  scene.setNow(midnight)
  const etag = (await page(`/api/tournaments/${tournament}/recap`)).headers.get('etag') ?? ''
  scene.setNow(midnight + 9 * minute)
  const headers = { 'if-none-match': etag }
  expect((await page(`/api/tournaments/${tournament}/recap`, { headers })).status).toBe(304)
  expect(await own(bo.cookie)).toEqual({ funded: '75.00', won: '300.00' })
  expect(await own(stranger.cookie)).toEqual({ funded: '0.00', won: '0.00' })
  expect((await page(`/api/tournaments/${tournament}/results/mine`)).status).toBe(401)
  expect((await page(`/api/tournaments/${crypto.randomUUID()}/recap`)).status).toBe(404)
})

test('without rules tells followers, backers and captains once, also by the mail of those who want one', async () => {
  const scene = await makeScene(pastDates())
  const { db, page, tournament, entry, bo, captain, confirm, stranger, organiser, runJobs } = scene
  await addFunding(db, { entry_id: entry, backer_id: bo.id })
  await follow(scene.testApp, stranger, `tournaments/${tournament}`)
  const [fan, quiet] = [await addSigned(db), await addSigned(db)]
  for (const [person, channel] of [
    [fan, 'mail'],
    [quiet, 'none'],
  ] as const) {
    await follow(scene.testApp, person, `tournaments/${tournament}`)
    const own = { channels: { results_official: channel }, quietFrom: null, quietTo: null }
    const json = { ...own, timeZone: 'UTC', digest: false }
    const set = { method: 'PUT', json, cookie: person.cookie }
    expect((await page('/api/notice-settings', set)).status).toBe(200)
  }
  await confirm(0)
  const recaps = async (person: typeof bo) =>
    (await notificationsOf(scene.testApp, person.id)).filter(
      ({ path }) => path === `/tournament/${tournament}/recap`,
    )
  for (const person of [bo, captain, stranger, fan, quiet]) {
    const [notification, ...more] = await recaps(person)
    expect([notification?.kind, more]).toEqual(['results_official', []])
    expect(notification?.text).toContain(': the recap')
  }
  expect(await recaps(organiser)).toEqual([])
  const response = await page(`/api/tournaments/${tournament}/results/rounds/preview`, {
    json: { winnings: [{ entryId: entry, amount: 500 }] },
    cookie: organiser.cookie,
  })
  const { preview } = (await response.json()) as { preview: string }
  const round = { winnings: [{ entryId: entry, amount: 500 }], preview, reason: 'Recounted' }
  const answer = await page(`/api/tournaments/${tournament}/results/rounds`, {
    json: round,
    cookie: organiser.cookie,
  })
  expect(answer.status).toBe(201)
  const recap: Recap = await (await page(`/api/tournaments/${tournament}/recap`)).json()
  expect(recap.laterRounds.map(({ reason }) => reason)).toEqual(['Recounted'])
  const html = await (await page(`/tournament/${tournament}/recap`)).text()
  expect(html).toMatch(/Results changed .*: <!-- -->Recounted|Results changed .*: Recounted/)
  expect(html).not.toContain(`/tournament/${tournament}/protests`)
  scene.wait(hour)
  await runJobs()
  for (const person of [bo, captain, stranger, fan]) expect(await recaps(person)).toHaveLength(1)
  const mails = scene.mails.filter(({ text }) => text.includes(`/tournament/${tournament}/recap`))
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [`${fan.id}@example.com`, expect.stringContaining(': the recap')],
  ])
})

test('with rules names the biggest fish that counts, as the boards do', async () => {
  const tuna = { ...category({ ...one, ties: ['first-caught'] }), species: ['Tuna'] }
  const [linesIn, linesOut] = [noon - hour, noon + hour].map(time => new Date(time).toISOString())
  const days = [{ name: 'Friday', linesIn, linesOut, scaleOpens: null, scaleCloses: null }]
  const { weigh, call, page, path, setNow, board } = await makeRuledTournament(
    { ...rules, days, species: [{ name: 'Tuna' }], categories: [tuna] },
    ['Reel Deal', 'Knot Today'],
  )
  await weigh('Reel Deal', { weight: 40 })
  await weigh('Knot Today', { weight: 90, caughtAt: noon + 2 * hour })
  await weigh('Knot Today', { species: 'Shark', weight: 500 })
  const { rows } = await board()
  expect(rows.flatMap(({ fish }) => fish.map(({ why }) => why))).toEqual([null, 'species', 'lines'])
  setNow(noon + 7 * day + 2 * hour)
  await call(`${path}/results`, 'POST', {})
  const recap: Recap = await (await page(`${path}/recap`)).json()
  expect(recap.biggestFish).toMatchObject({ weight: 40, species: 'Tuna', boat: { name: 'Reel Deal' } })
  expect(recap.catches).toBe(3)
})

test('with rules waits until no award is held, and later rounds make no other', async () => {
  const scene = await makeRuledTournament(rules, ['Reel Deal', 'Knot Today'])
  const { db, call, captainOf, entryId, organiser, page, path, setNow, weigh } = scene
  const fan = await addSigned(db)
  await follow(scene, fan, `tournaments/${path.split('/').at(-1)}`)
  await weigh('Reel Deal', { weight: 40 })
  const catchId = await weigh('Knot Today', { weight: 30 })
  const protest = { text: 'Lines out', entryId: entryId('Reel Deal') }
  const { id } = await call<{ id: string }>(`${path}/protests`, 'POST', protest, captainOf('Knot Today'))
  setNow(noon + 7 * day + 2 * hour)
  await call(`${path}/results`, 'POST', {})
  const officialAt = async () => ((await (await page(`${path}/recap`)).json()) as Recap).officialAt
  const recaps = async () => (await kindsTo(scene, fan.id)).filter(kind => kind === 'results_official').length
  expect([await officialAt(), await recaps()]).toEqual([null, 0])

  await call(`/api/protests/${id}/decision`, 'POST', {
    outcome: 'denied',
    text: 'Lines were in',
    effects: [],
  })
  const settle = async (reason: string) => {
    const { preview } = await call<{ preview: string }>(`${path}/results/rounds/preview`, 'POST', {})
    await call(`${path}/results/rounds`, 'POST', { reason, preview })
  }
  await settle('The protest was denied')
  const first = await officialAt()
  expect(first).not.toBeNull()
  const notifications = (await notificationsOf(scene, fan.id)).filter(
    ({ kind }) => kind === 'results_official',
  )
  expect(notifications.map(each => each.path)).toEqual([
    `${path.replace('/api/tournaments', '/tournament')}/recap`,
  ])

  setNow(noon + 8 * day)
  const change = { method: 'PATCH', json: { weight: 50, reason: 'Digits swapped' }, cookie: organiser.cookie }
  expect((await page(`/api/catches/${catchId}`, change)).status).toBe(200)
  const recap: Recap = await (await page(`${path}/recap`)).json()
  expect([recap.state, recap.officialAt]).toEqual(['under-review', first])
  await settle('A weight was corrected')
  expect(await officialAt()).toBe(first)
  const paths = (await notificationsOf(scene, fan.id)).filter(({ path: to }) => to.endsWith('/recap'))
  expect(paths).toHaveLength(1)

  const address = path.replace('/api/tournaments', '/tournament')
  const html = await (await page(`${address}/recap`)).text()
  expect(html).toContain(': A weight was corrected')
  for (const part of ['rules', 'protests']) expect(html).toContain(`href="${address}/${part}"`)
})
