import { expect, test } from 'bun:test'
import { minute, second } from '#contract/time.ts'
import { readClockRisk } from '#server/clock/index.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addScene } from '../../../../tests/support/factories.ts'

test('a process whose clock isn’t PostgreSQL’s takes no weigh-ins until it is', async () => {
  const app = await makeTestApp()
  const { entry, organiser } = await addScene(app.db)
  const weighIn = async (ahead: number) => {
    app.setNow(Date.now() + ahead)
    await app.deps.clock.check()
    const json = { weight: 40, species: 'Wahoo' }
    const { status } = await app.page(`/api/tournament-entries/${entry}/catches`, {
      json,
      cookie: organiser.cookie,
    })
    return [app.deps.clock.fault(), status]
  }
  for (const ahead of [10 * minute, -10 * minute]) expect(await weighIn(ahead)).toEqual(['apart', 503])
  expect(await readClockRisk(app.db, Date.now() + 10 * minute)).toMatch(
    /^It says .+ UTC, but PostgreSQL's clock .+ UTC\. .+ Set it, or, if it is right, set PostgreSQL's\.$/,
  )
  expect(await weighIn(minute + 50 * second)).toEqual([null, 201])
  expect(await readClockRisk(app.db, Date.now())).toBeNull()
})
