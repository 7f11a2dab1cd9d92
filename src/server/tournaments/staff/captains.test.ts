import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { fundingTexts } from '#contract/money/funding-texts.ts'
import { day, minute } from '#contract/time.ts'
import type { BoatList, CaptainLink } from '#contract/tournaments/entries.ts'
import type { CreatedStaffInvitation } from '#contract/tournaments/staff.ts'
import { addCrew, addOwner, addScene, addSigned, emailOf } from '../../../../tests/support/factories.ts'
import { addPost } from '../../../../tests/support/posts.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'

const seaFox = {
  name: 'Sea Fox',
  captainName: 'Bo Lind',
  email: 'bo@example.com',
  fundingGoal: '5000',
  payoutPercentage: 40,
}

async function setUp(env: Record<string, string> = {}) {
  const scene = await makeScene({}, { env })
  const { db, page, tournament, organiser } = scene
  const send = (boats: readonly object[], more: object = {}, cookie = organiser.cookie) =>
    page(`/api/tournaments/${tournament}/boat-list`, { json: { boats, ...more }, cookie })
  const enter = async (...boats: object[]): Promise<BoatList> => (await send(boats)).json()
  const listEntries = () =>
    db
      .selectFrom('entries')
      .innerJoin('boats', 'boats.id', 'entries.boat_id')
      .select(['entries.id', 'boats.id as boat', 'boats.name', 'boats.owner_id', 'entries.awaits_captain'])
      .where('boats.name', '!=', 'Reel Deal')
      .orderBy('entries.id')
      .execute()
  const mails = () => db.selectFrom('mails').select(['recipient', 'text']).orderBy('id').execute()
  const tokens = async () => (await mails()).map(({ text }) => /invitation\/(\S+)/.exec(text)?.[1] ?? 'none')
  const accept = (token: string, cookie: string) =>
    page(`/api/staff-invitations/${token}/accept`, { method: 'POST', cookie })
  const again = (entry: string, json: object, cookie = organiser.cookie) =>
    page(`/api/tournament-entries/${entry}/captain-invitation`, { json, cookie })
  return { ...scene, send, enter, listEntries, mails, tokens, accept, again }
}

describe('a list of boats', () => {
  test('is refused to others, when it is empty, too long or wrong, and then enters nothing', async () => {
    const { send, stranger, captain, listEntries, mails } = await setUp()
    expect((await send([seaFox], {}, '')).status).toBe(401)
    for (const { cookie } of [stranger, captain]) expect((await send([seaFox], {}, cookie)).status).toBe(403)
    const many = Array.from({ length: limits.listedBoats + 1 }, (_, i) => ({ ...seaFox, name: `Boat ${i}` }))
    for (const boats of [[], many]) expect((await send(boats)).status).toBe(400)
    const wrong = await send([
      seaFox,
      { ...seaFox, name: 'x'.repeat(61), email: 'bo' },
      { ...seaFox, fundingGoal: '', payoutPercentage: 'half' },
    ])
    expect(wrong.status).toBe(400)
    const paths = (await wrong.json()).issues.map(({ path }: { path: string }) => path)
    expect(paths.toSorted()).toEqual([
      'boats.1.email',
      'boats.1.name',
      'boats.2.fundingGoal',
      'boats.2.payoutPercentage',
    ])
    expect([await listEntries(), await mails()]).toEqual([[], []])
  })

  test('is previewed, then entered once, however often it is sent; each captain gets one mail', async () => {
    const { send, enter, listEntries, mails, organiser, db } = await setUp()
    const other = { ...seaFox, name: 'Zephyr', email: 'zoe@example.com' }
    const preview: BoatList = await (await send([seaFox], { preview: true })).json()
    expect(preview.boats).toEqual([{ name: 'Sea Fox', captainName: 'Bo Lind', known: false, mailed: false }])
    expect(await listEntries()).toEqual([])
    expect((await enter(seaFox)).boats).toMatchObject([{ known: false, mailed: true }])
    const twice = { ...seaFox, name: 'SEA  fox' }
    expect((await enter(twice, other, other)).boats.map(({ known }) => known)).toEqual([true, false, true])
    expect(await listEntries()).toMatchObject([
      { name: 'Sea Fox', owner_id: organiser.id, awaits_captain: 1 },
      { name: 'Zephyr', owner_id: organiser.id, awaits_captain: 1 },
    ])
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['bo@example.com', 'zoe@example.com'])
    const actions = await db
      .selectFrom('events')
      .select(['kind', 'text'])
      .where('text', 'is not', null)
      .execute()
    expect(actions).toEqual([
      { kind: 'boats-listed', text: '1 boat' },
      { kind: 'boats-listed', text: '1 boat' },
    ])
  })
})

describe('a boat from the list', () => {
  test('sends 20 mails a day to one address, whoever it belongs to; the boats enter anyway', async () => {
    const { enter, listEntries, again, sendMails, testApp } = await setUp({ RATE_LIMIT: 'on' })
    const isMailed: boolean[] = []
    for (let n = 0; n <= limits.captainMailsPerAddress; n++) {
      const email = n % 2 ? 'bo@example.com' : 'Bo@Example.com'
      const { boats } = await enter({ ...seaFox, name: `Boat ${n}`, email })
      isMailed.push(...boats.map(({ mailed }) => mailed))
      await sendMails()
    }
    expect(isMailed).toEqual([...Array(limits.captainMailsPerAddress).fill(true), false])
    expect(testApp.mails.length).toBe(limits.captainMailsPerAddress)
    const last = (await listEntries()).at(-1)?.id ?? newId<'entry'>()
    testApp.setNow(testApp.deps.now() + limits.captainMailPauseMinutes * minute)
    expect(await statusAndMessage(await again(last, {}))).toEqual([
      409,
      'This address got too many mails. Please try again later.',
    ])
    expect((await again(last, { email: 'ann@example.com' })).status).toBe(204)
  })

  test('takes no money until its captain takes it over, and cannot be entered elsewhere', async () => {
    const {
      enter,
      listEntries,
      tokens,
      accept,
      page,
      intend,
      stranger,
      captain,
      organiser,
      tournament,
      db,
      again,
    } = await setUp()
    await enter(seaFox)
    const [entry] = await listEntries()
    if (!entry) throw new Error('The boat is missing.')
    const readEntry = async () => (await page(`/api/tournament-entries/${entry.id}`)).json()
    expect(await readEntry()).toMatchObject({ fundingOpen: false, awaitsCaptain: true })
    const pay = () => intend(captain.cookie, 50, { tournamentEntryId: entry.id })
    expect(await statusAndMessage(await pay())).toEqual([409, fundingTexts.awaitsCaptain])
    const elsewhere = await addScene(db, { organiser_id: organiser.id })
    const terms = { boatId: entry.boat, fundingGoal: 500, payoutPercentage: 40 }
    const entering = { json: terms, cookie: organiser.cookie }
    expect((await page(`/api/tournaments/${elsewhere.tournament}/entries`, entering)).status).toBe(409)

    const [token = ''] = await tokens()
    expect((await accept(token, '')).status).toBe(401)
    expect((await accept(token, organiser.cookie)).status).toBe(409)
    expect(await (await page(`/api/staff-invitations/${token}`)).json()).toMatchObject({
      role: 'captain',
      entry: { id: entry.id, fundingGoal: '5000.00' },
    })
    const answer = await accept(token, stranger.cookie)
    expect([answer.status, await answer.json()]).toEqual([200, { tournamentId: tournament, role: null }])
    expect((await accept(token, captain.cookie)).status).toBe(410)
    expect((await accept(token, stranger.cookie)).status).toBe(200)
    expect(await listEntries()).toMatchObject([{ owner_id: stranger.id, awaits_captain: 0 }])
    expect(await readEntry()).toMatchObject({ fundingOpen: true })
    expect(await readEntry()).not.toHaveProperty('awaitsCaptain')
    expect((await pay()).status).toBe(200)
    expect((await again(entry.id, {})).status).toBe(409)
    const [invitation] = await db.selectFrom('staff_invitations').selectAll().execute()
    expect(invitation).toMatchObject({ email: null, accepted_by: stranger.id })
    expect(JSON.stringify(invitation)).not.toContain(token)
  })

  test('its link expires, and is sent again by the organiser only, not at once; the former one ends', async () => {
    const { enter, listEntries, tokens, mails, accept, again, captain, stranger, setNow, db } = await setUp()
    await enter(seaFox)
    const [entry] = await listEntries()
    const id = entry?.id ?? ''
    const start = Date.now()
    expect((await again(id, {}, captain.cookie)).status).toBe(403)
    expect((await again(id, {})).status).toBe(409)
    setNow(start + limits.captainMailPauseMinutes * minute + 1000)
    expect((await again(id, { email: 'nobody' })).status).toBe(400)
    expect((await again(id, { email: 'new@example.com' })).status).toBe(204)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['bo@example.com', 'new@example.com'])
    const [former = '', latest = ''] = await tokens()
    expect((await accept(former, stranger.cookie)).status).toBe(404)
    const { expires_at } = await db
      .selectFrom('staff_invitations')
      .select('expires_at')
      .executeTakeFirstOrThrow()
    expect(Math.round((expires_at - start) / day)).toBe(limits.captainInvitationDays)
    await changeRows(db, 'staff_invitations', { expires_at: start })
    expect((await accept(latest, stranger.cookie)).status).toBe(410)
  })

  test('without an address is handed over by a link that the organiser makes; a new one ends the former', async () => {
    const { enter, listEntries, mails, accept, again, page, organiser, captain, stranger } = await setUp()
    const { email: _, ...withoutEmail } = seaFox
    const boats = (await enter({ ...withoutEmail, ifGoalMissed: 'refund' })).boats
    expect(boats).toMatchObject([{ known: false, mailed: false }])
    expect(await mails()).toEqual([])
    const [entry] = await listEntries()
    const id = entry?.id ?? ''
    expect(await (await page(`/api/tournament-entries/${id}`)).json()).toMatchObject({
      ifGoalMissed: 'refund',
      awaitsCaptain: true,
    })
    const link = (cookie = organiser.cookie) =>
      page(`/api/tournament-entries/${id}/captain-link`, { method: 'POST', cookie })
    expect([(await link('')).status, (await link(captain.cookie)).status]).toEqual([401, 403])
    const unknown = await again(id, {})
    expect([unknown.status, (await unknown.json()).issues]).toMatchObject([400, [{ path: 'email' }]])
    const tokenOf = async (answer: Response) => {
      const captainLink: CaptainLink = await answer.json()
      expect([answer.status, captainLink.qrCode.startsWith('<svg')]).toEqual([201, true])
      return /invitation\/(\S+)$/.exec(captainLink.link)?.[1] ?? ''
    }
    const [former, latest] = [await tokenOf(await link()), await tokenOf(await link())]
    expect((await accept(former, stranger.cookie)).status).toBe(404)
    expect((await accept(latest, organiser.cookie)).status).toBe(409)
    expect((await accept(latest, stranger.cookie)).status).toBe(200)
    expect(await listEntries()).toMatchObject([{ owner_id: stranger.id, awaits_captain: 0 }])
    expect((await link()).status).toBe(409)
  })

  test('is not among the organiser’s own boats, but among those of its captain', async () => {
    const { enter, tokens, accept, page, tournament, organiser, stranger } = await setUp()
    await enter(seaFox)
    const namesOf = async ({ cookie }: { cookie: string }) => {
      const lists = [
        '/api/boats?mine=true',
        '/api/boats?mine=false',
        '/api/tournament-boats',
        '/api/my-boats/entries',
      ]
      const [mine, others, shown, own] = await Promise.all(
        lists.map(async path => JSON.stringify(await (await page(path, { cookie })).json())),
      )
      const entries: unknown[] = await (await page(`/api/tournaments/${tournament}/mine`, { cookie })).json()
      return [...[mine, others, shown, own].map(list => list?.includes('Sea Fox')), entries.length]
    }
    expect(await namesOf(organiser)).toEqual([false, true, true, false, 0])
    const [token = ''] = await tokens()
    await accept(token, stranger.cookie)
    expect(await namesOf(stranger)).toEqual([true, false, false, true, 1])
    expect(await namesOf(organiser)).toEqual([false, true, true, false, 0])
  })

  test('keeps no crew that its organiser approved, only who asks to join', async () => {
    const { enter, listEntries, tokens, accept, page, db, organiser, stranger } = await setUp()
    await enter(seaFox)
    const [{ boat = newId<'boat'>() } = {}] = await listEntries()
    const readAssignment = async () =>
      (
        await page('/api/crew/assignment', {
          method: 'PUT',
          json: { boatId: boat },
          cookie: organiser.cookie,
        })
      ).json()
    expect(await readAssignment()).toMatchObject({ approved: true })
    await addCrew(db, { boat_id: boat })
    const asks = await addCrew(db, { boat_id: boat, approved_at: null })
    const [token = ''] = await tokens()
    await accept(token, stranger.cookie)
    const crew = await page(`/api/boats/${boat}/crew`, { cookie: stranger.cookie })
    expect(await crew.json()).toMatchObject([{ userId: asks, approved: false }])
    expect(await readAssignment()).toMatchObject({ approved: false })
  })

  test('has its captain as crew at once who asked to join it before, with what they posted meanwhile', async () => {
    const { enter, listEntries, tokens, accept, page, db, stranger } = await setUp()
    await enter(seaFox)
    const [{ boat = newId<'boat'>() } = {}] = await listEntries()
    const { cookie } = stranger
    await page('/api/crew/assignment', { method: 'PUT', json: { boatId: boat }, cookie })
    const post = await addPost(db, { author_id: stranger.id, visibility: 'Backers' })
    const [token = ''] = await tokens()
    expect((await accept(token, cookie)).status).toBe(200)
    expect(await (await page('/api/crew/assignment', { cookie })).json()).toMatchObject({
      boatId: boat,
      approved: true,
    })
    expect(await (await page(`/api/crew/posts/${post}`, { cookie })).json()).toMatchObject({
      boat: { id: boat },
    })
  })

  test('shows its captain that it was taken over, and offers it no more', async () => {
    const { enter, tokens, accept, page, stranger } = await setUp()
    await enter(seaFox)
    const [token = ''] = await tokens()
    const read = async () => {
      const offer = await (await page(`/api/staff-invitations/${token}`, { cookie: stranger.cookie })).json()
      const html = await (await page(`/invitation/${token}`, { cookie: stranger.cookie })).text()
      const [, heading] = /<h1[^>]*>([^<]*)/.exec(html) ?? []
      return [
        offer.accepted,
        heading,
        html.includes('Take Over'),
        html.includes('You have taken Sea Fox over.'),
      ]
    }
    expect(await read()).toEqual([undefined, 'You’re Invited', true, false])
    await accept(token, stranger.cookie)
    expect(await read()).toEqual([true, 'Invitation Accepted', false, true])
  })

  test('that is withdrawn is nobody’s to take over', async () => {
    const { enter, listEntries, tokens, accept, page, organiser, stranger } = await setUp()
    await enter(seaFox)
    const [entry] = await listEntries()
    const withdrawal = { method: 'DELETE', json: { reason: 'Engine failure' }, cookie: organiser.cookie }
    expect((await page(`/api/tournament-entries/${entry?.id}`, withdrawal)).status).toBe(204)
    const [token = ''] = await tokens()
    expect((await accept(token, stranger.cookie)).status).toBe(404)
  })

  test('that is withdrawn is among the organiser’s own boats, who can enter it again', async () => {
    const { enter, listEntries, page, tournament, organiser } = await setUp()
    await enter(seaFox)
    const [entry] = await listEntries()
    const withdrawal = { method: 'DELETE', json: { reason: 'Engine failure' }, cookie: organiser.cookie }
    await page(`/api/tournament-entries/${entry?.id}`, withdrawal)
    const own = await (await page('/api/boats?mine=true', { cookie: organiser.cookie })).json()
    expect(own).toMatchObject([{ id: entry?.boat, name: 'Sea Fox' }])
    const json = { boatId: entry?.boat, fundingGoal: 5000, payoutPercentage: 40 }
    const answer = await page(`/api/tournaments/${tournament}/entries`, { json, cookie: organiser.cookie })
    expect(answer.status).toBe(201)
    const mine = await (
      await page(`/api/tournaments/${tournament}/mine`, { cookie: organiser.cookie })
    ).json()
    expect(mine).toEqual([{ entryId: (await answer.json()).id, isOwner: true }])
  })
})

describe('when the tournament gets another organiser', () => {
  const appoint = async (scene: Awaited<ReturnType<typeof setUp>>) => {
    const [owner, heir] = [await addOwner(scene.db), await addSigned(scene.db)]
    const path = `/api/admin/tournaments/${scene.tournament}/organiser`
    const answer = await scene.page(path, {
      method: 'PUT',
      json: { email: emailOf(heir) },
      cookie: owner.cookie,
    })
    expect(answer.status).toBe(204)
    return heir
  }

  test('the captain’s link ends, and the next organiser sends another without the address', async () => {
    const scene = await setUp()
    const { enter, listEntries, tokens, accept, again, mails, organiser, stranger, wait } = scene
    await enter(seaFox)
    const [entry] = await listEntries()
    const [token = ''] = await tokens()
    wait(limits.captainMailPauseMinutes * minute + 1000)
    const heir = await appoint(scene)
    for (const { cookie } of [organiser, stranger]) expect((await accept(token, cookie)).status).toBe(410)
    expect((await again(entry?.id ?? '', {}, heir.cookie)).status).toBe(204)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['bo@example.com', 'bo@example.com'])
    expect((await accept((await tokens())[1] ?? '', stranger.cookie)).status).toBe(200)
  })

  const handOver = async ({ page, db, tournament, organiser, accept }: Awaited<ReturnType<typeof setUp>>) => {
    const heir = await addSigned(db)
    const offer = await page(`/api/tournaments/${tournament}/staff-invitations`, {
      json: { role: 'organiser' },
      cookie: organiser.cookie,
    })
    const { link }: CreatedStaffInvitation = await offer.json()
    expect((await accept(link.split('/').at(-1) ?? '', heir.cookie)).status).toBe(200)
    return heir
  }

  test.each([
    ['appointed by the site’s owner', appoint],
    ['who took it over', handOver],
  ])('the boats that wait are those of the one %s', async (_, change) => {
    const scene = await setUp()
    const { enter, listEntries, page, organiser } = scene
    await enter(seaFox)
    const [entry] = await listEntries()
    const boat = entry?.boat ?? ''
    await page('/api/crew/assignment', { method: 'PUT', json: { boatId: boat }, cookie: organiser.cookie })
    const heir = await change(scene)
    expect(await listEntries()).toMatchObject([{ owner_id: heir.id, awaits_captain: 1 }])
    const rename = async ({ cookie }: { cookie: string }) => [
      (await page(`/api/boats/${boat}`, { method: 'PATCH', json: { name: 'Sea Wolf' }, cookie })).status,
      (
        await page(`/api/tournament-entries/${entry?.id}`, {
          method: 'PATCH',
          json: { fundingGoal: '900' },
          cookie,
        })
      ).status,
      (
        await page('/api/tournament-updates', {
          json: { tournamentEntryId: entry?.id, content: 'Hi' },
          cookie,
        })
      ).status,
    ]
    const former = await page('/api/crew/assignment', { cookie: organiser.cookie })
    expect(await former.json()).toMatchObject({ boatId: null })
    expect((await rename(organiser)).slice(0, 2)).toEqual([403, 403])
    expect(await rename(heir)).toEqual([200, 200, 201])
  })

  test('a boat that was withdrawn stays with who entered it, who may have entered it elsewhere', async () => {
    const scene = await setUp()
    const { enter, listEntries, page, organiser } = scene
    await enter(seaFox)
    const [entry] = await listEntries()
    await page(`/api/tournament-entries/${entry?.id}`, {
      method: 'DELETE',
      json: { reason: 'Engine failure' },
      cookie: organiser.cookie,
    })
    await appoint(scene)
    expect(await listEntries()).toMatchObject([{ owner_id: organiser.id }])
  })
})

test('a payment without a boat can’t name one that waits for its captain', async () => {
  const { enter, listEntries, begin, fund, db } = await setUp()
  await enter(seaFox)
  const [entry] = await listEntries()
  const intent = await begin(undefined, 50, {})
  const answer = await fund(intent, undefined, '50.00', entry?.id)
  expect(await statusAndMessage(answer)).toEqual([409, fundingTexts.awaitsCaptain])
  const { total } = await db
    .selectFrom('entries')
    .select(({ fn }) => fn.sum<number>('current_funding_cents').as('total'))
    .where('awaits_captain', '=', 1)
    .executeTakeFirstOrThrow()
  expect(total).toBe(0)
})
