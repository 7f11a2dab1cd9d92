import { describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { day, hour } from '#contract/time.ts'
import type { PresetKey } from '#contract/tournaments/scoring/preset-texts.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import {
  axe,
  dismissToast,
  errorsOf,
  eventually,
  expectClean,
  expectFocused,
  expectNoSidewaysScroll,
  ready,
  serveSite,
  untilText,
} from '../support/browser.ts'
import { addEntry, addTournament } from '../support/factories.ts'
import { addRows } from '../support/rows.ts'

const phone = { width: 360, height: 740, touch: true }
const site = serveSite()

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** A live tournament with two boats; as without rules for null. */
async function addScene(key: PresetKey | null, change: (rules: RulesJson) => void = () => {}) {
  const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    name: 'Marina Cup',
    starts_at: now - 3 * hour,
    ends_at: now + day,
  })
  const [entry, other] = [
    await addEntry(site.db, { tournament_id: tournament }, { name: 'Reel Deal' }),
    await addEntry(site.db, { tournament_id: tournament }, { name: 'Knot Today' }),
  ]
  const rules = key && preset(key, { days: [], timeZone: 'America/Chicago' })
  if (rules) {
    change(rules)
    await site.ask(organiser, 'PUT', `/api/tournaments/${tournament}/rules`, { rules, reason: 'The format' })
  }
  const catches = () =>
    site.db
      .selectFrom('catches')
      .selectAll()
      .where('entry_id', 'in', [entry, other])
      .orderBy('created_at')
      .execute()
  return {
    organiser,
    tournament,
    entry,
    other,
    catches,
    desk: `/tournament/${tournament}/manage?section=weigh-in`,
  }
}

const speciesOf = (...names: string[]): RulesJson['species'] =>
  names.map(name => ({ name, minWeight: null, minLength: null, weighed: null, released: null, under: [] }))

/** Taps, and counts them. */
function finger(page: Page) {
  let count = 0
  return {
    async tap(target: Locator): Promise<void> {
      count += 1
      await target.tap()
    },
    /** Returns the number of taps since the last call. */
    taps(): number {
      const taps = count
      count = 0
      return taps
    },
    boat: (name: string) => page.getByRole('list', { name: 'Boats' }).getByRole('button', { name }),
    submit: page.getByRole('form').getByRole('button', { name: /^(Weigh In|Record)/ }),
    choice: (name: string) => page.getByRole('radio', { name, exact: true }),
  }
}

describe('taps for a fish', () => {
  test('without rules: boat, species and button, and the digits', async () => {
    const { organiser, entry, desk } = await addScene(null)
    await site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, {
      weight: 20,
      species: 'Wahoo',
    })
    const page = await site.open(desk, { member: organiser, ...phone })
    const { tap, taps, boat, submit } = finger(page)
    await tap(boat('Knot Today'))
    await expectFocused(page.getByLabel('Weight'))
    await page.keyboard.type('21')
    await tap(page.getByRole('list', { name: 'Weighed lately' }).getByRole('button', { name: 'Wahoo' }))
    await tap(submit)
    await untilText(page, 'Knot Today: 21 lbs, now 1st')
    expect(taps()).toBe(3)
    await boat('Knot Today').waitFor()
  })

  test('a release: boat, species and button, without digits', async () => {
    const { organiser, desk, catches } = await addScene('release')
    const page = await site.open(desk, { member: organiser, ...phone })
    const { tap, taps, boat, choice, submit } = finger(page)
    await tap(boat('Reel Deal'))
    await eventually(page.getByRole('spinbutton')).toHaveCount(0)
    await axe(page)
    await tap(choice('Sailfish'))
    await tap(submit)
    await untilText(page, 'Reel Deal released a Sailfish, 1st in Releases')
    expect(taps()).toBe(3)
    await boat('Reel Deal').waitFor()
    expect(await catches()).toMatchObject([
      { released: 1, weight_hundredths: null, species: 'Sailfish', weighed_at: expect.any(Number) },
    ])
    await page.getByText('Released · Reel Deal').waitFor()
    await expectNoSidewaysScroll(page)
  })

  test('five bass: three taps for the first, one for each other', async () => {
    const { organiser, desk, catches } = await addScene('five-fish', rules => {
      rules.species = speciesOf('Largemouth Bass', 'Spotted Bass')
    })
    const page = await site.open(desk, { member: organiser, ...phone })
    const { tap, taps, boat, choice, submit } = finger(page)
    await tap(boat('Reel Deal'))
    await expectFocused(page.getByLabel('Pounds'))
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await page.keyboard.type('2')
    await tap(choice('Largemouth Bass'))
    expect(await submit.textContent()).toBe('Weigh In 4 lb 2 oz')
    await tap(submit)
    await untilText(page, 'Reel Deal: 4 lb 2 oz, 1st in Five Fish, 1st in Biggest Fish')
    expect(taps()).toBe(3)

    await page.getByText('Next fish').waitFor()
    await expectFocused(page.getByLabel('Pounds'))
    await page.keyboard.type('3-10')
    await axe(page)
    await tap(submit)
    await untilText(page, 'Reel Deal: 3 lb 10 oz, 1st in Five Fish. Total 7 lb 12 oz, 2 fish')
    expect(taps()).toBe(1)
    // The fish has the same weight, and nothing asks about it.
    await page.keyboard.type('4 2')
    await tap(page.getByRole('checkbox', { name: 'Dead' }))
    await tap(submit)
    expect(taps()).toBe(2)
    await untilText(page, 'Reel Deal: 4 lb 2 oz, 1st in Five Fish. Total 11 lb 10 oz, 3 fish')
    await page.getByRole('button', { name: 'Undo' }).click()
    await untilText(page, 'Weigh-in undone')
    expect(await catches()).toMatchObject([
      { ounces: 66, species: 'Largemouth Bass', marks: '[]' },
      { ounces: 58, species: 'Largemouth Bass', marks: '[]' },
    ])
    await page.getByRole('button', { name: 'Change Boat' }).click()
    await boat('Knot Today').waitFor()
  })

  test('weighed or released billfish: the kinds share a form, each with its species', async () => {
    const { organiser, desk, catches } = await addScene('mixed-billfish', rules => {
      rules.marks.push({
        key: 'gaffed',
        name: 'Gaffed',
        weight: 0,
        points: 0,
        species: null,
        categories: null,
      })
    })
    const page = await site.open(desk, { member: organiser, ...phone })
    const { tap, taps, boat, choice, submit } = finger(page)
    await tap(boat('Reel Deal'))
    await tap(choice('Released'))
    await eventually(choice('Tuna')).toHaveCount(0)
    await tap(choice('Sailfish'))
    await tap(submit)
    await dismissToast(page, 'Reel Deal released a Sailfish, 1st in Billfish')
    expect(taps()).toBe(4)

    await tap(boat('Knot Today'))
    await expectFocused(page.getByLabel('Weight'))
    await page.keyboard.type('412.5')
    await eventually(page.getByLabel('Length')).toHaveCount(0)
    await tap(choice('Blue Marlin'))
    await page.getByText('Without it, the fish doesn’t count in Heaviest Blue Marlin.').waitFor()
    await page.getByLabel('Length').fill('112.5')
    await page.getByRole('checkbox', { name: 'Gaffed' }).tap()
    await page.getByRole('button', { name: 'Add scale and witness' }).tap()
    await page.getByLabel('Scale').fill('Scale 1')
    await page.getByLabel('Witness').fill('R. Cole')
    await axe(page)
    await submit.tap()
    await dismissToast(page, 'Knot Today: 412.5 lbs, 1st in Billfish, 1st in Heaviest Blue Marlin')
    expect((await catches()).at(-1)).toMatchObject({
      weight_hundredths: 41_250,
      length_hundredths: 11_250,
      marks: '["gaffed"]',
      scale: 'Scale 1',
      witness: 'R. Cole',
    })
    await boat('Reel Deal').tap()
    await page.getByText('Scale 1 · Witness R. Cole', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Change scale and witness' }).waitFor()
    await page.getByText('112.5 in · Gaffed · Scale 1 · Witness R. Cole').waitFor()
    await expectNoSidewaysScroll(page)
  })
})

test('a bad length, and a species that doesn’t count, are said at their fields', async () => {
  const { organiser, desk, catches } = await addScene('longest', rules => {
    rules.species = speciesOf('Red Drum', 'Snook')
  })
  const page = await site.open(desk, { member: organiser, ...phone })
  const { boat, choice, submit } = finger(page)
  await boat('Reel Deal').tap()
  await expectFocused(page.getByLabel('Length'))
  await page.keyboard.type('1000.5')
  await choice('Other').tap()
  await submit.tap()
  expect(await errorsOf(page)).toEqual([
    'The length must be more than 0 and at most 1000 inches, with at most two decimals',
    'Species is required',
  ])
  await expectFocused(page.getByLabel('Length'))
  await axe(page)
  await page.getByLabel('Length').fill('31.75')
  await page.getByLabel('Other species').fill('Black Drum')
  expect(await submit.textContent()).toBe('Record 31.75 in')
  await submit.tap()
  await untilText(page, 'Reel Deal: 31.75 in, not counted: not a species that counts')
  await page.getByText('Not counted: not a species that counts', { exact: true }).waitFor()
  expect(await catches()).toMatchObject([{ length_hundredths: 3175, species: 'Black Drum', released: 0 }])
})

test('the server’s refusal of a field is shown at it', async () => {
  const { organiser, desk } = await addScene('longest')
  const page = await site.open(desk, { member: organiser, ...phone, worker: false })
  const message = 'The length must be more than 0 and at most 1000 inches, with at most two decimals'
  await page.route('**/catches', route =>
    route.fulfill({
      status: 400,
      json: { message, error: 'invalid', issues: [{ path: 'length', message }] },
    }),
  )
  const { boat, submit } = finger(page)
  await boat('Reel Deal').tap()
  await page.keyboard.type('31')
  await page.getByLabel('Species').fill('Red Drum')
  await submit.tap()
  await page.getByLabel('Length').and(page.locator('[aria-invalid=true]')).waitFor()
  expect(await errorsOf(page)).toEqual([message])
  expectClean(page, /status of 400/)
})

test('without a network ruled fish wait with all they have, and are sent in order', async () => {
  const { organiser, desk, catches, tournament } = await addScene('five-fish')
  const page = await site.open(desk, { member: organiser, ...phone, worker: false })
  const { boat, submit } = finger(page)
  let isDown = true
  await page.route('**/catches', route => (isDown ? route.abort('connectionreset') : route.continue()))
  await boat('Reel Deal').tap()
  await page.keyboard.type('4-2')
  await page.getByLabel('Species').fill('Spotted Bass')
  await page.getByRole('checkbox', { name: 'Dead' }).tap()
  await submit.tap()
  await dismissToast(page, 'Saved on this device')
  await page.keyboard.type('3-10')
  await submit.tap()
  await dismissToast(page, 'Saved on this device')
  const waiting = page.getByRole('region', { name: 'On This Device' })
  await waiting.getByText('4 lb 2 oz · Reel Deal').waitFor()
  await waiting.getByText('3 lb 10 oz · Reel Deal').waitFor()
  await axe(page)
  await page.reload()
  await ready(page)
  await waiting.getByText('4 lb 2 oz · Reel Deal').waitFor()
  expectClean(page, /ERR_CONNECTION_RESET/)

  // The mark is gone from the rules meanwhile: the server says so, and keeps the other.
  const rules = preset('five-fish', { days: [], timeZone: 'America/Chicago' })
  await site.ask(organiser, 'PUT', `/api/tournaments/${tournament}/rules`, {
    rules: {
      ...rules,
      marks: [],
      categories: rules?.categories.map(category => ({ ...category, ties: ['most-fish'] })),
    },
    reason: 'No deduction',
  })
  isDown = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await untilText(page, 'Sent: Reel Deal: 3 lb 10 oz, 1st in Five Fish, 1st in Biggest Fish')
  await waiting.getByText('The rules have no such mark').waitFor()
  await eventually(waiting.getByText('4 lb 2 oz · Reel Deal')).toHaveCount(1)
  const [row] = await catches()
  expect(row).toMatchObject({ ounces: 58, species: 'Spotted Bass' })
  expect(row?.weighed_at).toBeLessThanOrEqual(row?.created_at ?? 0)
  expectClean(page, /status of 400/)
})

describe('the list of catches', () => {
  test('says why a fish doesn’t count; it is allowed, moved, disqualified and deleted with reasons', async () => {
    const now = Date.now()
    const { organiser, desk, entry, other, catches } = await addScene('heaviest', rules => {
      rules.days = [
        {
          name: 'Friday',
          linesIn: iso(now - 2 * hour),
          linesOut: iso(now + hour),
          scaleOpens: null,
          scaleCloses: null,
        },
      ]
    })
    await site.ask(organiser, 'POST', `/api/tournament-entries/${entry}/catches`, {
      weight: 40,
      species: 'Wahoo',
      caughtAt: iso(now - 2.5 * hour),
    })
    const page = await site.open(desk, { member: organiser, width: 360, height: 740 })
    const list = page.getByRole('region', { name: 'Catches' })
    await list.getByText('Not counted: caught outside fishing hours').waitFor()
    await expectNoSidewaysScroll(page)

    const decide = async (decision: string, reason: string) => {
      await list.getByRole('button', { name: 'Decide on Reel Deal, 40 lbs Wahoo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Decide on the Catch' })
      await dialog.getByRole('button', { name: 'Decide' }).click()
      expect(await errorsOf(dialog)).toContain('Please give a reason: everyone can read it')
      await axe(page)
      await dialog.getByRole('radio', { name: decision }).check()
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: 'Decide' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await decide('Allow outside the times', 'Engine failure')
    await list.getByText('Counts outside the times: Engine failure').waitFor()
    await eventually(list.getByText(/^Not counted/)).toHaveCount(0)
    await decide('Disqualify', 'Foul hooked')
    await list.getByText('Disqualified: Foul hooked').waitFor()
    await decide('Reinstate', 'Seen on video')
    await list.getByText('Disqualified: Foul hooked').first().waitFor({ state: 'detached' })
    await decide('End the allowance', 'It was the wrong boat')
    await list.getByText(/^Not counted/).waitFor()

    await list.getByRole('button', { name: 'Correct Reel Deal, 40 lbs Wahoo' }).click()
    const correction = page.getByRole('dialog', { name: 'Correct the Catch' })
    await correction.getByLabel('Boat').selectOption('Knot Today')
    await correction.getByLabel('Weight').fill('42')
    await correction.getByRole('button', { name: 'Save Correction' }).click()
    expect(await errorsOf(correction)).toEqual(['Please give a reason: everyone can read it'])
    await axe(page)
    await correction.getByLabel('Reason').fill('Wrong boat, digits misread')
    await correction.getByRole('button', { name: 'Save Correction' }).click()
    await list.getByText('42 lbs · Knot Today').waitFor()
    expect(await catches()).toMatchObject([{ entry_id: other, weight_hundredths: 4200 }])

    await list.getByRole('button', { name: 'Delete Knot Today, 42 lbs Wahoo' }).click()
    const deletion = page.getByRole('dialog', { name: 'Delete this catch?' })
    await deletion.getByLabel('Reason').fill('Weighed twice')
    await deletion.getByRole('button', { name: 'Delete Catch' }).click()
    await list.getByText('No catch yet').waitFor()
    expect(await catches()).toEqual([])
  })

  test('a weigh master corrects, and decides nothing; an angler is named where anglers are ranked', async () => {
    const { organiser, tournament, desk, entry, catches } = await addScene('heaviest', rules => {
      for (const category of rules.categories) category.rank = 'anglers'
    })
    const helper = await site.addMember({ firstName: 'Kit' })
    await addRows(site.db, 'staff', {
      user_id: helper.userId,
      tournament_id: tournament,
      role: 'weigh-master',
      joined_at: Date.now(),
    })
    const anglers = [{ name: 'Ana Reyes' }, { name: 'Ben Cole' }]
    await site.ask(organiser, 'PUT', `/api/tournament-entries/${entry}/anglers`, { anglers })
    const page = await site.open(desk, { member: helper, ...phone })
    const { boat, submit } = finger(page)
    await boat('Knot Today').tap()
    await page.getByText('This boat has no anglers listed yet.').waitFor()
    await page.getByRole('button', { name: 'Change Boat' }).tap()
    await boat('Reel Deal').tap()
    await page.keyboard.type('30')
    await page.getByLabel('Species').fill('Wahoo')
    await page.getByLabel('Angler').selectOption('Ben Cole')
    await submit.tap()
    const list = page.getByRole('region', { name: 'Catches' })
    await list.getByText('Ben Cole').waitFor()
    expect(await catches()).toMatchObject([{ angler_id: expect.any(String) }])
    await list.getByRole('button', { name: /^Correct/ }).waitFor()
    await eventually(list.getByRole('button', { name: /^Decide/ })).toHaveCount(0)
  })
})
