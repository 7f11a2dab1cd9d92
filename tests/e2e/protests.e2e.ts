import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { hour, minute } from '#contract/time.ts'
import type { Hold, Protest } from '#contract/tournaments/protests.ts'
import type { Awards } from '#contract/tournaments/scores.ts'
import {
  eventually,
  expectAccessible,
  expectAccessibleEverywhere,
  expectClean,
  expectFocused,
  expectTexts,
  layoutShift,
  type Member,
  reload,
  serveSite,
  untilListFocused,
  untilText,
  visit,
} from '../support/browser.ts'
import { addBoat, addCatch, addEntry, addTournament, setRules } from '../support/factories.ts'
import { heaviestRules } from '../support/protest-world.ts'

const site = serveSite()

/** An ended tournament whose protests close in 42 minutes: Reel Deal's fish was weighed after lines out. */
async function addScene({ rivals = 0 } = {}) {
  const [organiser, captain, rival] = [await site.addMember(), await site.addMember(), await site.addMember()]
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    name: 'Marina Cup',
    starts_at: now - 9 * hour,
    ends_at: now - 18 * minute,
  })
  await setRules(site.db, tournament, heaviestRules(), organiser.userId)
  const enter = (owner_id: Member['userId'], name: string) =>
    addEntry(site.db, { tournament_id: tournament }, { owner_id, name })
  const ladyLuck = await enter(captain.userId, 'Lady Luck')
  const reelDeal = await enter(rival.userId, 'Reel Deal')
  for (let n = 1; n <= rivals; n++) await enter(rival.userId, `Knot Today ${n}`)
  await addCatch(site.db, { entry_id: ladyLuck, weight_hundredths: 39_800, caught_at: now - 3 * hour })
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#3c6e8f' } })
    .webp()
    .toBuffer()
  const response = await fetch(`${site.url}/api/images`, {
    method: 'POST',
    body: new Uint8Array(picture),
    headers: {
      cookie: `${organiser.cookie.name}=${organiser.cookie.value}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'image/webp',
    },
  })
  const { id: imageId } = await response.json()
  const caughtAt = new Date(now - 30 * minute).toISOString()
  const { id: catchId } = await site.ask<{ id: string }>(
    organiser,
    'POST',
    `/api/tournament-entries/${reelDeal}/catches`,
    { weight: 412, species: 'Blue Marlin', caughtAt, imageId },
  )
  const file = (by: Member, json: object) =>
    site.ask<Protest>(by, 'POST', `/api/tournaments/${tournament}/protests`, json)
  return { organiser, captain, rival, tournament, ladyLuck, reelDeal, catchId, file }
}

describe('a captain', () => {
  test('whose rival’s fish was weighed after lines out does something about it, in three taps', async () => {
    const { captain, organiser, tournament, reelDeal, catchId } = await addScene({ rivals: 4 })
    const page = await site.open(`/tournament/${tournament}`, { member: captain, width: 360 })
    let taps = 0
    const tap = async (click: Promise<void>) => {
      await click
      taps += 1
    }
    const boats = page.getByRole('region', { name: 'Participating Boats' })
    await tap(boats.getByRole('heading', { name: 'Reel Deal' }).click())
    await tap(boats.getByRole('button', { name: 'File a Protest about Reel Deal' }).click())
    const dialog = page.getByRole('dialog', { name: 'Protest about Reel Deal' })
    await dialog.getByLabel('What happened').fill('Weighed at 5:20, lines were out at 5.')
    await dialog.getByLabel('Rule').fill('7.2')
    await tap(dialog.getByRole('button', { name: 'File Protest' }).click())
    await dialog.waitFor({ state: 'detached' })
    expect(taps).toBe(3)
    const protests = page.getByRole('region', { name: 'Protests' })
    await protests.getByText('1 protest, 1 open. Awards that it could change are on hold.').waitFor()
    const { awards } = await site.ask<Awards>(organiser, 'GET', `/api/tournaments/${tournament}/awards`)
    expect(awards.map(({ held }) => held)).toEqual([true, false])

    // A fish is named in the same form.
    await protests.getByRole('button', { name: 'File a Protest' }).click()
    const form = page.getByRole('dialog', { name: 'File a Protest' })
    await form.getByLabel('About', { exact: true }).selectOption(reelDeal)
    await form.getByRole('option', { name: /412/ }).waitFor({ state: 'attached' })
    await form.getByLabel('Which fish or penalty').selectOption(`catch ${catchId}`)
    await form.getByRole('button', { name: 'File Protest' }).click()
    await expectTexts(form, 'Say what happened')
    await expectFocused(form.getByLabel('What happened'))
    await expectAccessible(page)
    await form.getByLabel('What happened').fill('The scale read 402')
    await form.getByRole('button', { name: 'File Protest' }).click()
    await form.waitFor({ state: 'detached' })

    await protests.getByRole('link', { name: 'Read the protests' }).click()
    await page.getByRole('heading', { name: 'Protests', level: 1 }).waitFor()
    await page.getByText('Weighed at 5:20, lines were out at 5.').waitFor()
    await eventually(page.getByRole('img', { name: 'The fish' })).toHaveCount(1)
    await expectAccessibleEverywhere(page, 'protests-captain', [320, 360, 768, 1280])
    await reload(page)
    expect((await layoutShift(page)).score).toBeLessThan(0.02)
    await page.getByRole('button', { name: 'Withdraw Protest' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw Protest' }).click()
    await page.getByText('Withdrawn', { exact: true }).waitFor()
  })

  test('still has the protest that is half written when the time ends', async () => {
    const { captain, tournament } = await addScene()
    const page = await site.open('/tournaments', { member: captain, worker: false })
    // The server, which would say its own time, is out of reach.
    await page.route('**/api/events*', route => route.abort())
    await page.clock.install()
    await visit(page, `${site.url}/tournament/${tournament}/protests`)
    await page.getByRole('button', { name: 'File a Protest' }).click()
    const text = page.getByRole('dialog', { name: 'File a Protest' }).getByLabel('What happened')
    await text.fill('Weighed at 5:20')
    await page.clock.fastForward(hour)
    await untilText(page, /^Time for protests ended/)
    expect(await text.count()).toBe(1)
    await eventually(text).toHaveValue('Weighed at 5:20')
    expectClean(page, /api\/events/, /Failed to load resource/)
  })

  test('finds the answer again that was half written', async () => {
    const { captain, rival, tournament, reelDeal, file } = await addScene()
    await file(captain, { entryId: reelDeal, text: 'Lines out' })
    const page = await site.open(`/tournament/${tournament}/protests`, { member: rival })
    const open = page.getByRole('button', { name: /^Answer/ })
    await open.click()
    const text = page.getByRole('dialog', { name: 'Answer the Protest' }).getByLabel('Your answer')
    await text.fill('Our line was in at 5.')
    await reload(page)
    await open.click()
    await eventually(text).toHaveValue('Our line was in at 5.')
  })

  test('keeps the answer that is half written when the protest is decided, and reads why it can’t be sent', async () => {
    const { organiser, captain, rival, tournament, reelDeal, file } = await addScene()
    const { id } = await file(captain, { entryId: reelDeal, text: 'Lines out' })
    const page = await site.open(`/tournament/${tournament}/protests`, { member: rival, width: 360 })
    await site.untilWatched(page)
    await page.getByRole('button', { name: /^Answer/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Answer the Protest' })
    await dialog.getByLabel('Your answer').fill('Our line was in at 5.')
    await site.ask(organiser, 'POST', `/api/protests/${id}/decision`, {
      outcome: 'denied',
      text: 'No camera',
    })
    await page.getByText('No camera').waitFor()
    await dialog.getByText(/^This protest was denied while you wrote/).waitFor()
    await eventually(dialog.getByLabel('Your answer')).toHaveValue('Our line was in at 5.')
    expect(await dialog.getByRole('button', { name: 'Send Answer' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(page.getByRole('button', { name: /^Answer/ })).toHaveCount(0)
  })

  test('answers a protest against the boat; a visitor reads both', async () => {
    const { captain, rival, tournament, reelDeal, file } = await addScene()
    await file(captain, { entryId: reelDeal, text: 'Lines out' })
    const page = await site.open(`/tournament/${tournament}/protests`, { member: rival, width: 360 })
    await page
      .getByText('Reel Deal has 1 hour to answer.')
      .or(page.getByText(/has \d+ minutes? to answer/))
      .waitFor()
    await page.getByRole('button', { name: /^Answer/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Answer the Protest' })
    await dialog.getByLabel('Your answer').fill('Our line was in at 5.')
    await dialog.getByRole('button', { name: 'Send Answer' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Our line was in at 5.').waitFor()
    const visitor = await site.open(`/tournament/${tournament}/protests`)
    await expectTexts(visitor, 'Lines out', 'Our line was in at 5.')
    await eventually(visitor.getByRole('main').getByRole('button')).toHaveCount(0)
    await expectAccessible(visitor)
  })
})

describe('an organiser', () => {
  test('decides a protest', async () => {
    const { organiser, captain, rival, tournament, catchId, ladyLuck, file } = await addScene()
    const { id } = await file(captain, { catchId, rule: '7.2', text: 'Weighed after lines out' })
    const page = await site.open(`/tournament/${tournament}/manage`, { member: organiser, width: 1280 })
    await page
      .getByRole('navigation', { name: 'Manage' })
      .getByRole('link', { name: 'Protests 1 open' })
      .click()
    const desk = page.getByRole('region', { name: 'Protests' })
    await desk.getByText('Weighed after lines out').waitFor()
    await desk.getByRole('button', { name: /^Deny/ }).click()
    const denying = page.getByRole('dialog', { name: 'Deny the Protest' })
    await denying.getByText(/^Reel Deal can still answer until /).waitFor()
    await denying.getByRole('button', { name: 'Cancel' }).click()
    await denying.waitFor({ state: 'detached' })
    await site.ask(rival, 'POST', `/api/protests/${id}/answers`, { text: 'We were in the channel at 5.' })
    await desk.getByText('We were in the channel at 5.').waitFor()
    await expectTexts(desk, 'Weighed after lines out', 'We were in the channel at 5.', 'Rule: 7.2')
    await expectAccessibleEverywhere(page, 'protest-desk', [320, 360, 768, 1280])
    await desk.getByRole('button', { name: /^Uphold/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Uphold the Protest' })
    await dialog.getByRole('radio', { name: /^Disqualify the fish: 412/ }).waitFor()
    await eventually(dialog.getByText(/can still answer/)).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Uphold Protest' }).click()
    await expectTexts(dialog, 'Say why: everyone can read it')
    await expectAccessible(page)
    await dialog.getByLabel('Decision').fill('The camera shows it at 5:20.')
    await dialog.getByRole('button', { name: 'Uphold Protest' }).click()
    await dialog.waitFor({ state: 'detached' })
    const section = page.getByRole('region', { name: 'Decided' })
    await section.getByText('The fish is disqualified.').waitFor()
    await desk.getByText('No open protest').waitFor()
    await page.getByRole('link', { name: 'Protests', exact: true }).waitFor()
    const entry = await site.ask<{ currentPosition: number }>(
      null,
      'GET',
      `/api/tournament-entries/${ladyLuck}`,
    )
    expect(entry.currentPosition).toBe(1)
    const screen = await site.open(`/kiosk/${tournament}`)
    await screen.getByText('No fish counts').waitFor()

    await section.getByRole('button', { name: /^Reopen/ }).click()
    const reopening = page.getByRole('dialog', { name: 'Reopen the Protest' })
    await reopening.getByLabel('Reason').fill('A second camera')
    await reopening.getByRole('button', { name: 'Reopen Protest' }).click()
    await reopening.waitFor({ state: 'detached' })
    await desk.getByText(/: A second camera$/).waitFor()
    await desk.getByRole('button', { name: /^Uphold/ }).click()
    await dialog.getByRole('radio', { name: 'Reinstate the fish: 412 lbs Blue Marlin' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('button', { name: /^Deny/ }).click()
    const denial = page.getByRole('dialog', { name: 'Deny the Protest' })
    await denial.getByText(/it stays until you undo it: The fish is disqualified\. Undo it at/).waitFor()
    await denial.getByRole('link', { name: 'the catches' }).click()
    await page.getByRole('region', { name: 'Catches' }).waitFor()
  })

  test('keeps the decision that is half written when another organiser decides, and reads why it can’t be sent', async () => {
    const { organiser, captain, tournament, catchId, file } = await addScene()
    const { id } = await file(captain, { catchId, text: 'Weighed after lines out' })
    const page = await site.open(`/tournament/${tournament}/manage?section=protests`, { member: organiser })
    await site.untilWatched(page)
    const desk = page.getByRole('region', { name: 'Protests' })
    for (const [button, name, submit] of [
      [/^Uphold/, 'Uphold the Protest', 'Uphold Protest'],
      [/^Deny/, 'Deny the Protest', 'Deny Protest'],
    ] as const) {
      await desk.getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByLabel('Decision').fill('The camera shows it at 5:20.')
      await site.ask(organiser, 'POST', `/api/protests/${id}/decision`, {
        outcome: 'denied',
        text: 'No camera',
      })
      await page.getByText('No open protest').waitFor()
      await dialog.getByText(/^This protest was decided or withdrawn while you wrote/).waitFor()
      await eventually(dialog.getByLabel('Decision')).toHaveValue('The camera shows it at 5:20.')
      expect(await dialog.getByRole('button', { name: submit }).isDisabled()).toBe(true)
      // It can be sent once the protest is open again.
      await site.ask(organiser, 'POST', `/api/protests/${id}/reopening`, { reason: 'A second camera' })
      await eventually(dialog.getByRole('button', { name: submit })).toBeEnabled()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  })

  test('keeps what is half written when the same organiser reopens and lifts in another tab', async () => {
    const { organiser, captain, tournament, reelDeal, catchId, file } = await addScene()
    const { id } = await file(captain, { catchId, text: 'Weighed after lines out' })
    const decision = { outcome: 'denied', text: 'No camera' }
    await site.ask(organiser, 'POST', `/api/protests/${id}/decision`, decision)
    const hold = await site.ask<Hold>(organiser, 'POST', `/api/tournaments/${tournament}/holds`, {
      entryId: reelDeal,
      reason: 'Polygraph on Monday',
    })
    const page = await site.open(`/tournament/${tournament}/manage?section=protests`, { member: organiser })
    await site.untilWatched(page)

    await page.getByRole('button', { name: /^Reopen/ }).click()
    const reopening = page.getByRole('dialog', { name: 'Reopen the Protest' })
    await reopening.getByLabel('Reason').fill('A second camera')
    await site.ask(organiser, 'POST', `/api/protests/${id}/reopening`, { reason: 'Another tab' })
    await page.getByText(/^Opened again .*: Another tab$/).waitFor()
    await eventually(reopening.getByLabel('Reason')).toHaveValue('A second camera')
    await reopening.getByRole('button', { name: 'Reopen Protest' }).click()
    await reopening.getByText('This protest is open.').waitFor()
    await reopening.getByRole('button', { name: 'Cancel' }).click()
    await reopening.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Lift Hold of Reel Deal' }).click()
    const lift = page.getByRole('dialog', { name: 'Lift the Hold of Reel Deal' })
    await lift.getByLabel('Note').fill('Polygraph passed')
    await site.call(organiser, 'DELETE', `/api/holds/${hold.id}`, { note: 'Another tab' })
    await page.getByText(/, lifted .*: Another tab$/).waitFor()
    await eventually(lift.getByLabel('Note')).toHaveValue('Polygraph passed')
    await lift.getByRole('button', { name: 'Lift Hold' }).click()
    await lift.getByText('This hold is lifted already.').waitFor()
    await lift.getByRole('button', { name: 'Keep It' }).click()
    await lift.waitFor({ state: 'detached' })
    await eventually(page.getByRole('button', { name: /^Lift Hold/ })).toHaveCount(0)
    expectClean(page, /409/)
  })

  test('finds a decision that is half written with its protest after a reload, not with another of the same boats', async () => {
    const { organiser, captain, tournament, catchId, reelDeal, file } = await addScene()
    await file(captain, { catchId, text: 'Weighed after lines out' })
    await file(captain, { entryId: reelDeal, text: 'Lines in too early' })
    const page = await site.open(`/tournament/${tournament}/manage?section=protests`, { member: organiser })
    const dialog = page.getByRole('dialog', { name: 'Deny the Protest' })
    const deny = (text: string) =>
      page.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: /^Deny/ }).click()
    await deny('Weighed after lines out')
    await dialog.getByLabel('Decision').fill('The camera shows it at 5:20.')
    await reload(page)
    await deny('Lines in too early')
    await eventually(dialog.getByLabel('Decision')).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await deny('Weighed after lines out')
    await eventually(dialog.getByLabel('Decision')).toHaveValue('The camera shows it at 5:20.')
  })

  test('holds a boat and lifts the hold with a note', async () => {
    const { organiser, tournament, reelDeal } = await addScene()
    const page = await site.open(`/tournament/${tournament}/manage?section=protests`, { member: organiser })
    const holds = page.getByRole('region', { name: 'Held Boats' })
    await holds.getByRole('button', { name: 'Hold a Boat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hold a Boat' })
    await dialog.getByLabel('Boat').selectOption(reelDeal)
    await dialog.getByLabel('Reason').fill('Polygraph on Monday')
    await dialog.getByRole('button', { name: 'Hold Boat' }).click()
    await dialog.waitFor({ state: 'detached' })
    await holds.getByText('Polygraph on Monday').waitFor()
    await holds.getByRole('button', { name: 'Lift Hold of Reel Deal' }).click()
    const lift = page.getByRole('dialog', { name: 'Lift the Hold of Reel Deal' })
    await lift.getByLabel('Note').fill('Polygraph passed')
    await lift.getByRole('button', { name: 'Lift Hold' }).click()
    await lift.waitFor({ state: 'detached' })
    await holds.getByText(/Polygraph passed$/).waitFor()
    await untilListFocused(holds)
    await untilText(page, 'Polygraph on Monday')
  })
})

test('a protest that is being written stays when the tournament ends', async () => {
  const [organiser, captain] = [await site.addMember(), await site.addMember()]
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    starts_at: now - 9 * hour,
    ends_at: now + hour,
  })
  await setRules(site.db, tournament, heaviestRules(), organiser.userId)
  const boat_id = await addBoat(site.db, { owner_id: captain.userId, name: 'Lady Luck' })
  await addEntry(site.db, { tournament_id: tournament, boat_id })
  const page = await site.open(`/tournament/${tournament}`, { member: captain })
  await site.untilWatched(page)
  const notice = page.getByRole('region', { name: 'Protests' })
  await notice.getByRole('button', { name: 'File a Protest' }).click()
  const text = page.getByRole('dialog', { name: 'File a Protest' }).getByLabel('What happened')
  await text.fill('Lines in too early')
  await site.ask(organiser, 'PATCH', `/api/tournaments/${tournament}`, {
    endDate: new Date().toISOString(),
  })
  await page.getByText('Completed', { exact: true }).first().waitFor()
  await eventually(text).toHaveValue('Lines in too early')
})

test('a tournament without rules shows no protests', async () => {
  const organiser = await site.addMember()
  const tournament = await addTournament(site.db, { organiser_id: organiser.userId })
  const page = await site.open(`/tournament/${tournament}`, { member: organiser })
  await eventually(page.getByText(/protest/i)).toHaveCount(0)
  await visit(page, `${site.url}/tournament/${tournament}/manage`)
  await eventually(page.getByRole('link', { name: 'Protests' })).toHaveCount(0)
})
