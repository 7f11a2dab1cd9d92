import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { hour } from '#contract/time.ts'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import { scoringTexts } from '#contract/tournaments/scoring/scoring-texts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import {
  axe,
  dismissToast,
  errorsOf,
  eventually,
  expectClean,
  expectNoSidewaysScroll,
  holdRequests,
  type Member,
  openRow,
  ready,
  reload,
  serveSite,
  untilText,
  visit,
} from '../support/browser.ts'
import { addBoat, addEntry, addFunding, addStaff, addTournament } from '../support/factories.ts'
import { bassRules } from '../support/ruled-world.ts'

const site = serveSite()

async function fillTournament(page: Page, name: string): Promise<void> {
  await page.getByLabel('Tournament Name').fill(name)
  await page.getByLabel('Start Date').fill('2030-06-07T06:00')
  await page.getByLabel('End Date').fill('2030-06-08T15:00')
}

const toRules = (page: Page) =>
  page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Rules', exact: true }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save Rules' }).click()
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

const rulesOf = async (tournament: string, member: Member | null = null) =>
  (await site.ask<TournamentRules>(member, 'GET', `/api/tournaments/${tournament}/rules`)).rules

const idIn = (page: Page) => /tournament\/([^/]+)/.exec(page.url())?.[1] ?? ''

describe('a new organiser', () => {
  test('adds a $500 jackpot for the heaviest dolphin, 60/40, to a tournament for the heaviest fish', async () => {
    const organiser = await site.addMember()
    const page = await site.open('/create-tournament', { member: organiser, width: 360, zone: 'UTC' })
    await fillTournament(page, 'Dolphin Derby')
    await eventually(page.getByLabel('Heaviest fish – as now')).toBeChecked()
    await page.getByRole('button', { name: 'Create Tournament' }).click()
    await page.waitForURL(/\/tournament\/[^/]+$/)
    const tournament = idIn(page)
    await visit(page, `${page.url()}/manage`)
    expect(await rulesOf(tournament)).toBeNull()

    await toRules(page)
    await page.getByRole('button', { name: 'Add a Jackpot' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a Jackpot' })
    await dialog.getByLabel('Name').fill('Dolphin Jackpot')
    await dialog.getByLabel('Fee per Boat').fill('500')
    await eventually(dialog.getByText(/ = \$/)).toHaveCount(0)
    await dialog.getByLabel('For').selectOption('The heaviest of a species')
    await dialog.getByLabel('Species', { exact: true }).fill('Dolphin')
    await dialog.getByRole('radio', { name: '60/40' }).check()
    await axe(page)
    await dialog.getByRole('button', { name: 'Add Jackpot' }).click()
    await dialog.waitFor({ state: 'detached' })
    await preview(page).getByRole('heading', { name: 'Dolphin Jackpot: $1,500' }).waitFor()
    await preview(page).getByText('$900', { exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
    await axe(page)
    await save(page)
    await untilText(page, 'Rules saved')
    expect(await rulesOf(tournament)).toMatchObject({
      preset: 'heaviest',
      categories: [{ species: null }, { name: 'Heaviest Dolphin', species: ['Dolphin'] }],
      pots: [{ name: 'Dolphin Jackpot', entry: 'chosen', fee: '500.00', payback: 100 }],
      awards: [{ category: 'heaviest-dolphin', split: { percents: [[60, 40]] } }],
    })

    const reader = await site.open(`/tournament/${tournament}/rules`, { width: 360, script: false })
    await untilText(reader, /^Version 1, since /)
    await untilText(reader, 'Dolphin Jackpot: $500 a boat. Boats choose to be in it.')
    await untilText(reader, /^All of Dolphin Jackpot is paid for Heaviest Dolphin. It is split 60\/40\./)
    await visit(page, `${site.url}/tournament/${tournament}`)
    await page.getByRole('link', { name: 'How it is scored' }).click()
    await page.waitForURL(/\/rules$/)
  })

  test('fishes for five, with a prize for the biggest; a bad rule is shown at its row', async () => {
    const organiser = await site.addMember()
    const page = await site.open('/create-tournament', { member: organiser, width: 1280, zone: 'UTC' })
    await fillTournament(page, 'Bass Open')
    await page.getByLabel('Five-fish limit').check()
    await untilText(page, /Each boat’s five heaviest fish a day count\./)
    await axe(page)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.waitForURL(/\/manage\?section=rules$/)
    await ready(page)
    const tournament = idIn(page)
    expect(await rulesOf(tournament)).toMatchObject({
      preset: 'five-fish',
      timeZone: 'UTC',
      days: [
        { name: 'Friday', linesIn: '2030-06-07T06:00:00.000Z', linesOut: '2030-06-07T15:00:00.000Z' },
        { name: 'Saturday' },
      ],
    })

    await page.getByRole('button', { name: 'Add a Prize' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a Prize' })
    await dialog.getByLabel('Name').fill('Big Bass')
    await dialog.getByLabel('Prize Money').fill('1000')
    expect(await dialog.getByLabel('For').locator('option:checked').textContent()).toBe('Biggest Fish')
    expect(await dialog.getByRole('radio', { name: 'Winner takes all' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Add Prize' }).click()
    await preview(page).getByRole('heading', { name: 'Big Bass: $1,000' }).waitFor()

    const dead = page.getByRole('group', { name: 'Dead' })
    await eventually(dead.getByLabel('Weight')).toHaveValue('-4')
    const award = page.getByRole('group', { name: 'award Big Bass' })
    await award.getByLabel('Split by Place').fill('70/40')
    await preview(page).getByText(scoringTexts.rowTooLarge).waitFor()
    const friday = page.getByRole('group', { name: 'Friday' })
    await friday.getByLabel('Lines In').fill('2030-06-07T16:00')
    await page.getByRole('group', { name: 'Biggest Fish' }).getByLabel('Category').fill('Lunker')
    await save(page)
    await award.getByText(scoringTexts.rowTooLarge).waitFor()
    expect(await errorsOf(friday)).toEqual([scoringTexts.linesOutEarly])
    expect(await errorsOf(award)).toEqual([scoringTexts.rowTooLarge])
    await eventually(award.getByLabel('Split by Place')).toHaveValue('70/40')
    await page.getByRole('group', { name: 'Lunker' }).waitFor()
    await axe(page)

    await award.getByLabel('Split by Place').fill('70/30')
    await friday.getByLabel('Lines In').fill('2030-06-07T07:00')
    await save(page)
    await untilText(page, 'Rules saved')
    expect(await rulesOf(tournament)).toMatchObject({
      days: [{ linesIn: '2030-06-07T07:00:00.000Z' }, {}],
      categories: [{}, { name: 'Lunker' }],
      awards: [{ category: 'biggest-fish', split: { percents: [[70, 30]] } }],
    })
    expectClean(page, /status of 400/)
  })

  test('begins with own rules, and can take a format back', async () => {
    const organiser = await site.addMember()
    const page = await site.open('/create-tournament', { member: organiser, zone: 'UTC' })
    await fillTournament(page, 'Own Cup')
    await page.getByLabel('My own').check()
    await page.getByRole('button', { name: 'Create Tournament' }).click()
    await page.waitForURL(/\/manage\?section=rules$/)
    await ready(page)
    expect((await rulesOf(idIn(page)))?.preset).toBeNull()
    const species = page.getByRole('button', { name: 'Add a Species' })
    await species.click()
    await page.keyboard.type('Wahoo')
    await page.getByRole('group', { name: 'Wahoo' }).waitFor()
    await page.getByLabel('How is it scored?').selectOption('Release points')
    await page.getByRole('group', { name: 'Sailfish' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('group', { name: 'Wahoo' }).getByRole('button', { name: 'Remove Wahoo' }).click()
    await page.getByRole('group', { name: 'Wahoo' }).waitFor({ state: 'detached' })
  })
})

async function addRuled(starts: number) {
  const [organiser, captain] = [await site.addMember(), await site.addMember()]
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    name: 'Bass Open',
    starts_at: now + starts,
    ends_at: now + 24 * hour,
  })
  const rules = bassRules({
    awards: [
      {
        key: 'big',
        name: 'Big Bass',
        pot: 'level-b',
        percent: 100,
        category: 'biggest-fish',
        split: { percents: [[100], [70, 30]] },
        unclaimed: 'kept',
      },
    ],
  })
  const put = { rules: starts > 0 ? rules : { ...rules, pots: [], awards: [] }, reason: 'Bass' }
  await site.ask(organiser, 'PUT', `/api/tournaments/${tournament}/rules`, put)
  const enter = (name: string) =>
    addEntry(site.db, { tournament_id: tournament }, { owner_id: captain.userId, name })
  return { organiser, captain, tournament, enter }
}

describe('once there are rules', () => {
  test('a captain asks for a jackpot and shares only that; the organiser confirms it', async () => {
    const { organiser, captain, tournament } = await addRuled(hour)
    await addBoat(site.db, { owner_id: captain.userId, name: 'Reel Deal' })
    const page = await site.open(`/tournament/${tournament}`, { member: captain, width: 1280 })
    await page.getByRole('button', { name: 'Enter a Boat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a Boat' })
    await dialog.getByLabel('Funding Goal').fill('1000')
    await dialog.getByLabel('Payout Percentage').fill('40')
    await dialog.getByLabel('Level B – $500').check()
    await dialog.getByLabel('Only what it wins in some jackpots').check()
    await dialog.getByRole('group', { name: 'Shared with backers' }).getByLabel('Level B').check()
    const addPart = dialog.getByRole('button', { name: 'Add a Part' })
    await addPart.click()
    await eventually(dialog.getByRole('textbox', { name: 'Part' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Remove this part' }).click()
    await eventually(dialog.locator(':focus')).toHaveCount(1)
    await addPart.click()
    await dialog.getByRole('textbox', { name: 'Part' }).fill('Jackpot')
    await dialog.getByLabel('Amount').fill('900')
    await dialog.getByRole('button', { name: 'Enter Boat' }).click()
    expect(await errorsOf(dialog)).toEqual(['The parts must add up to the goal'])
    await dialog.getByLabel('Amount').fill('1000')
    await dialog.getByRole('button', { name: 'Enter Boat' }).click()
    await page.getByRole('button', { name: 'Jackpots of Reel Deal' }).waitFor()
    const { entries } = await site.ask<{ entries: Entry[] }>(captain, 'GET', `/api/tournaments/${tournament}`)
    expect(entries).toMatchObject([
      { sharedPots: ['level-b'], goalParts: [{ name: 'Jackpot', amount: '1000.00' }] },
    ])

    const desk = await site.open(`/tournament/${tournament}/manage?section=entries`, {
      member: organiser,
      width: 360,
    })
    await desk.getByText('Asks for a jackpot').waitFor()
    await openRow(desk, 'Reel Deal')
    await untilText(desk, 'In: Entry. Asked for, not paid yet: Level B.')
    await desk.getByRole('button', { name: 'Jackpots of Reel Deal' }).click()
    await desk.getByRole('dialog').getByLabel('Level B – $500 (asked for)').check()
    await desk.getByRole('button', { name: 'Save Jackpots' }).click()
    await untilText(desk, 'In: Entry, Level B.')
    await expectNoSidewaysScroll(desk)
    await axe(desk)
  })

  test('places follow from them: penalties, a tie and a disqualification, each undone', async () => {
    const { organiser, tournament, enter } = await addRuled(-hour)
    const [deal, luck] = [await enter('Reel Deal'), await enter('Lady Luck')]
    for (const entry of [deal, luck])
      await site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, {
        species: 'Bass',
        ounces: 50,
      })
    const page = await site.open(`/tournament/${tournament}/manage?section=entries`, {
      member: organiser,
      width: 1280,
    })
    await untilText(page, 'Reel Deal and Lady Luck share 1st in Five Fish.')
    await eventually(page.getByRole('button', { name: /Set Position/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Decide the Tie for 1st in Five Fish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('1st').selectOption('Lady Luck')
    await dialog.getByLabel('Reason').fill('Fish-off')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    expect(await errorsOf(dialog)).toEqual(['Choose each once'])
    await dialog.getByLabel('2nd').selectOption('Reel Deal')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    await page.getByText('share 1st').first().waitFor({ state: 'detached' })

    for (const name of ['Reel Deal', 'Lady Luck']) await openRow(page, name)
    await page.getByRole('button', { name: 'Add Penalty for Lady Luck' }).click()
    await dialog.getByLabel('Minutes').fill('2')
    await dialog.getByRole('button', { name: 'Record Penalty' }).click()
    await untilText(page, 'Late, 2 minutes, Saturday')
    await page.getByRole('button', { name: /^Lift/ }).click()
    await dialog.getByRole('button', { name: 'Lift Penalty' }).click()
    expect(await errorsOf(dialog)).toEqual(['Please give a reason: everyone can read it'])
    await dialog.getByLabel('Reason').fill('The clock was wrong')
    await dialog.getByRole('button', { name: 'Lift Penalty' }).click()
    await page.getByText('Late, 2 minutes, Saturday').first().waitFor({ state: 'detached' })

    const master = await site.addMember()
    await addStaff(site.db, { tournament_id: tournament, user_id: master.userId, role: 'weigh-master' })
    const dock = await site.open(`/tournament/${tournament}/manage?section=entries`, {
      member: master,
      width: 360,
    })
    await openRow(dock, 'Lady Luck')
    await dock.getByRole('button', { name: 'Add Penalty for Lady Luck' }).waitFor()
    await eventually(dock.getByRole('button', { name: /Disqualify|Lift|Withdraw|Decide/ })).toHaveCount(0)

    await page.getByRole('button', { name: 'Disqualify Lady Luck' }).click()
    await dialog.getByLabel('Reason').fill('Two lines')
    await dialog.getByRole('button', { name: 'Disqualify Boat' }).click()
    await untilText(page, 'Disqualified: Two lines')
    await page.getByRole('button', { name: 'Anglers of Reel Deal' }).click()
    await dialog.getByRole('button', { name: 'Add an Angler' }).click()
    await eventually(dialog.getByLabel('Angler 1')).toBeFocused()
    await dialog.getByLabel('Angler 1').fill('Ana Reyes')
    await dialog.getByLabel('Junior').check()
    await dialog.getByRole('button', { name: 'Save Anglers' }).click()
    await dialog.waitFor({ state: 'detached' })
    const list = await site.ask(organiser, 'GET', `/api/tournament-entries/${deal}/anglers`)
    expect(list).toMatchObject({ anglers: [{ name: 'Ana Reyes', divisions: ['junior'] }] })
    await page.getByRole('button', { name: 'Reinstate Lady Luck' }).click()
    await dialog.getByLabel('Reason').fill('One was a rod rack')
    await dialog.getByRole('button', { name: 'Reinstate Boat' }).click()
    await page.getByText('Disqualified: Two lines').first().waitFor({ state: 'detached' })
  })

  test('a half-written reason stays when the penalty is lifted in another tab', async () => {
    const { organiser, tournament, enter } = await addRuled(-hour)
    const entry = await enter('Reel Deal')
    const penalties = `/api/tournament-entries/${entry}/penalties`
    const late = { key: 'late', day: 'Saturday', count: 2 }
    const penalty = await site.ask<{ id: string }>(organiser, 'POST', penalties, late)
    const page = await site.open(`/tournament/${tournament}/manage?section=entries`, { member: organiser })
    await site.untilWatched(page)
    await openRow(page, 'Reel Deal')
    await page.locator('li li', { hasText: 'Late, 2 minutes' }).waitFor()
    await page.getByRole('button', { name: /^Lift the penalty of Reel Deal/ }).click()
    const dialog = page.getByRole('dialog')
    await eventually(dialog.getByRole('button', { name: 'Lift Penalty' })).toBeEnabled()
    await dialog.getByLabel('Reason').fill('The clock was wrong')
    const lifted = await site.call(organiser, 'DELETE', `/api/penalties/${penalty.id}`, { reason: 'Tab' })
    expect(lifted.status).toBe(204)
    // An open dialog hides the page from roles.
    await page.locator('li li', { hasText: 'Late, 2 minutes' }).waitFor({ state: 'detached' })
    await eventually(dialog.getByLabel('Reason')).toHaveValue('The clock was wrong')
  })

  test('a half-written reason for a tie comes back after a reload, to that tie alone', async () => {
    const { organiser, tournament, enter } = await addRuled(-hour)
    for (const [name, ounces] of [
      ['Reel Deal', 50],
      ['Lady Luck', 50],
      ['Sea Fox', 40],
      ['Night Tide', 40],
    ] as const)
      await site.ask(organiser, 'POST', `/api/tournament-entries/${await enter(name)}/catches`, {
        species: 'Bass',
        ounces,
      })
    const page = await site.open(`/tournament/${tournament}/manage?section=entries`, { member: organiser })
    const reasonFor = async (place: string) => {
      await page.getByRole('button', { name: `Decide the Tie for ${place} in Five Fish` }).click()
      await eventually(page.getByRole('dialog').getByRole('button', { name: 'Decide' })).toBeEnabled()
      return page.getByRole('dialog').getByLabel('Reason')
    }
    await (await reasonFor('1st')).fill('Fish-off')
    await reload(page)
    await eventually(await reasonFor('3rd')).toHaveValue('')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(await reasonFor('1st')).toHaveValue('Fish-off')
  })

  test('a penalty whose answer is lost counts once when it is sent again', async () => {
    const { organiser, tournament, enter } = await addRuled(-hour)
    await enter('Reel Deal')
    const page = await site.open(`/tournament/${tournament}/manage?section=entries`, {
      member: organiser,
      worker: false,
    })
    await page.route('**/penalties', async route => {
      const response = await route.fetch()
      return response.status() === 201 ? route.abort('connectionreset') : route.fulfill({ response })
    })
    await openRow(page, 'Reel Deal')
    await page.getByRole('button', { name: 'Add Penalty for Reel Deal' }).click()
    const record = page.getByRole('dialog').getByRole('button', { name: 'Record Penalty' })
    for (const outcome of ['Failed to record the penalty. Please try again.', 'Penalty recorded']) {
      await record.click()
      await untilText(page, outcome)
    }
    const rows = await site.db
      .selectFrom('penalties')
      .innerJoin('entries', 'entries.id', 'penalties.entry_id')
      .select('penalties.count')
      .where('entries.tournament_id', '=', tournament)
      .execute()
    expect(rows).toEqual([{ count: 1 }])
    expectClean(page, /request failed|ERR_CONNECTION_RESET/)
  })

  test('unsaved rows, added and removed, and the reason come back after a reload, until they are saved', async () => {
    const { organiser, tournament, enter } = await addRuled(hour)
    await addFunding(site.db, { entry_id: await enter('Reel Deal') })
    const page = await site.open(`/tournament/${tournament}/manage?section=rules`, { member: organiser })
    await page.getByRole('button', { name: 'Add a Jackpot' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a Jackpot' })
    await dialog.getByLabel('Fee per Boat').fill('500')
    await dialog.getByText('1 boat = $500').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const penalties = page.getByRole('group', { name: 'Penalties' })
    await penalties.getByRole('button', { name: 'Add a Penalty' }).click()
    await penalties.getByRole('textbox').last().fill('Left early')
    await page.getByRole('button', { name: 'Remove Dead' }).click()
    await page.getByLabel('Reason for the Change').fill('As in the rulebook')
    await reload(page)
    await eventually(penalties.getByRole('textbox').last()).toHaveValue('Left early')
    await eventually(page.getByRole('button', { name: 'Remove Dead' })).toHaveCount(0)
    await eventually(page.getByLabel('Reason for the Change')).toHaveValue('As in the rulebook')
    await save(page)
    await untilText(page, 'Rules saved')
    const rules = await rulesOf(tournament)
    expect(rules?.penalties.at(-1)).toMatchObject({ name: 'Left early' })
    expect(rules?.marks).toEqual([])

    await reload(page)
    await eventually(page.getByLabel('Reason for the Change')).toHaveValue('')
    await page.getByRole('button', { name: 'Remove Left early' }).click()
    await visit(page, `${site.url}/tournament/${tournament}/manage?section=rules`)
    await page.getByRole('button', { name: 'Remove Left early' }).waitFor()
  })

  test('a split shows its longest row first, in whatever order the rules name them', async () => {
    const { organiser, tournament } = await addRuled(hour)
    const page = await site.open(`/tournament/${tournament}/manage?section=rules`, { member: organiser })
    const award = page.getByRole('group', { name: 'award Big Bass' })
    await eventually(award.getByLabel('Split by Place')).toHaveValue('70/30')
    await award.getByText('More', { exact: true }).click()
    await eventually(award.getByLabel('With Fewer Boats')).toHaveValue('100')
    await award.getByLabel('Split by Place').fill('60/40')
    await award.getByLabel('With Fewer Boats').fill('90')
    await award.getByLabel('Split by Place').fill('50/30/20')
    await save(page)
    await untilText(page, 'Rules saved')
    expect((await rulesOf(tournament))?.awards).toMatchObject([{ split: { percents: [[50, 30, 20], [90]] } }])
  })

  test('a row that is typed while rules are saved stays, unsaved', async () => {
    const { organiser, tournament } = await addRuled(hour)
    const page = await site.open(`/tournament/${tournament}/manage?section=rules`, {
      member: organiser,
      worker: false,
    })
    const saving = await holdRequests(page, '**/rules', 'PUT')
    const weight = page.getByRole('group', { name: 'Dead' }).getByLabel('Weight')
    await weight.fill('-8')
    await save(page)
    await saving.untilAsked
    const penalties = page.getByRole('group', { name: 'Penalties' })
    await penalties.getByRole('button', { name: 'Add a Penalty' }).click()
    await penalties.getByRole('textbox').last().fill('Left early')
    saving.release()
    await untilText(page, 'Rules saved')
    await eventually(penalties.getByRole('textbox').last()).toHaveValue('Left early')
    await eventually(weight).toHaveValue('-8')
    await eventually(page.getByText('The rules have changed meanwhile.')).toHaveCount(0)
    expect((await rulesOf(tournament))?.penalties.map(({ name }) => name)).not.toContain('Left early')
    await dismissToast(page, 'Rules saved')
    await save(page)
    await untilText(page, 'Rules saved')
    expect(await rulesOf(tournament)).toMatchObject({ marks: [{ weight: -8 }] })
    expect((await rulesOf(tournament))?.penalties.at(-1)).toMatchObject({ name: 'Left early' })
  })

  test('a change after money needs a reason; after the start jackpots stand', async () => {
    const { organiser, tournament, enter } = await addRuled(hour)
    await addFunding(site.db, { entry_id: await enter('Reel Deal') })
    const page = await site.open(`/tournament/${tournament}/manage?section=rules`, {
      member: organiser,
      width: 1280,
    })
    await page.getByRole('group', { name: 'Dead' }).getByLabel('Weight').fill('-8')
    expect(await page.getByLabel('How is it scored?').locator('option').allTextContents()).not.toContain(
      'Heaviest fish – as now',
    )
    await save(page)
    expect(await errorsOf(page.getByRole('main'))).toEqual([
      'Please give a reason: backers read it with the new rules',
    ])
    await page.getByLabel('Reason for the Change').fill('As in the rulebook')
    await save(page)
    await untilText(page, 'Rules saved')
    expect((await rulesOf(tournament))?.marks).toMatchObject([{ weight: -8 }])

    site.setNow(Date.now() + 2 * hour)
    await reload(page)
    const jackpots = page.getByRole('group', { name: 'Jackpots and Prizes' })
    await jackpots.getByText('The tournament has started: jackpots and prizes can’t change now.').waitFor()
    expect(await jackpots.getByRole('button', { name: 'Add a Jackpot' }).isDisabled()).toBe(true)
    const looks = await jackpots
      .getByRole('button', { name: /^Add a/ })
      .evaluateAll(buttons => buttons.map(button => getComputedStyle(button).backgroundColor))
    expect(new Set(looks).size).toBe(1)
  })
})
