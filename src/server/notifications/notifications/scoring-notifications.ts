import type { UserId } from '#contract/ids.ts'
import type { RecordedEvent } from '#contract/record.ts'
import type { Db } from '#server/db/connection.ts'
import { findOldRules } from '#server/tournaments/scoring/index.ts'
import { listBackers, listBackersOfTournament, listCrew, listFollowers } from './audience.queries.ts'
import { fishText, shorten } from './notification-texts.rules.ts'
import { aboutEntry, type NotifierContext, type Notifiers, reasonSuffix } from './notifiers.ts'
import type { Message } from './store-notifications.ts'
import {
  type CatchSubject,
  type EntrySubject,
  findCatch,
  findEntry,
  findTournament,
  listMissedPots,
} from './subjects.queries.ts'
import { notifyOfChange, ofCatch } from './tournament-notifications.ts'

type Kinds =
  | 'rules-changed'
  | 'catch-disqualified'
  | 'catch-reinstated'
  | 'catch-allowed'
  | 'allowance-lifted'
  | 'entry-disqualified'
  | 'entry-reinstated'
  | 'penalty-recorded'
  | 'penalty-lifted'
  | 'tie-decided'
  | 'anglers-changed'
  | 'pots-missed'

type Ruling = RecordedEvent<'entry-disqualified' | 'entry-reinstated'>
type FishRuling = RecordedEvent<'catch-disqualified' | 'catch-reinstated'>

/** The captain and the crew. */
const listOwnPeople = async (db: Db, { owner_id, boat_id }: EntrySubject): Promise<Set<UserId>> =>
  new Set([owner_id, ...(await listCrew(db, boat_id))])

/** Notifies of a disqualification, or of its end, unless the other one has followed. */
async function notifyOfDisqualification(
  context: NotifierContext,
  { kind, entry: id, lead, by }: Pick<Ruling, 'kind' | 'entry' | 'lead' | 'by'>,
): Promise<void> {
  const { db, notify } = context
  const entry = await findEntry(db, id)
  const isOut = kind === 'entry-disqualified'
  if (entry && isOut === (entry.disqualified_at !== null)) {
    const text = isOut
      ? `${entry.boat} is disqualified${reasonSuffix(entry.disqualified_reason)}`
      : `${entry.boat} is no longer disqualified`
    const people = new Set(await listFollowers(db, entry, { withTournament: false }))
    await notify(aboutEntry(entry, 'disqualified', text), people.union(await listOwnPeople(db, entry)), by)
  }
  await notifyOfChange(context, { lead, by })
}

/** Notifies the boat's people whether the fish is disqualified. */
async function notifyOwnPeople(
  { db, notify }: NotifierContext,
  fish: CatchSubject,
  by: UserId | null,
): Promise<void> {
  const entry = await findEntry(db, fish.entry_id)
  if (!entry) return
  const subject = `A fish of ${entry.boat} (${fishText(fish)}) is`
  const text =
    fish.disqualified_at === null
      ? `${subject} no longer disqualified`
      : `${subject} disqualified${reasonSuffix(fish.disqualified_reason)}`
  await notify(aboutEntry(entry, 'disqualified', text, ofCatch(fish)), await listOwnPeople(db, entry), by)
}

/** Notifies of a disqualified fish, or of its end, unless the other one or a correction has followed. */
async function notifyOfFish(
  context: NotifierContext,
  { kind, entry, catch: id, lead, by }: Pick<FishRuling, 'kind' | 'entry' | 'catch' | 'lead' | 'by'>,
): Promise<void> {
  const fish = await findCatch(context.db, id)
  const isOut = kind === 'catch-disqualified'
  // A decision can also move the fish that it disqualifies; a later correction tells by itself.
  const isLatest = isOut ? (fish?.corrected_at ?? 0) <= context.at : fish?.entry_id === entry
  if (fish && isOut === (fish.disqualified_at !== null) && isLatest) await notifyOwnPeople(context, fish, by)
  await notifyOfChange(context, { lead, by })
}

/** A correction of a fish that is disqualified withdraws what was told, perhaps to another boat. */
export async function notifyOfCorrectedFish(
  context: NotifierContext,
  { catch: { id }, by }: Pick<RecordedEvent<'catch-corrected'>, 'catch' | 'by'>,
): Promise<void> {
  const fish = await findCatch(context.db, id)
  const wasOut = fish && fish.disqualified_at !== null && fish.disqualified_at < context.at
  if (wasOut && fish.corrected_at === context.at) await notifyOwnPeople(context, fish, by)
}

export const scoringNotifications: Pick<Notifiers, Kinds> = {
  // Events that an earlier version queued name no lead.
  async 'rules-changed'(context, { tournament: id, number, lead = null, by }) {
    const { db, notify } = context
    const tournament = await findTournament(db, id)
    const change = await findOldRules(db, id, number)
    if (!tournament || !change || tournament.cancelled_at !== null) return
    const { name: title } = tournament
    const message: Message = {
      kind: 'rules_changed',
      title,
      text: `The rules of ${title} changed${reasonSuffix(change.reason)}`,
      path: `/tournament/${id}/rules`,
      tournament: id,
    }
    await notify(message, await listBackersOfTournament(db, id), by)
    await notifyOfChange(context, { lead, by })
  },
  'catch-disqualified': notifyOfFish,
  'catch-reinstated': notifyOfFish,
  'catch-allowed': notifyOfChange,
  'allowance-lifted': notifyOfChange,
  'entry-disqualified': notifyOfDisqualification,
  'entry-reinstated': notifyOfDisqualification,
  'penalty-recorded': notifyOfChange,
  'penalty-lifted': notifyOfChange,
  'tie-decided': notifyOfChange,
  'anglers-changed': notifyOfChange,

  async 'pots-missed'({ db, notify }, { tournament: id }) {
    for (const { entry: entryId, pots } of await listMissedPots(db, id)) {
      const entry = await findEntry(db, entryId)
      if (!entry || entry.withdrawn_at !== null || entry.cancelled_at !== null) continue
      const text = shorten(`${entry.boat} isn’t in ${pots.join(', ')}, so its backers don’t share it`)
      const message = aboutEntry(entry, 'pot_missed', text)
      await notify(message, await listBackers(db, entryId), null, entryId)
    }
  },
}
