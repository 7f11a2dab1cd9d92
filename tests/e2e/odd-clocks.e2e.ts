import { afterEach, expect, test } from 'bun:test'
import { hour, minute } from '#contract/time.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { serveSite, untilText } from '../support/browser.ts'
import { closePhones, openCrewApp, pickFile, tab, untilItem } from '../support/crew.ts'
import { addEntry, addTournament } from '../support/factories.ts'
import { clip } from '../support/media.ts'

const site = serveSite({ env: { MIN_FREE_MB: '0' } })
afterEach(closePhones)

async function addScene() {
  const organiser = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const now = Date.now()
  const tournament = await addTournament(site.db, {
    organiser_id: organiser.userId,
    name: 'Marina Cup',
    starts_at: now - 5 * hour,
    ends_at: now + 5 * hour,
  })
  await addEntry(site.db, { tournament_id: tournament }, { name: 'Reel Deal' })
  return { organiser, tournament, manage: `/tournament/${tournament}/manage` }
}

const isNow = (time: number | null | undefined) => Math.abs((time ?? 0) - Date.now()) < minute

test('a phone that slept since it loaded the page ends a tournament at the time of the server', async () => {
  const { organiser, manage } = await addScene()
  const page = await site.open(`${manage}?section=results`, { member: organiser, isChecked: false })
  // Most browsers' own count stands still during the sleep.
  await page.evaluate(slept => {
    const uptime = performance.now.bind(performance)
    performance.now = () => uptime() - slept
  }, 3 * hour)
  await page.getByRole('button', { name: 'End Now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Now' }).click()
  // Not its toast, whose library compares this clock with that of frames, and may take it away at once.
  await page.getByText('Completed', { exact: true }).first().waitFor()
  const { ends_at: end } = await site.db
    .selectFrom('tournaments')
    .select('ends_at')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(isNow(end)).toBe(true)
})

test('fish that a phone with a slow clock weighs in count as weighed when they were', async () => {
  const { organiser, tournament, manage } = await addScene()
  const now = Date.now()
  const hours = { linesIn: now - hour, linesOut: now + hour, scaleOpens: now - hour, scaleCloses: now + hour }
  const rules = {
    ...preset('five-fish', { days: [], timeZone: 'UTC' }),
    days: [
      {
        name: 'Saturday',
        ...Object.fromEntries(
          Object.entries(hours).map(([key, time]) => [key, new Date(time).toISOString()]),
        ),
      },
    ],
  }
  await site.ask(organiser, 'PUT', `/api/tournaments/${tournament}/rules`, { rules, reason: 'Bass' })
  const desk = `${manage}?section=weigh-in`
  const first = await site.open(desk, { member: organiser, isChecked: false })
  const context = first.context()
  await first.close()
  await context.addInitScript(slow => {
    const time = Date.now
    Date.now = () => time() - slow
  }, 3 * hour)
  const page = await site.open(desk, { context, isChecked: false })
  await page.getByRole('button', { name: /^Reel Deal/ }).click()
  await page.getByLabel('Pounds').fill('4')
  await page.getByLabel('Ounces').fill('2')
  await page.getByLabel('Species').fill('Bass')
  await page.getByRole('button', { name: 'Weigh In 4 lb 2 oz' }).click()
  await page.getByText('Reel Deal: 4 lb 2 oz, 1st in Five Fish').first().waitFor()
  const fish = await site.db.selectFrom('catches').select('weighed_at').executeTakeFirstOrThrow()
  expect(isNow(fish.weighed_at)).toBe(true)
})

for (const [how, off] of [
  ['three hours slow', -3 * hour],
  ['three hours fast', 3 * hour],
] as const)
  test(`the crew app of a phone that is ${how} shows how long ago a video was recorded and posted, also from its stored shell`, async () => {
    const { phone, page } = await openCrewApp(site, { camera: 'none', isInstalled: true })
    await phone.context.addInitScript(shift => {
      const deviceNow = Date.now.bind(Date)
      Date.now = () => deviceNow() + shift
    }, off)
    await page.reload()
    await pickFile(page, clip({ seconds: 11 }))
    await untilItem(page, ['READY_TO_POST'])
    await tab(page, 'Queue').click()
    await untilText(page, 'just now')
    await page.getByRole('link', { name: 'Add Caption' }).click()
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await page.getByRole('heading', { name: 'My Posts', level: 1 }).waitFor()
    await untilText(page, 'just now')
  })
