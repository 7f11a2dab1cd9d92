import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import {
  axe,
  axeColors,
  axeWithoutColors,
  brokenTexts,
  clippedTexts,
  expectClean,
  expectNoSidewaysScroll,
  layoutShift,
  type PageOptions,
  type Site,
  serveSite,
  visit,
} from '../support/browser.ts'
import {
  addBoat,
  addCatch,
  addEntry,
  addFunding,
  addNotification,
  addRole,
  addTournament,
  addUpdate,
  addUser,
} from '../support/factories.ts'
import { addRows } from '../support/rows.ts'

/** Its text is among the widest: "UTC" ends a line that local time leaves. */
const now = new Date().setUTCHours(23, 56, 0, 0)

/** Upcoming, live and past. */
const starts = [5 * day, -day / 2, -40 * day]

/** A site on which every list has so many items. */
async function fillSite(site: Site, count: number) {
  const { db } = site
  site.setNow(now)
  const member = await site.addMember()
  const organiser_id = member.userId
  await addRole(db, organiser_id)
  const each = Array.from({ length: count }, (_, index) => index)
  const live = await addTournament(db, {
    organiser_id,
    name: 'Gulf Stream Marlin Classic',
    description: 'Four days of blue water. Heaviest marlin takes the cup.',
    location: 'Pier 7, Port Haven',
    prize_pool_cents: 5_000_000,
  })
  for (const n of each) {
    const starts_at = now + (starts[n % starts.length] ?? 0) + n * 60_000
    await addTournament(db, { organiser_id, name: `Cup ${n}`, starts_at, ends_at: starts_at + day })
    const entry = await addEntry(
      db,
      {
        tournament_id: live,
        current_position: n + 1,
        best_catch: JSON.stringify({ weight: 412.5 - n, species: 'Yellowfin Tuna' }),
      },
      { name: `Saltwater Ledger ${n}`, ...(n % 2 === 0 && { owner_id: organiser_id }) },
    )
    const catchId = await addCatch(db, {
      entry_id: entry,
      weight_hundredths: 41_250 - 100 * n,
      species: 'Yellowfin Tuna',
    })
    if (n === 1) await site.ask(member, 'PATCH', `/api/catches/${catchId}`, { weight: 411.25 })
    if (n === 2) await site.ask(member, 'PATCH', `/api/tournament-entries/${entry}`, { currentPosition: 3 })
    await addUpdate(db, { entry_id: entry, content: 'Hooked up again! Something heavy, staying deep.' })
    await addFunding(db, { entry_id: entry, backer_id: organiser_id, amount_cents: 2500 })
    const user_id = await addUser(db, {
      email: `harbour-office-${n}@port-haven.example`,
      metadata: n % 2 === 0 ? '{"first_name":"Bartholomew","last_name":"Roberts"}' : '{}',
    })
    const content = 'The club’s spring cup.\nPier 7, Port Haven, 4 to 6 May.'
    const id = newId<'organiser-request'>()
    await addRows(db, 'organiser_requests', { id, user_id, content, created_at: now })
  }
  const boat = await addBoat(db, { name: 'Reel Deal', owner_id: organiser_id })
  const funded = await addEntry(db, {
    boat_id: boat,
    tournament_id: await addTournament(db, { organiser_id, name: 'Harbour Tuna Rodeo' }),
  })
  const over = await addTournament(db, {
    organiser_id,
    name: 'Spring Sailfish Open',
    starts_at: now - 9 * day,
    ends_at: now - 8 * day,
  })
  const settled = await addEntry(db, { tournament_id: over, boat_id: boat, current_position: 1 })
  for (const n of each.slice(0, limits.notifications))
    await addNotification(
      db,
      organiser_id,
      { text: 'Weighed in 412.5 lbs Yellowfin Tuna, now 2nd in Gulf Stream Marlin Classic' },
      { read_at: n % 2 === 0 ? now : null },
    )
  for (const n of each)
    for (const entry_id of [funded, settled])
      await addFunding(db, { entry_id, amount_cents: 1000 + n, message: n % 2 === 0 ? 'Tight lines!' : null })
  const receipt = await addFunding(db, { entry_id: settled, backer_id: organiser_id, amount_cents: 6410 })
  const winnings = [{ entryId: settled, amount: 18_000 }]
  await site.ask(member, 'POST', `/api/tournaments/${over}/results`, { winnings })
  return { member, live, over, boat, funded, settled, receipt }
}

type Scene = Awaited<ReturnType<typeof fillSite>>
type Screen = readonly [path: string, who: 'member' | 'visitor']

const lists: readonly Screen[] = [
  ['/', 'visitor'],
  ['/', 'member'],
  ['/tournaments/all', 'visitor'],
  ['/kiosk', 'visitor'],
  ['/boats', 'member'],
  ['/notices', 'member'],
  ['/my-funding', 'member'],
  ['/my-tournaments', 'member'],
  ['/tournament/:live', 'visitor'],
  ['/tournament/:live', 'member'],
  ['/kiosk/:live', 'visitor'],
  ['/tournament/:live/race', 'visitor'],
  ...['entries', 'weigh-in', 'updates', 'fundings'].map(
    (section): Screen => [`/tournament/:live/manage?section=${section}`, 'member'],
  ),
  ['/tournament/:over/manage?section=results', 'member'],
  ['/admin?section=people', 'member'],
  ['/admin?section=requests', 'member'],
  ['/tournament/:live/boats?from=qr', 'visitor'],
  ['/funding/:funded', 'member'],
  ['/entry/:funded/backers', 'member'],
  ['/statement/:settled', 'member'],
]

/** Without a list that {@link fillSite} fills. */
const others: readonly Screen[] = [
  ...['/login', '/login?mode=signup', '/recover', '/privacy', '/support', '/none'].map(
    (path): Screen => [path, 'visitor'],
  ),
  ...['/account', '/account/notifications', '/add-boat', '/create-tournament'].map(
    (path): Screen => [path, 'member'],
  ),
  ...['checklist', 'settings', 'results', 'staff'].map(
    (section): Screen => [`/tournament/:live/manage?section=${section}`, 'member'],
  ),
  ['/boat/:boat', 'visitor'],
  ['/tournament/:over/recap', 'member'],
  ...[
    'set-up',
    'checklist',
    'tournaments',
    'reports',
    'jobs',
    'payments',
    'storage',
    'legal',
    'audit',
    'settings',
  ].map((section): Screen => [`/admin?section=${section}`, 'member']),
  ['/tournament/:live/board', 'member'],
  ['/boat/:boat/poster', 'member'],
  ['/crew-videos', 'visitor'],
  ...['queue', 'posts', 'live', 'settings'].map((view): Screen => [`/crew/${view}`, 'member']),
  ['/funding/:funded', 'visitor'],
  ['/funding/:funded/return', 'member'],
  ['/my-funding/:receipt', 'member'],
]

const widths = [320, 390, 768, 1280, 1920] as const

interface Look {
  width: (typeof widths)[number]
  theme: NonNullable<PageOptions['theme']>
}

/** axe is slow: a count takes two of the ten, the second for its colours only; 300 items have the colours of 3. */
const looks: Record<number, readonly [Look, Look?]> = {
  0: [
    { width: 320, theme: 'light' },
    { width: 1280, theme: 'dark' },
  ],
  3: [
    { width: 768, theme: 'dark' },
    { width: 390, theme: 'light' },
  ],
  300: [{ width: 1920, theme: 'light' }],
}

for (const [count, [first, second]] of Object.entries(looks))
  describe(`with ${count} items, at 320 to 1920 px, light and dark`, () => {
    const site = serveSite({ keepsPages: true })
    let scene: Scene
    const pages = new Map<string, Page>()
    beforeAll(async () => {
      scene = await fillSite(site, Number(count))
      pages.set('member', await site.open('/', { member: scene.member }))
      pages.set('visitor', await site.open('/'))
    })

    const screens = count === '3' ? [...lists, ...others] : lists
    test.each(screens)('%s, for a %s', async (path, who) => {
      const { member: _, ...ids } = scene
      const address = Object.entries(ids).reduce((text, [name, id]) => text.replace(`:${name}`, id), path)
      const page = pages.get(who)
      if (!page) throw new Error(`no page of a ${who}`)
      await page.setViewportSize({ width: first.width, height: 800 })
      await visit(page, site.url + address)
      await page.getByRole('heading').first().waitFor()
      const { score, moved } = await layoutShift(page)
      expect([score < 0.01, score, moved]).toEqual([true, score, moved])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page)
        expect([width, await brokenTexts(page), await clippedTexts(page)]).toEqual([width, [], []])
        if (width === first.width) {
          await page.emulateMedia({ colorScheme: first.theme })
          await (second ? axe(page) : axeWithoutColors(page))
        } else if (width === second?.width) {
          await page.emulateMedia({ colorScheme: second.theme })
          await axeColors(page)
        }
      }
      expectClean(page, /status of 404 .*\/none\)/)
    })
  })
