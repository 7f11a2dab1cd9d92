import { describe, expect, test } from 'bun:test'
import type { ErrorBody, Issue } from '#contract/errors.ts'
import type { TournamentId } from '#contract/ids.ts'
import type { AccountDeletion } from '#contract/site/account-deletion.ts'
import { hour } from '#contract/time.ts'
import { admin } from '#server/cli/test-support.ts'
import {
  addDispute,
  addFunding,
  addOwner,
  addSigned,
  addTournament,
  nameValues,
  pastDates,
  type Signed,
} from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import {
  banUser,
  changeOrganiser,
  decideDisputes,
  requestRefund,
  setPasswords,
} from '../../../../tests/support/states.ts'

const password = 'marlin-1'

/** A tournament that ended an hour ago, with a boat that has a backer. */
async function setUp({ over = true } = {}) {
  const scene = await makeScene(over ? pastDates() : {})
  const { db, page } = scene
  const backer = await addSigned(db, nameValues('Ana'))
  await setPasswords(db, password)
  const remove = (person: Signed, how: object = {}) =>
    page('/api/auth/user', {
      method: 'DELETE',
      json: { currentPassword: password, ...how },
      cookie: person.cookie,
    })
  const standing = async (person: Signed): Promise<AccountDeletion> =>
    (await page('/api/account-deletion', { cookie: person.cookie })).json()
  /** Names in the refusal; empty: the account is deleted. */
  const issuesFor = async (person: Signed): Promise<Issue[]> => {
    const { open } = await standing(person)
    const answer = await remove(person)
    if (answer.status === 204) return []
    const body: ErrorBody = await answer.json()
    expect([answer.status, body.error, body.issues]).toEqual([409, 'conflict', open])
    return open
  }
  const isDeleted = async ({ id }: Signed) =>
    (await db.selectFrom('users').select('deleted_at').where('id', '=', id).executeTakeFirst())?.deleted_at !=
    null
  return { ...scene, backer, remove, standing, issuesFor, isDeleted }
}

const at = (tournament: TournamentId, section: string) =>
  `/tournament/${tournament}/manage?section=${section}`

describe('an organiser’s account', () => {
  test('stays while a tournament with boats is not over, and says where to hand it over', async () => {
    const { organiser, tournament, issuesFor, isDeleted } = await setUp({ over: false })
    expect(await issuesFor(organiser)).toEqual([
      {
        path: at(tournament, 'staff'),
        message: 'White Marlin Open isn’t over. Hand it over to another organiser, or cancel it.',
      },
    ])
    expect(await isDeleted(organiser)).toBe(false)
  })

  test('stays while results are missing, winnings are unpaid or money is not handed over, and goes then', async () => {
    const { organiser, tournament, entry, db, page, backer, issuesFor, isDeleted, confirm, listPayouts } =
      await setUp()
    await addFunding(db, { entry_id: entry, backer_id: backer.id, amount_cents: 10_000 })
    const { cookie } = organiser
    expect(await issuesFor(organiser)).toEqual([
      {
        path: at(tournament, 'results'),
        message: 'White Marlin Open has no results. Confirm them, or hand the tournament over.',
      },
    ])
    expect((await confirm(1000)).status).toBe(201)
    const handoverIssue = {
      path: at(tournament, 'fundings'),
      message:
        '$100 of White Marlin Open are still with you. Record what the boats got, or hand the tournament over.',
    }
    expect(await issuesFor(organiser)).toEqual([
      {
        path: at(tournament, 'results'),
        message: '$400 of winnings in White Marlin Open aren’t paid. Pay them, or hand the tournament over.',
      },
      handoverIssue,
    ])
    const json = { payouts: (await listPayouts()).map(({ id }) => id) }
    expect((await page(`/api/tournaments/${tournament}/payouts/paid`, { json, cookie })).status).toBe(200)
    expect(await issuesFor(organiser)).toEqual([handoverIssue])
    const path = `/api/tournament-entries/${entry}/handovers`
    expect((await page(path, { json: { amount: 100 }, cookie })).status).toBe(201)
    expect(await issuesFor(organiser)).toEqual([])
    expect(await isDeleted(organiser)).toBe(true)
  })

  test('stays until the fundings of a cancelled tournament are refunded', async () => {
    const { organiser, tournament, entry, db, issuesFor, runJobs, cancel } = await setUp({ over: false })
    await addFunding(db, { entry_id: entry, amount_cents: 10_000 })
    await cancel()
    expect(await issuesFor(organiser)).toEqual([
      {
        path: at(tournament, 'fundings'),
        message:
          '$100 of White Marlin Open are being refunded. Wait until they are, or hand the tournament over.',
      },
    ])
    await runJobs()
    expect(await issuesFor(organiser)).toEqual([])
  })

  test('tells refunds on their way from money that waits to be handed over', async () => {
    const { organiser, tournament, entry, db, issuesFor, confirm } = await setUp()
    const refund = await addFunding(db, { entry_id: entry, amount_cents: 2500 })
    await addFunding(db, { entry_id: entry, amount_cents: 10_000 })
    await confirm([])
    await requestRefund(db, refund)
    const path = at(tournament, 'fundings')
    expect(await issuesFor(organiser)).toEqual([
      {
        path,
        message:
          '$25 of White Marlin Open are being refunded. Wait until they are, or hand the tournament over.',
      },
      {
        path,
        message:
          '$100 of White Marlin Open are still with you. Record what the boats got, or hand the tournament over.',
      },
    ])
  })

  test('stays while a bank decides about an unpaid share or keeps a part of its payment, and goes once all is lost', async () => {
    const { organiser, entry, db, page, issuesFor, confirm } = await setUp()
    const funding = await addFunding(db, { entry_id: entry, amount_cents: 10_000 })
    await confirm(1000)
    const path = `/api/tournament-entries/${entry}/handovers`
    await page(path, { json: { amount: 100 }, cookie: organiser.cookie })
    await addDispute(db, { funding_id: funding, amount_cents: 10_000 })
    expect(await issuesFor(organiser)).toHaveLength(1)
    await decideDisputes(db, 'lost')
    expect(await issuesFor(organiser)).toHaveLength(1)
    await changeRows(db, 'fundings', { status: 'refunded' }, { id: funding })
    expect(await issuesFor(organiser)).toEqual([])
  })

  test('goes when a tournament has no boats, and once it was handed over', async () => {
    const { organiser, captain, db, tournament, issuesFor, remove } = await setUp({ over: false })
    await addTournament(db, { organiser_id: captain.id })
    expect((await remove(captain)).status).toBe(204)
    const heir = await addSigned(db)
    await changeOrganiser(db, tournament, heir.id)
    expect(await issuesFor(organiser)).toEqual([])
  })
})

describe('the only owner', () => {
  test('can’t delete the account, nor be banned on the command line; with a second owner both work', async () => {
    const { db, issuesFor, testApp } = await setUp()
    const owner = await addOwner(db, {
      password_hash: await Bun.password.hash(password, { algorithm: 'bcrypt', cost: 4 }),
    })
    expect(await issuesFor(owner)).toEqual([
      {
        path: '/admin?section=people',
        message: 'You are the only owner of this site. Make someone else an owner first.',
      },
    ])
    const ban = (person: Signed) => admin(testApp, 'ban', `${person.id}@example.com`)
    expect(await ban(owner)).toEqual({
      code: 1,
      out: ['This is the only owner of the site. Make someone else an owner first.'],
    })
    const [second, bannedOwner] = [await addOwner(db), await addOwner(db)]
    await banUser(db, bannedOwner.id)
    expect((await ban(second)).code).toBe(0)
    expect(await issuesFor(owner)).toHaveLength(1)
    await addOwner(db)
    expect(await issuesFor(owner)).toEqual([])
  })
})

describe('a backer’s account', () => {
  const json = { kind: 'other', details: 'Cheque to Ana, Pier 7' }

  test('needs to say where winnings go once they are owed, or to give them up being sent', async () => {
    const { entry, db, backer, standing, remove, isDeleted, confirm } = await setUp()
    expect((await standing(backer)).winnings).toBe('none')
    await addFunding(db, { entry_id: entry, backer_id: backer.id })
    expect(await standing(backer)).toEqual({
      open: [],
      winnings: 'possible',
      owed: '0.00',
      destination: null,
    })
    expect((await remove(backer)).status).toBe(409)
    await confirm(1000)
    expect(await standing(backer)).toMatchObject({ winnings: 'owed', owed: '400.00' })
    const error: ErrorBody = await (await remove(backer)).json()
    expect(error.issues?.map(({ path }) => path)).toEqual(['withoutPayout'])
    expect((await remove(backer, { withoutPayout: 'yes' })).status).toBe(400)
    expect((await remove(backer, { withoutPayout: false })).status).toBe(409)
    expect(await isDeleted(backer)).toBe(false)
    expect((await remove(backer, { withoutPayout: true })).status).toBe(204)
  })

  test('needs to say where winnings go while a bank or a review decides on the share', async () => {
    const { entry, db, backer, standing, remove, confirm } = await setUp()
    const funding = await addFunding(db, { entry_id: entry, backer_id: backer.id, amount_cents: 10_000 })
    await confirm(1000)
    await changeRows(db, 'payouts', { in_review: 1 })
    expect(await standing(backer)).toMatchObject({ winnings: 'possible', owed: '0.00' })
    await changeRows(db, 'payouts', { in_review: 0 })
    await addDispute(db, { funding_id: funding, amount_cents: 10_000 })
    expect((await standing(backer)).winnings).toBe('possible')
    expect((await remove(backer)).status).toBe(409)
    await changeRows(db, 'fundings', { status: 'refunded' })
    expect((await standing(backer)).winnings).toBe('none')
  })

  test('needs to say where winnings go while a payment that has begun may arrive', async () => {
    const { entry, db, backer, standing, remove } = await setUp({ over: false })
    const funding = { entry_id: entry, backer_id: backer.id, status: 'pending' } as const
    await addFunding(db, { ...funding, held_until: Date.now() - hour })
    expect((await standing(backer)).winnings).toBe('none')
    await addFunding(db, { ...funding, held_until: Date.now() + hour })
    expect((await standing(backer)).winnings).toBe('possible')
    expect((await remove(backer)).status).toBe(409)
    expect((await remove(backer, { withoutPayout: true })).status).toBe(204)
  })

  test('leaves what was said with the share, for the organiser’s list and CSV', async () => {
    const { entry, tournament, organiser, db, page, backer, remove, confirm, listPayouts } = await setUp()
    await addFunding(db, { entry_id: entry, backer_id: backer.id })
    await page('/api/payout-details', { method: 'PUT', json, cookie: backer.cookie })
    expect((await remove(backer)).status).toBe(204)
    await confirm(1000)
    expect(await listPayouts()).toMatchObject([
      { backer: { name: 'A backer (account deleted)', email: null }, destination: json },
    ])
    const path = `/api/tournaments/${tournament}/payouts.csv`
    expect(await (await page(path, { cookie: organiser.cookie })).text()).toContain('Cheque to Ana, Pier 7')
  })

  test('deletes what was said when it is given up, and asks nothing of those who can’t win', async () => {
    const { entry, db, page, backer, remove, stranger, confirm, listPayouts } = await setUp()
    await addFunding(db, { entry_id: entry, backer_id: backer.id })
    await addFunding(db, { entry_id: entry, backer_id: stranger.id })
    await page('/api/payout-details', { method: 'PUT', json, cookie: backer.cookie })
    expect((await remove(backer, { withoutPayout: true })).status).toBe(204)
    expect(await db.selectFrom('payout_details').selectAll().execute()).toEqual([])
    await confirm([])
    expect((await listPayouts()).every(({ destination }) => destination === null)).toBe(true)
    expect((await remove(stranger)).status).toBe(204)
  })
})
