import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GoalRule } from '#contract/goal-rules.ts'
import { type BoatId, type EntryId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword, insertUser } from '#server/features/auth/index.ts'
import { weighIn } from '#server/features/catches/index.ts'
import { getEntry } from '#server/features/entries/index.ts'
import {
  findFundedEntry,
  fundingMailKind,
  fundingMailSubject,
  insertFunding,
  recordPayment,
} from '#server/features/funding/index.ts'
import { scheduleGoalDecisions } from '#server/features/tournaments/index.ts'
import { insertUpdate } from '#server/features/updates/index.ts'
import { type DemoVideo, placeDemoVideos, postDemoVideos } from './demo-videos.ts'

const people = [
  { key: 'organiser', email: 'olive@demo.reelstake.test', first: 'Olive', last: 'Marsh', role: 'organiser' },
  { key: 'captain', email: 'cap@demo.reelstake.test', first: 'Caspar', last: 'Ruiz', role: 'captain' },
  { key: 'second', email: 'dana@demo.reelstake.test', first: 'Dana', last: 'Okafor', role: 'captain' },
  { key: 'backer', email: 'bo@demo.reelstake.test', first: 'Bo', last: 'Lindqvist', role: 'backer' },
  { key: 'crew', email: 'kit@demo.reelstake.test', first: 'Kit', last: 'Moreau', role: 'crew' },
] as const

const boats = [
  {
    name: 'Reel Deal',
    captain: 'Caspar Ruiz',
    owner: 'captain',
    about: 'A 42-foot sportfisher out of Pier 7, three podiums in five seasons.',
  },
  {
    name: 'Knot Today',
    captain: 'Dana Okafor',
    owner: 'second',
    about: 'Family crew, light tackle, heavy luck.',
  },
  {
    name: 'Saltwater Ledger',
    captain: 'Ida Brandt',
    owner: 'captain',
    about: 'Accountants on weekdays. Marlin on weekends.',
  },
  { name: 'Second Mortgage', captain: 'Theo Vance', owner: 'second', about: null },
  {
    name: 'Hook & Ladder',
    captain: 'Rosa Delgado',
    owner: 'second',
    about: 'Off-duty firefighters fishing for the station’s roof.',
  },
] as const

type BoatName = (typeof boats)[number]['name']

interface DemoEntry {
  boat: BoatName
  goal: number
  raised: number
  backers: number
  share: number
  ifGoalMissed?: GoalRule
  told?: readonly { hoursAgo: number; text: string; place?: string }[]
  catch?: { weight: number; species: string }
}

interface DemoTournament {
  name: string
  about: string
  place: string
  /** Days from now. */
  starts: number
  ends: number
  /** Days from now; absent: at the end. */
  closes?: number
  prize: number | null
  entries: readonly DemoEntry[]
}

const tournaments: readonly DemoTournament[] = [
  {
    name: 'Gulf Stream Marlin Classic',
    about: 'Four days of blue water. Heaviest marlin takes the cup.',
    place: 'Pier 7, Port Haven',
    starts: -1.5,
    ends: 2.5,
    prize: 50_000,
    entries: [
      {
        boat: 'Reel Deal',
        goal: 10_000,
        raised: 7_300,
        backers: 28,
        share: 40,
        catch: { weight: 412.5, species: 'Blue Marlin' },
        told: [
          { hoursAgo: 30, text: 'Lines in. Flat sea, birds working to the east.', place: 'Canyon edge' },
          { hoursAgo: 1.5, text: 'Hooked up again! Something heavy, staying deep.', place: 'The Steeples' },
        ],
      },
      {
        boat: 'Knot Today',
        goal: 8_000,
        raised: 8_000,
        backers: 41,
        share: 50,
        catch: { weight: 388, species: 'Blue Marlin' },
      },
      {
        boat: 'Hook & Ladder',
        goal: 6_000,
        raised: 2_150,
        backers: 17,
        share: 60,
        catch: { weight: 121.25, species: 'Wahoo' },
        told: [{ hoursAgo: 4, text: 'Three wahoo before breakfast. Best catch so far on the purple lure.' }],
      },
    ],
  },
  {
    name: 'Harbour Tuna Rodeo',
    about: 'One long day, yellowfin and bigeye, weigh-in until sundown.',
    place: 'Old Ferry Dock',
    starts: -0.3,
    ends: 0.6,
    prize: 12_500,
    entries: [
      {
        boat: 'Saltwater Ledger',
        goal: 5_000,
        raised: 1_940.5,
        backers: 9,
        share: 35,
        told: [{ hoursAgo: 0.6, text: 'Balanced the books, now the spread. First bites at dawn.' }],
      },
      {
        boat: 'Second Mortgage',
        goal: 4_000,
        raised: 3_120,
        backers: 14,
        share: 45,
        catch: { weight: 96.4, species: 'Yellowfin Tuna' },
      },
    ],
  },
  {
    name: 'Lighthouse Invitational',
    about: 'Small fleet, big prize, barbecue on the quay.',
    place: 'Lighthouse Quay',
    starts: 6,
    ends: 8,
    closes: 6,
    prize: 25_000,
    entries: [
      { boat: 'Reel Deal', goal: 15_000, raised: 6_750, backers: 22, share: 40, ifGoalMissed: 'refund' },
      { boat: 'Second Mortgage', goal: 9_000, raised: 450, backers: 3, share: 55, ifGoalMissed: 'prorate' },
    ],
  },
  {
    name: 'Winter Wahoo Shootout',
    about: 'High speed trolling along the drop-off.',
    place: 'Coral Bay Marina',
    starts: 19,
    ends: 21,
    prize: null,
    entries: [{ boat: 'Knot Today', goal: 7_500, raised: 0, backers: 0, share: 50 }],
  },
  {
    name: 'Spring Sailfish Open',
    about: 'Catch and release, points for every flag flown.',
    place: 'Port Haven',
    starts: -64,
    ends: -61,
    prize: 18_000,
    entries: [
      {
        boat: 'Hook & Ladder',
        goal: 6_000,
        raised: 5_400,
        backers: 31,
        share: 50,
        catch: { weight: 74.5, species: 'Sailfish' },
      },
      {
        boat: 'Reel Deal',
        goal: 9_000,
        raised: 9_000,
        backers: 36,
        share: 40,
        catch: { weight: 71, species: 'Sailfish' },
      },
    ],
  },
]

const hour = 3_600_000
const day = 24 * hour
const cents = (dollars: number) => Math.round(dollars * 100)

/** Fills an empty database; idempotent. @returns lines for the banner */
export async function fillDemo({ db, env, now }: Deps): Promise<string[]> {
  const passwordFile = join(env.dataDir, 'db', 'demo-password')
  const someone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!someone) {
    const password = `fish-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`
    const hash = await hashPassword(password)
    const videos = await placeDemoVideos(env.dataDir)
    await inTransaction(db, trx => fill(trx, hash, { videos, isFunded: env.payments === null, now: now() }))
    writeFileSync(passwordFile, password, { mode: 0o600 })
  }
  if (!existsSync(passwordFile)) return ['Demo        the database is not empty: nothing was added']
  const password = readFileSync(passwordFile, 'utf8')
  return [
    `Demo        sign in with the password ${password} as`,
    ...people.map(({ email, role }) => `              ${email}  (${role})`),
  ]
}

interface DemoOptions {
  videos: readonly DemoVideo[]
  /** Test payments only, so false on a site with keys. */
  isFunded: boolean
  now: number
}

async function fill(trx: Trx, passwordHash: string, { videos, isFunded, now }: DemoOptions): Promise<void> {
  const users = new Map<string, UserId>()
  for (const { key, email, first, last } of people) {
    const metadata = JSON.stringify({ first_name: first, last_name: last })
    const { id } = await insertUser(trx, { email, passwordHash, metadata, confirmed: true }, now)
    users.set(key, id)
  }
  const idOf = (key: string): UserId => {
    const id = users.get(key)
    if (!id) throw new Error(`no person ${key}`)
    return id
  }
  const crowd = await addCrowd(trx, now)
  const fleet = new Map<BoatName, BoatId>()
  for (const { name, captain, owner, about } of boats) {
    const id = newId<'boat'>()
    fleet.set(name, id)
    await trx
      .insertInto('boats')
      .values({ id, owner_id: idOf(owner), name, captain_name: captain, description: about, created_at: now })
      .execute()
  }
  const filmed = fleet.get('Reel Deal')
  if (filmed) await postDemoVideos(trx, videos, { author: idOf('crew'), boat: filmed }, now)
  for (const tournament of tournaments) {
    const id: TournamentId = newId<'tournament'>()
    await trx
      .insertInto('tournaments')
      .values({
        id,
        organiser_id: idOf('organiser'),
        name: tournament.name,
        description: tournament.about,
        location: tournament.place,
        starts_at: Math.round(now + tournament.starts * day),
        ends_at: Math.round(now + tournament.ends * day),
        funding_closes_at: tournament.closes === undefined ? null : Math.round(now + tournament.closes * day),
        payout_days: 14,
        prize_pool_cents: tournament.prize === null ? null : cents(tournament.prize),
        created_at: now,
        updated_at: now,
      })
      .execute()
    for (const entry of tournament.entries) {
      const boat = fleet.get(entry.boat)
      if (!boat) throw new Error(`no boat is called ${entry.boat}`)
      const entryId: EntryId = newId<'entry'>()
      await trx
        .insertInto('entries')
        .values({
          id: entryId,
          tournament_id: id,
          boat_id: boat,
          funding_goal_cents: cents(entry.goal),
          payout_basis_points: entry.share * 100,
          if_goal_missed: entry.ifGoalMissed ?? 'share',
          created_at: now,
        })
        .execute()
      if (isFunded) await fund(trx, entryId, entry, [idOf('backer'), ...crowd], now)
      await tell(trx, entryId, entry, { organiser: idOf('organiser'), now })
    }
    await scheduleGoalDecisions(trx, { tournament: id }, now)
  }
}

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dev', 'Elin', 'Finn', 'Gia', 'Hugo', 'Ines', 'Jack']
const lastNames = ['Abara', 'Berg', 'Costa', 'Dunn', 'Egede']

async function addCrowd(trx: Trx, now: number): Promise<UserId[]> {
  const crowd: UserId[] = []
  for (const last of lastNames)
    for (const first of firstNames) {
      const email = `${first}.${last}@demo.reelstake.test`.toLowerCase()
      const id = newId<'user'>()
      const metadata = JSON.stringify({ first_name: first, last_name: last })
      const at = { email_confirmed_at: now, created_at: now, updated_at: now }
      await trx
        .insertInto('users')
        .values({ id, email, metadata, ...at })
        .execute()
      crowd.push(id)
    }
  return crowd
}

const messages = ['Tight lines!', 'Bring home the big one.', 'Greetings from the pier. Go get them!']

async function fund(
  trx: Trx,
  id: EntryId,
  { raised, backers }: DemoEntry,
  people: readonly UserId[],
  now: number,
): Promise<void> {
  const weightOf = (index: number) => 1 + ((index * 7) % 5)
  const weights = Array.from({ length: backers }, (_, index) => weightOf(index)).reduce((a, b) => a + b, 0)
  let left = cents(raised)
  for (const [index, backer] of people.slice(0, backers).entries()) {
    const part = Math.max(
      limits.fundingMinCents,
      Math.floor((cents(raised) * weightOf(index)) / weights / 500) * 500,
    )
    const amount = index === backers - 1 ? left : part
    left -= amount
    const entry = await findFundedEntry(trx, id)
    if (!entry) throw new Error('there is nothing to fund')
    const at = Math.min(now, entry.starts_at) - (backers - index) * hour
    const funding = await insertFunding(trx, {
      id: newId<'funding'>(),
      entry_id: id,
      backer_id: backer,
      amount_cents: amount,
      message: messages[index] ?? null,
      status: 'pending',
      mode: 'test',
      created_at: at,
      held_until: at,
    })
    const recorded = await recordPayment(trx, funding, entry, { paidAt: at, now: at })
    if (recorded.funding.status !== 'completed') throw new Error('a demo funding has no room')
    // Demo backers have no mailboxes.
    await trx
      .deleteFrom('jobs')
      .where('kind', '=', fundingMailKind)
      .where('subject', '=', fundingMailSubject({ due: 'receipt', funding: funding.id, which: at }))
      .execute()
  }
}

async function tell(
  trx: Trx,
  id: EntryId,
  entry: DemoEntry,
  { organiser, now }: { organiser: UserId; now: number },
): Promise<void> {
  const context = await getEntry(trx, id)
  const { starts_at: starts, ends_at: ends } = context.tournament
  for (const { hoursAgo, text, place = null } of entry.told ?? [])
    await insertUpdate(
      trx,
      { entry: context.entry, author: context.boat.owner_id, content: text, location: place },
      Math.round(now - hoursAgo * hour),
    )
  if (!entry.catch) return
  const { weight, species } = entry.catch
  const caughtAt = Math.round((starts + Math.min(now, ends)) / 2)
  const fields = { weight_hundredths: cents(weight), species, caught_at: caughtAt }
  await weighIn(trx, context, organiser, fields, caughtAt)
}
