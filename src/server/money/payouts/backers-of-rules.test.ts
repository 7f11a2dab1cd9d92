import { expect, test } from 'bun:test'
import type { Funding } from '#contract/money/funding.ts'
import type { Payout } from '#contract/money/payouts.ts'
import type { Statement } from '#contract/money/results.ts'
import { day, hour } from '#contract/time.ts'
import { addEntry, addFunding, addSigned, addTournament } from '../../../../tests/support/factories.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { mockIntent } from '../../../../tests/support/scene.ts'
import { award, category, noon, one, pot } from '../../../../tests/support/scoring.ts'

/** Two jackpots, of which backers of Reel Deal share one; Bo puts in 500 of 1,000. */
async function backedScene() {
  const tournament = await makeRuledTournament(
    {
      categories: [category({ ...one, ties: ['first-caught'] })],
      pots: [
        pot({ key: 'entry', name: 'Entry', added: '1000.00' }),
        pot({ key: 'level-a', name: 'Level A', entry: 'chosen', fee: '100.00', added: '500.00' }),
      ],
      awards: [
        award({ key: 'entry', name: 'First', pot: 'entry' }),
        award({ key: 'level-a', name: 'Top Fish', pot: 'level-a' }),
      ],
      protests: { minutes: 60 },
    },
    ['Reel Deal', 'Knot Today'],
  )
  const { call, entryOf, captainOf, entryId, db } = tournament
  const entry = entryId('Reel Deal')
  const terms = { sharedPots: ['entry'], goalParts: [{ name: 'Fuel & bait', amount: '1000.00' }] }
  await call(entryOf('Reel Deal'), 'PATCH', terms, captainOf('Reel Deal'))
  await call(`${entryOf('Reel Deal')}/pots`, 'PUT', { wanted: ['level-a'] }, captainOf('Reel Deal'))
  const bo = await addSigned(db)
  const payment = { tournamentEntryId: entry, amount: '500.00', stripePaymentIntentId: mockIntent() }
  const funding = await call<Funding>('/api/funding', 'POST', payment, bo.cookie)
  const html = async (path: string): Promise<string> =>
    (await tournament.page(path, { cookie: bo.cookie })).text()
  return { ...tournament, entry, bo, funding, html }
}

test('a backer reads before paying and on the receipt which jackpots are shared, and what the goal pays for', async () => {
  const { html, entry, funding, call, path } = await backedScene()
  expect(funding.tournament_entry.tournament.ruled).toBe(true)
  await call(path, 'PATCH', { payoutDays: 14 })
  for (const page of [await html(`/funding/${entry}`), await html(`/my-funding/${funding.id}`)]) {
    expect(page).toContain(
      'Backers share 40 % of what Reel Deal wins in Entry. They have no part in Level A.',
    )
    expect(page).toContain(`tournament-entries/${entry}/pots`)
    expect(page).toContain('Reel Deal is in: Entry. Asked for, not paid yet: Level A.')
    expect(page).toContain('at the earliest. If they change afterwards, shares change too')
    expect(page).toContain('Winnings are paid within 14 days after the results are confirmed, ')
  }
  expect(await html(`/funding/${entry}`)).toContain('What the goal pays for')
  for (const path of [`/funding/${entry}`, `/my-funding/${funding.id}`])
    expect((await html(path)).replaceAll('<!-- -->', '')).toContain('40% of shared winnings')
})

test('the organiser states the days of the results, without rules those of the end, and just days while neither is chosen', async () => {
  const { db, organiser, path, page } = await backedScene()
  const plain = await addTournament(db, { organiser_id: organiser.id })
  const suffixOf = async (path: string) => {
    const form = await page(path, { cookie: organiser.cookie })
    return (await form.text()).match(/>days\b[^<]*/g)
  }
  const settingsOf = (id: string | undefined) => `/tournament/${id}/manage?section=settings`
  expect(await suffixOf(settingsOf(path.split('/').at(-1)))).toEqual(['>days of the results'])
  expect(await suffixOf(settingsOf(plain))).toEqual(['>days of the end'])
  expect(await suffixOf('/create-tournament')).toEqual(['>days'])
})

test('the mail with the receipt says which jackpots are shared, and when results stand', async () => {
  const { sendMails, mails, call, path } = await backedScene()
  await call(path, 'PATCH', { payoutDays: 14 })
  await sendMails()
  const receipt = mails.find(({ subject }) => subject.startsWith('Receipt'))
  expect(receipt?.text).toContain(
    '- Backers share 40 % of what Reel Deal wins in Entry. They have no part in Level A.\n- Reel Deal is in: Entry. Asked for, not paid yet: Level A.\n- Results become official on ',
  )
  expect(receipt?.text).toContain('Winnings are paid within 14 days after the results are confirmed, ')
})

test('without rules the pages ask for no jackpots and name none', async () => {
  const { db, html, bo } = await backedScene()
  const dates = { starts_at: noon, ends_at: noon + day }
  const entry = await addEntry(db, { tournament_id: await addTournament(db, dates) })
  const funding = await addFunding(db, { entry_id: entry, backer_id: bo.id })
  for (const path of [`/funding/${entry}`, `/my-funding/${funding}`]) {
    const page = await html(path)
    expect(page).toContain('What you agree to')
    expect(page).not.toMatch(/tournament-entries\/[^"]+\/pots|[Jj]ackpot|Results become official/)
  }
})

test('the statement says which awards are shared, that a date stands still, and why a share changed', async () => {
  const scene = await backedScene()
  const { call, html, entry, entryOf, enterPots, page, path, setNow, weigh, bo, funding } = scene
  await enterPots('Reel Deal', 'level-a')
  await call(path, 'PATCH', { payoutDays: 14 })
  const fish = await weigh('Reel Deal', { weight: 40 })
  await weigh('Knot Today', { weight: 30 })
  setNow(noon + 7 * day + 2 * hour)
  await call(`${path}/results`, 'POST', {})

  const statement = async (): Promise<Statement> => (await page(`${entryOf('Reel Deal')}/statement`)).json()
  expect(await statement()).toMatchObject({
    winnings: '1600.00',
    sharedWinnings: '1000.00',
    pool: '400.00',
    partlyShared: true,
  })
  const statementHtml = await html(`/statement/${entry}`)
  expect(statementHtml).toContain('14 days after the results were confirmed.')
  expect(statementHtml).toContain('Reel Deal was in: Entry, Level A.')
  expect(statementHtml).toContain('not shared')
  expect(statementHtml).toContain('Pool = shared winnings × payout percentage')
  expect(statementHtml).not.toContain('id="rounds"')

  const [own] = (await (await page('/api/funding/my', { cookie: bo.cookie })).json()) as Funding[]
  expect(own?.payout).toEqual({
    amount: '400.00',
    status: 'owed',
    due_at: new Date(noon + 21 * day + 2 * hour).toISOString(),
  })
  const receipt = await html(`/my-funding/${funding.id}`)
  expect(receipt).toContain('14 days after the results were confirmed, the way you choose')
  expect(receipt).not.toContain('days after the end')
  const [share] = (await (
    await page(`${path}/payouts`, { cookie: scene.organiser.cookie })
  ).json()) as Payout[]
  const totals = await page(`${path}/payouts/totals`, { cookie: scene.organiser.cookie })
  expect(await totals.json()).toMatchObject({ dueAt: own?.payout?.due_at })
  await call(`/api/catches/${fish}/disqualification`, 'PUT', { reason: 'Mutilated' })
  expect((await statement()).underReview).toBe(true)
  const still = 'The date stands still while results are under review.'
  expect(await html(`/statement/${entry}`)).toContain(still)
  const waiting = (await html(`/my-funding/${funding.id}`)).replaceAll('<!-- -->', '')
  expect(waiting).toContain(`You don’t have to do anything. ${still}`)
  expect(waiting).toContain(`${still} Winnings are paid the way you choose under My Funding.`)
  expect(waiting).not.toContain('Winnings are paid by')
  await call(`/api/catches/${fish}/disqualification`, 'DELETE', { reason: 'It was not' })
  expect((await statement()).underReview).toBeUndefined()
  await call(`/api/payouts/${share?.id}/paid`, 'POST', {})

  await call(`/api/catches/${fish}/disqualification`, 'PUT', { reason: 'Mutilated' })
  const { preview } = await call<{ preview: string }>(`${path}/results/rounds/preview`, 'POST', {})
  await call(`${path}/results/rounds`, 'POST', { reason: 'Reel Deal is disqualified', preview })
  const roundHtml = await html(`/statement/${entry}`)
  expect(roundHtml).toContain('Round 2: Reel Deal is disqualified. Your share: $400.00 before, $0.00 now.')
  expect(roundHtml).toContain('id="rounds"')
  // Also of a boat that has won nothing.
  expect(roundHtml).toContain('Backers share 40 % of the winnings that are shared, whatever is raised.')
  const [mine] = (await (await page('/api/funding/my', { cookie: bo.cookie })).json()) as Funding[]
  expect(mine?.payout).toMatchObject({ amount: '0.00', status: 'to-return', to_return: '400.00' })
  expect(await html(`/my-funding/${funding.id}`)).toContain('You got $400 too much')
  expect(await html('/my-funding')).toMatch(/\$400\.00<\/span><\/span><span[^>]*>to return/)
})
