import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BoatId, type EntryId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import { day, hour } from '#contract/time.ts'
import { goalRules } from '#contract/tournaments/goal-rules.ts'
import { consumers } from '#server/consumers.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import {
  findFundedEntry,
  fundingMailKind,
  insertFunding,
  recordPayment,
} from '#server/money/funding/index.ts'
import { roundMailKind, winMailKind } from '#server/money/payouts/payout-mails.rules.ts'
import { listAllPayouts } from '#server/money/payouts/payouts.queries.ts'
import { makeRecap } from '#server/money/payouts/recaps.queries.ts'
import { proposeResults, storeResults } from '#server/money/payouts/settlement.queries.ts'
import { markPaid } from '#server/money/payouts/share-payments.queries.ts'
import { hashPassword, insertUser, type StoredPassword } from '#server/people/auth/index.ts'
import { insertPicture } from '#server/people/pictures/pictures.queries.ts'
import { logActions, registerConsumers } from '#server/record/index.ts'
import { insertAnnouncement } from '#server/tournaments/announcements/announcements.queries.ts'
import { applyCorrection, weighIn } from '#server/tournaments/catches/index.ts'
import { getEntry } from '#server/tournaments/entries/index.ts'
import { insertRules } from '#server/tournaments/scoring/index.ts'
import { scheduleGoalDecisions, updateTournament } from '#server/tournaments/tournaments/index.ts'
import { insertUpdate } from '#server/tournaments/updates/index.ts'
import { crowd, fleet, type PersonKey, people, tournaments } from './demo-marina.ts'
import { boatPicture, catchPicture, type DemoPicture, placePicture } from './demo-pictures.ts'
import { addContestedResults, demoRules } from './demo-results.ts'
import { type DemoVideo, placeDemoVideos, postDemoVideos } from './demo-videos.ts'

type DemoTournament = (typeof tournaments)[number]

const cents = (dollars: number) => Math.round(dollars * 100)

/** Fills an empty database; idempotent. @param root directory of the program @returns lines for the banner */
export async function fillDemo({ db, env, log, now }: Deps, root: string): Promise<string[]> {
  const passwordFile = join(env.dataDir, 'db', 'demo-password')
  const someone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!someone) {
    // Long enough for an owner.
    const password = `fish-${crypto.randomUUID().slice(0, 8)}`
    const passwordHash = await hashPassword(password)
    const media = await placeMedia(env.dataDir, root)
    // Lines of the server log would hide the banner.
    registerConsumers(consumers)
    await inTransaction(db, trx =>
      fill(trx, passwordHash, { media, isFunded: env.payments === null, now: now() }),
    )
    registerConsumers([logActions(log), ...consumers])
    writeFileSync(passwordFile, password, { mode: 0o600 })
  }
  if (!existsSync(passwordFile)) return ['Demo        the database is not empty: nothing was added']
  const password = readFileSync(passwordFile, 'utf8')
  return [
    `Demo        sign in with the password ${password} as`,
    ...people.map(({ email, role }) => `              ${email}  (${role})`),
  ]
}

interface Media {
  videos: readonly DemoVideo[]
  /** Pictures of boats by the boat's name. */
  boats: ReadonlyMap<string, DemoPicture>
  /** Pictures of `catchPicture`. */
  catches: readonly DemoPicture[]
}

async function placeMedia(dataDir: string, root: string): Promise<Media> {
  const boats = new Map<string, DemoPicture>()
  for (const [index, { name, hasPicture }] of fleet.entries())
    if (hasPicture) boats.set(name, await placePicture(dataDir, boatPicture(index)))
  const catches: DemoPicture[] = []
  for (const index of [0, 1, 2]) catches.push(await placePicture(dataDir, catchPicture(index)))
  return { videos: await placeDemoVideos(dataDir, root), boats, catches }
}

interface DemoOptions {
  media: Media
  /** Test payments only, so false on a site with keys. */
  isFunded: boolean
  now: number
}

interface Marina extends DemoOptions {
  people: Readonly<Record<PersonKey, UserId>>
  crowd: readonly UserId[]
  fleet: readonly { id: BoatId; owner: UserId }[]
}

async function fill(trx: Trx, password: StoredPassword, options: DemoOptions): Promise<void> {
  const marina = await addMarina(trx, password, options)
  const idOf = (name: string) => {
    const boat = marina.fleet[fleet.findIndex(each => each.name === name)]
    if (!boat) throw new Error(`no boat is called ${name}`)
    return boat
  }
  await postDemoVideos(trx, options.media.videos, idOf, marina.people.crew, options.now)
  for (const [index, tournament] of tournaments.entries()) await addTournament(trx, tournament, index, marina)
  // Demo backers have no mailboxes.
  await trx.deleteFrom('jobs').where('kind', 'in', [fundingMailKind, winMailKind, roundMailKind]).execute()
}

async function addMarina(trx: Trx, password: StoredPassword, options: DemoOptions): Promise<Marina> {
  const { media, now } = options
  const ids: Partial<Record<PersonKey, UserId>> = {}
  for (const { key, email, first, last } of people) {
    const metadata = JSON.stringify({ first_name: first, last_name: last })
    ids[key] = (await insertUser(trx, { email, password, metadata, confirmed: true }, now)).id
  }
  const accounts = ids as Record<PersonKey, UserId>
  const owners = await addCrowd(trx, now)
  const boats: Marina['fleet'][number][] = []
  for (const [index, { name, captain, owner, about }] of fleet.entries()) {
    const ownerId = owner === undefined ? owners[index] : accounts[owner]
    if (ownerId === undefined) throw new Error(`${name} has no owner`)
    const id = newId<'boat'>()
    boats.push({ id, owner: ownerId })
    const picture = media.boats.get(name)
    if (picture) await insertPicture(trx, { ...picture, owner_id: ownerId, created_at: now })
    await trx
      .insertInto('boats')
      .values({
        id,
        owner_id: ownerId,
        name,
        captain_name: captain,
        description: about,
        image_id: picture?.id ?? null,
        created_at: now - 90 * day,
      })
      .execute()
  }
  for (const picture of media.catches)
    await insertPicture(trx, { ...picture, owner_id: accounts.organiser, created_at: now })
  return { ...options, people: accounts, crowd: owners, fleet: boats }
}

async function addCrowd(trx: Trx, now: number): Promise<UserId[]> {
  const userIds: UserId[] = []
  for (const { first, last } of crowd) {
    const id = newId<'user'>()
    const email = `${first}.${last}@demo.reelstake.test`.toLowerCase()
    const metadata = JSON.stringify({ first_name: first, last_name: last })
    const at = { email_confirmed_at: now, created_at: now, updated_at: now }
    await trx
      .insertInto('users')
      .values({ id, email, metadata, ...at })
      .execute()
    userIds.push(id)
  }
  return userIds
}

async function addTournament(
  trx: Trx,
  tournament: DemoTournament,
  index: number,
  marina: Marina,
): Promise<void> {
  const { people: accounts, now } = marina
  const id: TournamentId = newId<'tournament'>()
  const at = (days: number) => Math.round(now + days * day)
  const atFullHour = (days: number) => Math.round(at(days) / hour) * hour
  const [start, end] = [atFullHour(tournament.starts), atFullHour(tournament.ends)]
  const createdAt = at(Math.min(0, tournament.starts) - 20)
  await trx
    .insertInto('tournaments')
    .values({
      id,
      organiser_id: accounts.organiser,
      name: tournament.name,
      description: tournament.about,
      location: tournament.place,
      starts_at: start,
      ends_at: end,
      funding_closes_at: tournament.closes === undefined ? null : atFullHour(tournament.closes),
      payout_days: 14,
      prize_pool_cents: tournament.prize === null ? null : cents(tournament.prize),
      public_log: 1,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
  if (tournament.isRuled)
    await insertRules(
      trx,
      id,
      {
        rules: demoRules({ start, end }, tournament.species, tournament.prize ?? 0),
        reason: null,
        by: accounts.organiser,
      },
      createdAt,
    )
  const entries: EntryId[] = []
  for (let boat = 0; boat < tournament.boats; boat++)
    entries.push(await addEntry(trx, { id, tournament, index, boat }, marina))
  await addStory(trx, { id, tournament, index, entries }, marina)
  if (tournament.cancelled !== undefined)
    await updateTournament(trx, id, { cancelled_at: at(-1), cancel_reason: tournament.cancelled }, at(-1))
  if (tournament.results === 'entered' || tournament.results === 'paid')
    await addResults(trx, { id, tournament, entries }, marina)
  if (tournament.results === 'contested')
    await addContestedResults(trx, {
      tournament: id,
      organiser: accounts.organiser,
      entries: byPlace(entries),
      end,
    })
  await scheduleGoalDecisions(trx, { tournament: id }, now)
}

interface Added {
  id: TournamentId
  tournament: DemoTournament
}

const goals = [1, 0.8, 0.6, 0.9, 0.5, 0.7, 1.2, 0.4]
const shares = [40, 50, 60, 35, 45, 55]
const raisedParts = [1, 1.3, 0.4, 0.75, 0.2, 0.9, 0.55, 0.05]

/** The nth of values that repeat. */
const nth = (values: readonly number[], index: number) => values[index % values.length] ?? 0

interface NewEntry extends Added {
  /** Index of the tournament. */
  index: number
  /** Index of the boat within the tournament's boats. */
  boat: number
}

async function addEntry(
  trx: Trx,
  { id, tournament, index, boat }: NewEntry,
  marina: Marina,
): Promise<EntryId> {
  const { people: accounts, crowd: others, isFunded, now } = marina
  const fleetBoat = marina.fleet[(tournament.from + boat) % marina.fleet.length]
  if (!fleetBoat) throw new Error(`no boat ${boat} in ${tournament.name}`)
  const goal = Math.round((tournament.goal * nth(goals, boat)) / 50) * 50
  const entry: EntryId = newId<'entry'>()
  await trx
    .insertInto('entries')
    .values({
      id: entry,
      tournament_id: id,
      boat_id: fleetBoat.id,
      funding_goal_cents: cents(goal),
      payout_basis_points: nth(shares, boat) * 100,
      if_goal_missed: tournament.closes === undefined ? 'share' : (goalRules[(boat + 2) % 3] ?? 'share'),
      created_at: now - 80 * day,
    })
    .execute()
  const raised = Math.round((goal * Math.min(1, tournament.funded * nth(raisedParts, boat))) / 5) * 5
  if (!isFunded || raised < 10) return entry
  const strangers = others.filter(person => person !== fleetBoat.owner)
  const first = (boat * 7 + index * 11) % strangers.length
  const backers = [...strangers.slice(first), ...strangers.slice(0, first)]
  if ((boat + index) % 4 === 0) backers.unshift(accounts.backer)
  await fund(trx, entry, { raised: cents(raised), backers: backers.slice(0, Math.ceil(raised / 240)) }, now)
  return entry
}

const messages = ['Tight lines!', 'Bring home the big one.', 'Greetings from the pier. Go get them!']

interface Raised {
  /** Cents. */
  raised: number
  backers: readonly UserId[]
}

async function fund(trx: Trx, id: EntryId, { raised, backers }: Raised, now: number): Promise<void> {
  const weightOf = (index: number) => 1 + ((index * 7) % 5)
  const weights = backers.reduce((sum, _, index) => sum + weightOf(index), 0)
  let remaining = raised
  for (const [index, backer] of backers.entries()) {
    const isLast = index === backers.length - 1
    const amount = isLast ? remaining : Math.floor((raised * weightOf(index)) / weights / 500) * 500
    remaining -= amount
    const entry = await findFundedEntry(trx, id)
    if (!entry) throw new Error('there is nothing to fund')
    const at = Math.min(now, entry.starts_at) - (backers.length - index) * hour
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
    const change = await recordPayment(trx, funding, entry, { paidAt: at, now: at })
    if (change.funding.status !== 'completed') throw new Error('a demo funding has no room')
  }
}

interface Story extends Added {
  index: number
  entries: readonly EntryId[]
}

/** Boats in the order of their places. */
const byPlace = (entries: readonly EntryId[]): EntryId[] => {
  const rank = (boat: number) => (boat < 2 ? boat : 2 + ((boat * 11) % 13))
  return entries
    .map((entry, boat) => ({ entry, rank: rank(boat) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}

/** Updates, announcements and weigh-ins, the oldest first. */
async function addStory(trx: Trx, { id, tournament, index, entries }: Story, marina: Marina): Promise<void> {
  const { people: accounts, media, now } = marina
  const ago = (hours: number) => Math.round(now - hours * hour)
  const events: { at: number; add(): Promise<unknown> }[] = []
  for (const { boat, hoursAgo, text, place = null, picture } of tournament.updates ?? []) {
    const entry = entries[boat]
    if (entry === undefined) throw new Error(`no boat ${boat} in ${tournament.name}`)
    const at = ago(hoursAgo)
    const image = picture === undefined ? null : (media.catches[picture]?.id ?? null)
    events.push({
      at,
      add: async () => {
        const context = await getEntry(trx, entry)
        const author = context.boat.owner_id
        await insertUpdate(trx, { entry: context.entry, author, content: text, location: place, image }, at)
      },
    })
  }
  for (const { hoursAgo, text, isPinned = false } of tournament.announcements ?? [])
    events.push({
      at: ago(hoursAgo),
      add: () =>
        insertAnnouncement(
          trx,
          { tournament: id, author: accounts.organiser, content: text, pinned: isPinned },
          ago(hoursAgo),
        ),
    })
  const starts = now + tournament.starts * day
  const span = Math.min(now, now + tournament.ends * day) - starts
  for (const [place, entry] of byPlace(entries).slice(0, tournament.weighed).entries()) {
    const weight = Math.round(tournament.heaviest * (1 - 0.055 * place - 0.01 * (place % 3)) * 4) / 4
    const species = tournament.species[place % tournament.species.length] ?? tournament.species[0]
    const at = Math.round(starts + span * (0.15 + 0.075 * ((place * 7 + 3) % 10)))
    const fields = { weight_hundredths: cents(weight), species, caught_at: at }
    events.push({
      at,
      add: async () => {
        const context = await getEntry(trx, entry)
        const actor = { by: accounts.organiser, role: 'organiser', at } as const
        if (index > 0 || place !== 2) return weighIn(trx, context, actor, fields)
        // Misread, and corrected later.
        const misread = { ...fields, weight_hundredths: fields.weight_hundredths + 1000 }
        const row = await weighIn(trx, context, actor, misread)
        const correction = { weight: fields.weight_hundredths, reason: 'Digits swapped at the scale' }
        const later = { ...actor, at: at + hour / 2 }
        return applyCorrection(trx, await getEntry(trx, entry), later, row, correction)
      },
    })
  }
  for (const { add } of events.sort((a, b) => a.at - b.at)) await add()
}

/** Parts of the prize pool by place. */
const prizes = [0.6, 0.3, 0.1]

async function addResults(
  trx: Trx,
  { id, tournament, entries }: Added & { entries: readonly EntryId[] },
  { people: accounts, now }: Marina,
): Promise<void> {
  const winnings = new Map(
    byPlace(entries)
      .slice(0, prizes.length)
      .map((entry, place) => {
        const won = cents((tournament.prize ?? 0) * nth(prizes, place))
        return [entry, { total: won, shared: won }]
      }),
  )
  const by = accounts.organiser
  const settledAt = Math.round(now + (tournament.ends + 1) * day)
  const results = await proposeResults(trx, id, winnings, 'test')
  await storeResults(trx, { tournament: id, by, at: settledAt, adjustments: [], figures: null }, results)
  await makeRecap(trx, { tournament: id, at: settledAt, by })
  const owed = (await listAllPayouts(trx, id)).filter(({ amount_cents: amount }) => amount > 0)
  const paid = tournament.results === 'paid' ? owed : owed.slice(0, Math.floor(owed.length / 3))
  for (const [index, payout] of paid.entries())
    await markPaid(trx, payout, { by, reference: `Transfer ${1001 + index}`, now: settledAt + day })
}
