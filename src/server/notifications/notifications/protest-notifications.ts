import type { CatchId, EntryId, ProtestId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { listOpenProtests, readProtest } from '#server/tournaments/protests/index.ts'
import { listOrganisers } from './audience.queries.ts'
import { shorten } from './notification-texts.rules.ts'
import { managePath, type Notifiers, reasonSuffix } from './notifiers.ts'
import { notifyOfCorrectedFish } from './scoring-notifications.ts'
import type { Message } from './store-notifications.ts'
import { type EntrySubject, findCatch, findEntry, findTournament } from './subjects.queries.ts'
import { notifyOfChange } from './tournament-notifications.ts'

type Kinds = 'catch-corrected' | 'protest-filed' | 'protest-decided' | 'protest-reopened'

interface Of {
  protest: ProtestId
  from: EntryId | null
  entry: EntryId | null
  catch: CatchId | null
}

interface Parties {
  title: string
  organiser: UserId
  /** Protesting boat, or null for the organisers. */
  from: EntrySubject | null
  /** The boat that it names. */
  target: EntrySubject | null
  /** The boat that the protested fish belongs to now. */
  holder: EntrySubject | null
}

const entryOrNull = async (db: Db, id: EntryId | null) =>
  id === null ? null : ((await findEntry(db, id)) ?? null)

async function findParties(db: Db, id: TournamentId, of: Of): Promise<Parties | null> {
  const tournament = await findTournament(db, id)
  if (!tournament || tournament.cancelled_at !== null) return null
  const fish = of.catch === null ? undefined : await findCatch(db, of.catch)
  return {
    title: tournament.name,
    organiser: tournament.organiser_id,
    from: await entryOrNull(db, of.from),
    target: await entryOrNull(db, of.entry),
    holder: await entryOrNull(db, fish?.entry_id ?? null),
  }
}

const protestsPath = (tournament: TournamentId) => `/tournament/${tournament}/protests`

const about = (
  tournament: TournamentId,
  { protest }: Of,
  message: Pick<Message, 'kind' | 'title' | 'text'> & Partial<Message>,
): Message => ({
  path: protestsPath(tournament),
  tournament,
  subjectId: protest,
  urgent: true,
  ...message,
  text: shorten(message.text),
})

/** "Reel Deal's", "The organisers'". */
const whose = ({ from }: Parties) => (from === null ? 'The organisers’' : `${from.boat}’s`)
const captainsOf = ({ from, target, holder }: Parties) =>
  new Set([from, target, holder].flatMap(entry => (entry === null ? [] : [entry.owner_id])))
const against = ({ target }: Parties) => (target === null ? '' : ` about ${target.boat}`)

export const protestNotifications: Pick<Notifiers, Kinds> = {
  /** The captain of the boat that a protested fish was moved to can answer too. */
  async 'catch-corrected'(context, event) {
    const { tournament, entry, catch: fish, moved, by } = event
    await notifyOfCorrectedFish(context, event)
    await notifyOfChange(context, event)
    const target = moved ? await findEntry(context.db, entry) : undefined
    if (!target || !tournament) return
    for (const { id, content } of await listOpenProtests(context.db, tournament, fish.id)) {
      const text = `${target.boat} now has a fish that a protest is about: ${content}`
      const of = { protest: id, from: null, entry, catch: fish.id }
      const message = about(tournament, of, { kind: 'protest', title: target.tournament, text })
      await context.notify(message, [target.owner_id], by, id)
    }
  },
  async 'protest-filed'({ db, notify }, { tournament, by, ...of }) {
    const parties = tournament && (await findParties(db, tournament, of))
    if (!parties) return
    const { title, from, target, organiser } = parties
    const { state, text } = await readProtest(db, of.protest)
    if (state !== 'open') return
    const files = from === null ? 'The organisers protest' : `${from.boat} protests`
    if (target !== null && target.id !== from?.id) {
      const own = about(tournament, of, {
        kind: 'protest',
        title,
        text: `${files} about ${target.boat}: ${text}`,
      })
      await notify(own, [target.owner_id], by)
    }
    const message = about(tournament, of, {
      kind: 'protest_filed',
      title,
      text: `${files}${against(parties)}: ${text}`,
      path: managePath(tournament, 'protests'),
    })
    const people = await listOrganisers(db, { id: tournament, organiser_id: organiser }, { withStaff: true })
    await notify(message, people, by)
  },
  async 'protest-decided'({ db, notify }, { tournament, by, outcome, ...of }) {
    const parties = tournament && (await findParties(db, tournament, of))
    if (!parties) return
    const { decision } = await readProtest(db, of.protest)
    const text = `${whose(parties)} protest${against(parties)} is ${outcome}${reasonSuffix(decision?.text ?? null)}`
    const message = about(tournament, of, { kind: 'protest_decided', title: parties.title, text })
    await notify(message, captainsOf(parties), by)
  },
  async 'protest-reopened'({ db, notify }, { tournament, by, ...of }) {
    const parties = tournament && (await findParties(db, tournament, of))
    if (!parties) return
    const reason = (await readProtest(db, of.protest)).reopenings.at(-1)?.reason ?? null
    const text = `${whose(parties)} protest${against(parties)} is open again${reasonSuffix(reason)}`
    const message = about(tournament, of, { kind: 'protest', title: parties.title, text })
    await notify(message, captainsOf(parties), by)
  },
}
