import { beforeAll, expect, test } from 'bun:test'
import { hour } from '#contract/time.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import {
  addEntry,
  addOwner,
  addSigned,
  addStaff,
  addTournament,
  pastDates,
} from '../../../tests/support/factories.ts'

let app: TestApp
const cookies = { owner: '', organiser: '', weighMaster: '', stranger: '' }
const ids = { live: '', past: '', empty: '' }

beforeAll(async () => {
  app = await makeTestApp()
  const { db } = app
  const [owner, organiser] = [await addOwner(db), await addSigned(db)]
  const [weighMaster, stranger] = [await addSigned(db), await addSigned(db)]
  const own = { organiser_id: organiser.id }
  const now = Date.now()
  const live = await addTournament(db, { ...own, name: 'Cup', starts_at: now - hour, ends_at: now + hour })
  const past = await addTournament(db, { ...own, name: 'Old Cup', ...pastDates() })
  for (const tournament_id of [live, past]) await addEntry(db, { tournament_id })
  await addStaff(db, { tournament_id: past, user_id: weighMaster.id, role: 'weigh-master' })
  Object.assign(ids, { live, past, empty: await addTournament(db, { ...own, name: 'New Cup' }) })
  Object.assign(cookies, {
    owner: owner.cookie,
    organiser: organiser.cookie,
    weighMaster: weighMaster.cookie,
    stranger: stranger.cookie,
  })
})

test.each([
  ['owner', '/admin', 'Checklist · Admin'],
  ['owner', '/admin?section=people', 'People · Admin'],
  ['owner', '/admin?section=legal', 'Terms and Policies · Admin'],
  ['owner', '/admin?section=nothing', 'Checklist · Admin'],
  ['owner', '/admin?section=constructor', 'Checklist · Admin'],
  ['stranger', '/admin?section=__proto__', 'Admin Not Found'],
  ['stranger', '/admin?section=people', 'Admin Not Found'],
  ['organiser', '/tournament/live/manage', 'Weigh-in · Manage Cup'],
  ['organiser', '/tournament/live/manage?section=staff', 'Staff · Manage Cup'],
  // It has no rules, so no section of protests.
  ['organiser', '/tournament/live/manage?section=protests', 'Weigh-in · Manage Cup'],
  ['organiser', '/tournament/past/manage', 'Results · Manage Old Cup'],
  ['organiser', '/tournament/empty/manage', 'Checklist · Manage New Cup'],
  ['weighMaster', '/tournament/past/manage', 'Weigh-in · Manage Old Cup'],
  ['weighMaster', '/tournament/past/manage?section=staff', 'Weigh-in · Manage Old Cup'],
  ['stranger', '/tournament/live/manage?section=staff', 'Manage Tournament'],
] as const)('for the %s, the document of %s is titled %s', async (who, path, title) => {
  const address = path.replace(/live|past|empty/, name => ids[name as keyof typeof ids])
  const html = await (await app.page(address, { cookie: cookies[who] })).text()
  expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe(`${title} · Reelstake`)
})
