import { expect, test } from 'bun:test'
import { hour } from '#contract/time.ts'
import { makeTestApp, type TestApp } from './support/app.ts'
import {
  addEntry,
  addFunding,
  addJob,
  addOwner,
  addSession,
  addSigned,
  addStaffInvitation,
  addTournament,
  nameValues,
  type Signed,
} from './support/factories.ts'
import { changeRows } from './support/rows.ts'
import { failRefund } from './support/states.ts'

/** Returns what a screen reader calls the page's buttons that begin so. */
async function namesOf({ page }: TestApp, path: string, { cookie }: Signed, begin: string) {
  const html = await (await page(path, { cookie, headers: { accept: 'text/html' } })).text()
  return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/gs)]
    .map(([, content = '']) => content.replaceAll(/<[^>]*>/g, ''))
    .filter(name => name.startsWith(begin))
}

const expectOwnNames = (names: readonly string[], count: number) => {
  expect(names).toHaveLength(count)
  expect([...new Set(names)]).toEqual([...names])
}

test('devices with the same browser', async () => {
  const app = await makeTestApp()
  const me = await addSigned(app.db)
  const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'
  for (const hours of [1, 5])
    await addSession(app.db, me.id, { user_agent, address: '10.0.0.7', seen_at: Date.now() - hours * hour })
  expectOwnNames(await namesOf(app, '/account', me, 'Sign out Chrome on Linux'), 2)
})

test('failed work of one kind, and failed refunds of one backer', async () => {
  const app = await makeTestApp()
  const owner = await addOwner(app.db)
  for (const _ of [1, 2]) await addJob(app.db, { state: 'failed' })
  expectOwnNames(await namesOf(app, '/admin?section=jobs', owner, 'Run Again'), 2)
  const backer = await addSigned(app.db)
  for (const amount_cents of [2500, 5000])
    await failRefund(
      app.db,
      await addFunding(app.db, { backer_id: backer.id, entry_id: await addEntry(app.db), amount_cents }),
    )
  await changeRows(app.db, 'fundings', { refund_requested_at: 1 })
  expectOwnNames(await namesOf(app, '/admin?section=payments', owner, 'Try Again'), 2)
})

test('people of one name, and their requests', async () => {
  const app = await makeTestApp({ ORGANISERS: 'approved' })
  const owner = await addOwner(app.db)
  for (const _ of [1, 2]) {
    const { cookie } = await addSigned(app.db, nameValues('Ana', 'Reyes'))
    const json = { content: 'The club’s spring cup' }
    expect((await app.page('/api/organiser-requests', { json, cookie })).status).toBe(201)
  }
  expectOwnNames(await namesOf(app, '/admin?section=people', owner, 'Manage Ana Reyes'), 2)
  expectOwnNames(await namesOf(app, '/admin?section=requests', owner, 'Approve Ana Reyes'), 2)
})

test('invitations to one role', async () => {
  const app = await makeTestApp()
  const organiser = await addSigned(app.db)
  const tournament = await addTournament(app.db, { organiser_id: organiser.id })
  const first = await addStaffInvitation(app.db, tournament, 'first')
  await changeRows(app.db, 'staff_invitations', { expires_at: Date.now() + 5 * hour }, { id: first })
  await addStaffInvitation(app.db, tournament, 'second')
  const path = `/tournament/${tournament}/manage?section=staff`
  expectOwnNames(await namesOf(app, path, organiser, 'Revoke'), 2)
})
