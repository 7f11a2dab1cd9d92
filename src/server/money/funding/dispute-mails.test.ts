import { afterEach, describe, expect, test } from 'bun:test'
import { readChecklist } from '#server/site/admin/index.ts'
import { addOwner, emailOf } from '../../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { removeRows } from '../../../../tests/support/rows.ts'

afterEach(stopDoubles)

async function setUp() {
  const world = await makeLiveScene()
  const { db, mails, runJobs, deliver, stripe, makeFunding, organiser } = world
  const owner = await addOwner(db)
  const intent = await makeFunding()
  await runJobs()
  mails.length = 0
  const readMessages = async () => {
    await deliver()
    await runJobs()
    const rows = await db
      .selectFrom('notifications')
      .innerJoin('notification_messages as message', 'message.id', 'notifications.message_id')
      .select(['notifications.user_id', 'message.text'])
      .where('message.kind', '=', 'dispute')
      .execute()
    await removeRows(db, 'notification_messages')
    const sentMails = mails.splice(0).map(({ to, subject }) => [to, subject])
    return {
      people: rows.map(({ user_id: id }) => id).toSorted(),
      texts: rows.map(({ text }) => text),
      sent: sentMails,
    }
  }
  const dispute = (status: Parameters<typeof stripe.dispute>[1], id?: string) =>
    stripe.dispute(intent, status, id)
  return { ...world, owner, intent, readMessages, dispute, recipients: [organiser.id, owner.id].toSorted() }
}

describe('a dispute', () => {
  test('is told to the organiser and the site’s owners when it opens and when it is decided, once each', async () => {
    const { readMessages, dispute, organiser, owner, recipients } = await setUp()
    const id = dispute('needs_response')
    const open = await readMessages()
    expect(open.people).toEqual(recipients)
    expect(new Set(open.texts)).toEqual(new Set([`A backer’s bank disputes $25 for Reel Deal`]))
    expect(open.sent.toSorted()).toEqual(
      [organiser, owner]
        .map(person => [emailOf(person), `A backer’s bank disputes a payment of $25 for Reel Deal`])
        .toSorted(),
    )
    dispute('under_review', id)
    expect(await readMessages()).toEqual({ people: [], texts: [], sent: [] })
    dispute('lost', id)
    const loss = await readMessages()
    expect([loss.people, new Set(loss.texts).size]).toEqual([recipients, 1])
    expect(loss.sent.filter(([, subject]) => subject?.startsWith('Lost: ')).length).toBe(2)
    dispute('won', id)
    expect((await readMessages()).sent.filter(([, subject]) => subject?.startsWith('Won: ')).length).toBe(2)
  })

  test('names the day by which it can be answered, and is not told to others', async () => {
    const { deliver, runJobs, dispute, mails, bo, captain } = await setUp()
    dispute('needs_response')
    await deliver()
    await runJobs()
    expect(
      mails.every(({ text }) => text.includes('in the dashboard of the payment provider by 2026-')),
    ).toBe(true)
    for (const { id } of [bo, captain]) expect(mails.map(({ to }) => to)).not.toContain(emailOf({ id }))
  })

  test('holds back the mail about winnings while the share is frozen, and sends it when the bank returns the money', async () => {
    const { db, setNow, deps, dispute, readMessages, confirm, mails, bo } = await setUp()
    const id = dispute('needs_response')
    await readMessages()
    const { ends_at: end } = await db.selectFrom('tournaments').select('ends_at').executeTakeFirstOrThrow()
    setNow(Math.max(end, deps.now()) + 1000)
    expect((await confirm(1000)).status).toBe(201)
    const toBacker = async () => (await readMessages()).sent.filter(([to]) => to === emailOf(bo))
    expect(await toBacker()).toEqual([])
    expect(mails).toEqual([])
    dispute('won', id)
    expect((await readMessages()).sent.map(([to]) => to)).toContain(emailOf(bo))
  })

  test('that opens before the mail about winnings is sent holds it back too, and one that opens later repeats none', async () => {
    const { db, setNow, deps, dispute, readMessages, confirm, bo } = await setUp()
    const { ends_at: end } = await db.selectFrom('tournaments').select('ends_at').executeTakeFirstOrThrow()
    const at = Math.max(end, deps.now()) + 1000
    setNow(at)
    expect((await confirm(1000)).status).toBe(201)
    setNow(at + 1000)
    const id = dispute('needs_response')
    const toBacker = async () => (await readMessages()).sent.filter(([to]) => to === emailOf(bo))
    expect(await toBacker()).toEqual([])
    dispute('won', id)
    expect(await toBacker()).toHaveLength(1)
    setNow(at + 2000)
    const later = dispute('needs_response')
    expect(await toBacker()).toEqual([])
    dispute('won', later)
    expect(await toBacker()).toEqual([])
  })

  test('is counted by the doctor and the owners’ checklist while it is open', async () => {
    const { dispute, readMessages, db, deps } = await setUp()
    const id = dispute('needs_response')
    await readMessages()
    const money = async () => (await readChecklist({ ...deps, db })).find(check => check.id === 'money')?.text
    expect(await money()).toStartWith('1 dispute of backers’ banks is open. Answer them')
    dispute('won', id)
    await readMessages()
    expect(await money()).not.toContain('dispute')
  })
})
