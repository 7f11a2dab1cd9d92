import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { authTexts } from '#contract/people/auth-texts.ts'
import { codePath } from '#contract/qr-code.ts'
import { day, minute } from '#contract/time.ts'
import type { BoatList } from '#contract/tournaments/entries.ts'
import { insertBoat } from '#server/boats/boats/index.ts'
import { readBrand } from '#server/branding/index.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { drawQr } from '#server/qr-code.ts'
import { record } from '#server/record/index.ts'
import {
  areEntriesOpen,
  type EntryInContext,
  entryIdOf,
  getEntry,
  insertEntry,
} from '#server/tournaments/entries/index.ts'
import {
  getOwnTournament,
  isOrganiser,
  isSettled,
  scheduleGoalDecisions,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'
import { captainMail } from './captain-mails.ts'
import { findCaptainInvitation, listEnteredBoats, putCaptainInvitation } from './captains.queries.ts'

/** The same boat, however its name is written. */
const keyOf = (name: string, captain: string) => `${name}\n${captain}`.toLowerCase()

/** The address may belong to a person who has no account. */
const mailsPerAddress = {
  name: 'captain mails',
  points: limits.captainMailsPerAddress,
  windowSeconds: day / 1000,
}

/** Boats that organisers enter for their captains: decision 0140. */
export function captainRoutes(deps: WriteDeps & Pick<Deps, 'monotonicNow'>) {
  const { db, env, now, limitWrites: limit } = deps
  const mails = new RateLimit(mailsPerAddress, deps)

  /** @returns false when too many mails went to the address today, or wait for it @throws ApiError 429, 503 */
  async function invite(
    trx: Trx,
    { entry, boat, tournament }: EntryInContext,
    email: string,
    person: Person,
    marina: string | null,
  ): Promise<boolean> {
    await countCreated(trx, deps, { person: person.id }, 'captainMails')
    const { token, expiresAt } = await putCaptainInvitation(
      trx,
      { tournament: tournament.id, entry: entry.id, email },
      now(),
    )
    const mail = captainMail({
      email,
      boat: boat.name,
      captain: boat.captain_name,
      tournament: tournament.name,
      goalCents: entry.funding_goal_cents,
      payoutBasisPoints: entry.payout_basis_points,
      link: `${siteUrl(env)}/invitation/${token}`,
      expiresAt,
      marina,
    })
    if ((await mails.takeIn(trx, email)) > 0) return false
    return queueMail(trx, mail, now(), expiresAt)
  }

  /** Returns the entry, if its captain can still be invited. @throws ApiError 403, 404, 409 */
  async function getAwaiting(trx: Trx, param: string | undefined, person: Person): Promise<EntryInContext> {
    const context = await getEntry(trx, entryIdOf(param))
    const { tournament, entry } = context
    if (!isOrganiser(person, tournament)) throw forbidden('Only the organiser can invite a boat’s captain.')
    if (entry.awaits_captain === 0) throw conflict('This boat has its captain already.')
    if (tournament.cancelled_at !== null) throw conflict('This tournament is cancelled.')
    return context
  }

  const recordInvited = (trx: Trx, { entry, boat, tournament }: EntryInContext, person: Person) =>
    record(trx, {
      kind: 'captain-invited',
      at: now(),
      by: person.id,
      tournament: tournament.id,
      role: 'organiser',
      entry: entry.id,
      text: boat.name,
    })

  return new EndpointApp()
    .endpoint('POST /api/tournaments/:id/boat-list', { limit }, async c => {
      const { boats, preview = false } = c.req.valid('json')
      const { person } = c.var
      const id = tournamentIdOf(c.req.param('id'))
      const { name: marina } = await readBrand(db, env)
      const answer = await inTransaction(db, async (trx): Promise<BoatList> => {
        const refusal = 'Only the organiser can enter a list of boats.'
        const tournament = await getOwnTournament(trx, id, person, refusal)
        if (!areEntriesOpen(person, tournament, now()))
          throw conflict('This tournament takes no more entries.')
        if (await isSettled(trx, id)) throw conflict('The results are confirmed: no boat can enter any more.')
        const keys = new Set(
          (await listEnteredBoats(trx, id)).map(each => keyOf(each.name, each.captain_name)),
        )
        const answers: BoatList['boats'] = []
        for (const boat of boats) {
          const { name, captainName, email, fundingGoal, payoutPercentage, ifGoalMissed = 'share' } = boat
          const isKnown = keys.has(keyOf(name, captainName))
          keys.add(keyOf(name, captainName))
          let isMailed = false
          if (!isKnown && !preview) {
            const { id: boatId } = await insertBoat(trx, person.id, { name, captainName }, now())
            const terms = {
              funding_goal_cents: fundingGoal,
              payout_basis_points: payoutPercentage,
              if_goal_missed: ifGoalMissed,
              awaits_captain: 1 as const,
            }
            const entry = await insertEntry(trx, id, boatId, terms, now())
            await scheduleGoalDecisions(trx, { entry }, now())
            await record(trx, { kind: 'entry-created', at: now(), by: person.id, tournament: id, entry })
            if (email === undefined) await countCreated(trx, deps, { person: person.id }, 'entries')
            else isMailed = await invite(trx, await getEntry(trx, entry), email, person, marina)
          }
          answers.push({ name, captainName, known: isKnown, mailed: isMailed })
        }
        const count = answers.filter(({ known }) => !known).length
        if (count > 0 && !preview)
          await record(trx, {
            kind: 'boats-listed',
            at: now(),
            by: person.id,
            tournament: id,
            role: 'organiser',
            text: count === 1 ? '1 boat' : `${count} boats`,
          })
        return { boats: answers }
      })
      return c.json(answer)
    })
    .endpoint('POST /api/tournament-entries/:id/captain-invitation', { limit }, async c => {
      const { email } = c.req.valid('json')
      const { person } = c.var
      const { name: marina } = await readBrand(db, env)
      await inTransaction(db, async trx => {
        const context = await getAwaiting(trx, c.req.param('id'), person)
        const former = await findCaptainInvitation(trx, context.entry.id)
        const to = email ?? former?.email
        if (!to) throw invalid([{ path: 'email', message: authTexts.emailRequired }])
        const isMailed = former !== undefined && former.email !== null
        if (isMailed && former.created_at > now() - limits.captainMailPauseMinutes * minute)
          throw conflict(
            `A link was sent less than ${limits.captainMailPauseMinutes} minutes ago. Please try again later.`,
          )
        if (!(await invite(trx, context, to, person, marina)))
          throw conflict('This address got too many mails. Please try again later.')
        await recordInvited(trx, context, person)
      })
      return c.body(null, 204)
    })
    .endpoint('POST /api/tournament-entries/:id/captain-link', { limit }, async c => {
      const { person, origin } = c.var
      const { token, expiresAt } = await inTransaction(db, async trx => {
        const context = await getAwaiting(trx, c.req.param('id'), person)
        const { entry, tournament } = context
        await countCreated(trx, deps, { person: person.id }, 'captainMails')
        const former = await findCaptainInvitation(trx, entry.id)
        await recordInvited(trx, context, person)
        const captain = { tournament: tournament.id, entry: entry.id, email: former?.email ?? null }
        return putCaptainInvitation(trx, captain, now())
      })
      const path = `/invitation/${token}`
      const qrCode = await drawQr(origin + codePath(path))
      return c.json({ link: origin + path, qrCode, expiresAt: iso(expiresAt) }, 201)
    })
}
