import { test } from 'bun:test'
import { hour } from '#contract/time.ts'
import { serveSite } from '../support/browser.ts'
import { addBoat, addCatch, addEntry, addRole, addTournament } from '../support/factories.ts'

const site = serveSite({ env: { ORGANISERS: 'approved' } })
test('shots', async () => {
  const owner = await site.addMember()
  await addRole(site.db, owner.userId)
  for (const [f, l] of [['Calico', 'Jack'], ['Maximiliana', 'Featherstonehaugh-Cholmondeley'], ['Bo', 'Li']] as const) await site.addMember({ firstName: f, lastName: l })
  await site.addMember({ firstName: null, lastName: null, email: 'someone.with.a.long.address@marina-of-port-haven.example' })
  for (const width of [768, 1280, 360]) {
    const page = await site.open('/admin?section=people', { width, member: owner })
    await page.getByText('Calico Jack').first().waitFor()
    await page.screenshot({ path: `/tmp/w-forms-shots/admin-people-${width}.png`, fullPage: width === 360 })
    await page.goto(`${site.url}/admin`)
    await page.screenshot({ path: `/tmp/w-forms-shots/admin-${width}.png` })
    await page.close()
  }
  const now = Date.now()
  const tournament = await addTournament(site.db, { name: 'Marina Cup', starts_at: now - 2 * hour, ends_at: now + 5 * hour })
  for (let n = 1; n <= 300; n++) {
    const entry = await addEntry(site.db, { tournament_id: tournament, boat_id: await addBoat(site.db, { owner_id: owner.userId, name: `Knot Today ${n}` }) })
    if (n < 120) await addCatch(site.db, { entry_id: entry, weight_hundredths: 30_000 + n * 10, caught_at: now - hour })
  }
  for (const [width, height] of [[360, 740], [740, 360], [1920, 1080]] as const) {
    const page = await site.open(`/kiosk/${tournament}`, { width, height })
    console.log(width, await page.evaluate(() => [document.documentElement.scrollHeight, document.querySelectorAll('li, tr').length]))
    await page.screenshot({ path: `/tmp/w-forms-shots/kiosk-${width}.png` })
    await page.close()
  }
})
