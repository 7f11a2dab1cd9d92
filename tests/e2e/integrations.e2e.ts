import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Webhook as Verifier } from 'standardwebhooks'
import type { TournamentId } from '#contract/ids.ts'
import { eventually, expectAccessible, type Member, serveSite, untilText } from '../support/browser.ts'
import { addEntry, addTournament } from '../support/factories.ts'

const site = serveSite({ env: { ALLOW_PRIVATE_ADDRESSES: 'on' } })
const received: { body: string; headers: Record<string, string> }[] = []
let receiver: Bun.Server<undefined>
let organiser: Member
let tournament: TournamentId

beforeAll(async () => {
  organiser = await site.addMember()
  tournament = await addTournament(site.db, { organiser_id: organiser.userId })
  await addEntry(site.db, { tournament_id: tournament })
  receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      received.push({ body: await request.text(), headers: Object.fromEntries(request.headers) })
      return new Response('Thanks from the club')
    },
  })
})
afterAll(() => receiver.stop(true))

const path = () => `/tournament/${tournament}/manage?section=integrations`

describe('the section Integrations', () => {
  test('adds a webhook, shows its secret once, tests it and shows the deliveries', async () => {
    const page = await site.open(path(), { member: organiser, width: 360 })
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill('club.example')
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    await untilText(page, 'Enter an address that starts with https://')
    await eventually(address).toHaveValue('club.example')
    await address.fill(`http://127.0.0.1:${receiver.port}/hook`)
    for (const box of await page.getByRole('group', { name: 'Events' }).getByRole('checkbox').all())
      await box.uncheck()
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    await untilText(page, 'Choose at least one event')
    await page.getByRole('checkbox', { name: 'Results' }).check()
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('textbox', { name: 'Secret' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send Test' }).click()
    await untilText(page, 'Test event sent')
    await site.runJobs()
    await page.getByText('Deliveries to 127.0.0.1').click()
    await page.getByText(/^Sent: 200 in \d+ ms$/).waitFor()
    await untilText(page, '“Thanks from the club”')
    await page.getByRole('button', { name: /^Send Again \(.+, .+:\d\d.*\)$/ }).waitFor()
    const [{ body, headers } = { body: '', headers: {} }] = received
    expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: 'test' })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await untilText(page, 'No webhooks yet')
  })

  test('has the code of the leaderboard, in the colours that one chooses', async () => {
    const page = await site.open(path(), { member: organiser })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('Dark')
    await page.getByRole('button', { name: 'Copy Code' }).click()
    await untilText(page, 'Code copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `<iframe src="${site.url}/embed/${tournament}?theme=dark" title="Leaderboard of White Marlin Open" width="100%" height="480" style="border:0" loading="lazy"></iframe>`,
    )
    const feed = await page.getByRole('textbox', { name: 'Feed (Atom)' }).inputValue()
    expect((await fetch(feed)).headers.get('content-type')).toStartWith('application/atom+xml')
    await expectAccessible(page)
  })
})
