import type { TournamentId, UserId } from '#contract/ids.ts'
import { dollars } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { day } from '#contract/time.ts'
import { inTransaction, type RootDb } from '#server/db/connection.ts'
import {
  findOfficialAt,
  listPaidAt,
  roundChangesByBacker,
  shareDueAt,
  sharesByBacker,
} from '#server/money/payouts/index.ts'
import { listRounds } from '#server/tournaments/results/index.ts'
import { findRulesNumber } from '#server/tournaments/scoring/index.ts'
import { listAudience, listFollowers, listOrganisers } from './audience.queries.ts'
import { shorten } from './notification-texts.rules.ts'
import { aboutEntry, managePath, type Notifiers, reasonSuffix } from './notifiers.ts'
import { remind } from './queue-notifications.ts'
import type { Message } from './store-notifications.ts'
import { countUnpaidShares, findTournament, listWinners } from './subjects.queries.ts'

type Kinds =
  | 'results-confirmed'
  | 'results-official'
  | 'recap-made'
  | 'round-confirmed'
  | 'payouts-open'
  | 'share-paid'

/** Reminds the organiser of the shares that a round settled, if they are unpaid by then. */
async function remindOfShares(
  db: RootDb,
  tournament: NonNullable<Awaited<ReturnType<typeof findTournament>>>,
  confirmedAt: number,
): Promise<void> {
  const isRuled = (await findRulesNumber(db, tournament.id)) !== null
  const due = shareDueAt(tournament, isRuled ? confirmedAt : null)
  // A day before they are due, or a week after the results.
  const at = Math.max(confirmedAt + day, due === null ? confirmedAt + 7 * day : due - day)
  await inTransaction(db, trx => remind(trx, { kind: 'payouts-open', at, tournament: tournament.id }))
}

const aboutResults = (
  { id, name: title }: { id: TournamentId; name: string },
  kind: 'results_official' | 'results_changed',
  text: string,
): Message => ({ kind, title, text, path: `/tournament/${id}`, tournament: id })

export const payoutNotifications: Pick<Notifiers, Kinds> = {
  async 'results-confirmed'({ db, at, notify }, { tournament: id, by }) {
    const tournament = await findTournament(db, id)
    if (!tournament) return
    for (const entry of await listWinners(db, id)) {
      const shares = await sharesByBacker(db, entry.id)
      const followers = await listFollowers(db, entry, { withTournament: true, withRefunded: true })
      const people = [...followers, entry.owner_id]
      const win = `${entry.boat} won ${dollars(entry.winnings)}`
      const textFor = (person: UserId) => `You won ${dollars(shares.get(person) ?? 0)}: ${win}`
      const others = people.filter(person => !shares.has(person))
      await notify(aboutEntry(entry, 'won', win), others, by, entry.id)
      const own = aboutEntry(entry, 'won', win, { textFor, path: '/my-funding' })
      const backers = people.filter(person => shares.has(person))
      await notify(own, backers, by, `${entry.id}/backers`)
    }
    await remindOfShares(db, tournament, at)
  },

  async 'results-official'({ db, at, notify }, { tournament: id, by }) {
    const tournament = id && (await findTournament(db, id))
    // The first time, the recap says it.
    if (!tournament || (await findOfficialAt(db, tournament.id)) === at) return
    const text = `The results of ${tournament.name} are official`
    await notify(
      aboutResults(tournament, 'results_official', text),
      await listAudience(db, tournament.id),
      by,
    )
  },

  async 'recap-made'({ db, notify }, { tournament: id, by }) {
    const tournament = id && (await findTournament(db, id))
    if (!tournament) return
    const text = `${tournament.name}: the recap. Results are official`
    const message = aboutResults(tournament, 'results_official', text)
    await notify({ ...message, path: `${message.path}/recap` }, await listAudience(db, tournament.id), by)
  },

  async 'round-confirmed'({ db, at, notify }, { tournament: id, by, round }) {
    const tournament = await findTournament(db, id)
    if (!tournament) return
    const settled = (await listRounds(db, id)).find(({ number }) => number === round)
    const reason = reasonSuffix(settled?.reason ?? null)
    const changes = await roundChangesByBacker(db, id, round)
    const audience = await listAudience(db, id, { withRefunded: true })
    const others = audience.filter(person => !changes.has(person))
    const text = shorten(`The results of ${tournament.name} changed${reason}`)
    await notify(aboutResults(tournament, 'results_changed', text), others, by, String(round))
    const textFor = (person: UserId) => {
      const { now, change } = changes.get(person) ?? { now: 0, change: 0 }
      return shorten(`You now win ${dollars(now)}, not ${dollars(now - change)}${reason}`)
    }
    const backers = audience.filter(person => changes.has(person))
    const own = { ...aboutResults(tournament, 'results_changed', text), textFor, path: '/my-funding' }
    await notify(own, backers, by, `${round}/backers`)
    await remindOfShares(db, tournament, at)
  },

  async 'payouts-open'({ db, notify }, { tournament: id }) {
    const tournament = await findTournament(db, id)
    const shares = await countUnpaidShares(db, id)
    if (!tournament || shares === 0) return
    const subject = shares === 1 ? 'One share of the winnings is' : `${shares} shares of the winnings are`
    const message: Message = {
      kind: 'payouts_open',
      title: tournament.name,
      text: `${subject} still to be paid`,
      path: managePath(id, 'results'),
      tournament: id,
    }
    await notify(message, await listOrganisers(db, tournament, { withStaff: false }), null)
  },

  async 'share-paid'({ db, at, notify }, { tournament: id, backer }) {
    const tournament = id && (await findTournament(db, id))
    const shares = tournament ? await listPaidAt(db, tournament.id, backer, at) : []
    // Taken back since.
    if (!tournament || shares.length === 0) return
    const text = `You were paid ${dollars(sum(shares.map(share => share.amount_cents)))} in winnings`
    const path = '/my-funding'
    await notify({ kind: 'paid', title: tournament.name, text, path, tournament: id }, [backer], null)
  },
}
