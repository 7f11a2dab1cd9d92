import { describe, expect, test } from 'bun:test'
import { newId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PayoutFile, PayoutImport, PayoutImportPreview } from '#contract/money/payout-files.ts'
import type { PayoutMethod } from '#contract/money/payout-method.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { addDispute, addFunding, addSigned, addUser, pastDates } from '../../../../tests/support/factories.ts'
import { addRows } from '../../../../tests/support/rows.ts'
import { makeScene } from '../../../../tests/support/scene.ts'

/** A boat whose backers put in $10 each, so many times; the winnings give them the same. */
async function paidScene(methods: readonly (readonly [PayoutMethod, string] | null)[], times = 1) {
  const scene = await makeScene(pastDates())
  const { testApp, db, entry, tournament, organiser } = scene
  const backers: UserId[] = []
  for (const [index, method] of methods.entries()) {
    const backer = await addUser(db, { email: `b${index}@example.com` })
    backers.push(backer)
    const completed_at = pastDates().starts_at + index
    for (let n = 0; n < times; n += 1)
      await addFunding(db, { entry_id: entry, backer_id: backer, amount_cents: 1000, completed_at })
    if (method)
      await addRows(db, 'payout_details', {
        user_id: backer,
        kind: method[0],
        details: method[1],
        updated_at: 1,
      })
  }
  const { payout_basis_points: points } = await db
    .selectFrom('entries')
    .select('payout_basis_points')
    .where('id', '=', entry)
    .executeTakeFirstOrThrow()
  const winnings = ((methods.length * times * 1000 * 10_000) / points / 100).toFixed(2)
  expect((await scene.confirm(winnings)).status).toBe(201)
  const base = `/api/tournaments/${tournament}/payouts`
  const { cookie } = organiser
  return {
    ...scene,
    backers,
    base,
    files: async (): Promise<PayoutFile[]> => (await testApp.page(`${base}/files`, { cookie })).json(),
    preview: async (file: string): Promise<PayoutImportPreview> => {
      const response = await testApp.page(`${base}/imports/preview`, { json: { file }, cookie })
      expect(response.status).toBe(200)
      return response.json()
    },
    send: (file: string) => testApp.page(`${base}/imports`, { json: { file }, cookie }),
    undo: (id: string, as = cookie) =>
      testApp.page(`/api/payout-imports/${id}`, { method: 'DELETE', json: {}, cookie: as }),
    imports: async (): Promise<PayoutImport[]> => (await testApp.page(`${base}/imports`, { cookie })).json(),
    readOwed: async () =>
      (await (await testApp.page(`${base}/totals`, { cookie })).json()).owed as {
        count: number
        amount: string
      },
  }
}

const paypal = (index: number) => ['paypal', `pal${index}@example.com`] as const

interface Row {
  reference: string
  amount: string
  status?: string
}
const report = (rows: readonly Row[]) =>
  [
    'Date,Name,Status,Currency,Gross,Transaction ID,Custom Number,Reason',
    ...rows.map(
      ({ reference, amount, status = 'Completed' }, index) =>
        `11/26/2026,X,${status},USD,-${amount},TX${index},${reference},${status === 'Denied' ? 'No account' : ''}`,
    ),
  ].join('\n')

describe('payout files', () => {
  test('name each person once, and say who is left out and why', async () => {
    const { db, files, testApp, base, organiser, backers } = await paidScene([
      paypal(0),
      ['bank', 'Routing 1, account 2'],
      ['venmo', '@cy'],
      null,
      ['paypal', '@nobody'],
      paypal(5),
    ])
    // A dispute of the last.
    const [funding] = await db
      .selectFrom('payouts')
      .selectAll()
      .where('backer_id', '=', backers[5] as UserId)
      .execute()
    if (funding) await addDispute(db, { funding_id: funding.funding_id, amount_cents: 1000 })
    const [toPayPal, toWise] = await files()
    expect(toPayPal?.lines.map(({ email, amount }) => [email, amount])).toEqual([
      ['pal0@example.com', '10.00'],
    ])
    expect(toPayPal?.total).toBe('10.00')
    expect(toPayPal?.leftOut).toEqual([
      { reason: 'other-method', people: 2, amount: '20.00' },
      { reason: 'no-details', people: 1, amount: '10.00' },
      { reason: 'no-email', people: 1, amount: '10.00' },
      { reason: 'frozen', people: 1, amount: '10.00' },
    ])
    expect(toWise?.lines.map(({ email }) => email)).toEqual(['b1@example.com'])

    const csv = await testApp.page(`${base}/paypal.csv`, { cookie: organiser.cookie })
    expect(csv.headers.get('content-disposition')).toMatch(
      /^attachment; filename="paypal-[-0-9a-f]{36}-test\.csv"$/,
    )
    const text = await csv.text()
    expect(text).toMatch(/^pal0@example\.com,10\.00,USD,RS\w{8},[^,]+,PAYPAL\r\n$/)
    // A download pays nothing.
    expect((await files())[0]?.lines).toEqual(toPayPal?.lines ?? [])
  })

  test('are the organiser’s alone', async () => {
    const { testApp, base, captain, stranger } = await paidScene([paypal(0)])
    for (const { cookie } of [captain, stranger, await addSigned(testApp.db)])
      for (const path of ['files', 'paypal.csv', 'wise.csv', 'imports'])
        expect([path, (await testApp.page(`${base}/${path}`, { cookie })).status]).toEqual([path, 403])
    expect((await testApp.page(`${base}/files`)).status).toBe(401)
  })
})

describe('imports', () => {
  test('mark what is paid, once, with the provider’s transaction; the undo takes exactly that back', async () => {
    const scene = await paidScene([paypal(0), paypal(1), paypal(2), paypal(3), paypal(4), paypal(5)])
    const { files, preview, send, undo, imports, readOwed, db, testApp, tournament } = scene
    const [file] = await files()
    const [a, b, c, d, e, f] = file?.lines ?? []
    if (!a || !b || !c || !d || !e || !f) throw new Error('six lines')
    const text = report([
      a,
      b,
      { ...c, status: 'Denied' },
      { ...d, amount: '9.00' },
      { ...e, status: 'Unclaimed' },
      f,
      f,
      { reference: 'RSAAAAAAAA', amount: '1.00' },
    ])
    const result = await preview(text)
    expect([result.provider, result.people, result.amount]).toEqual(['paypal', 2, '20.00'])
    expect(result.rows.map(({ state, note }) => [state, note])).toEqual([
      ['paid', null],
      ['paid', null],
      ['failed', 'No account'],
      ['differs', '$10.00 is owed. Look at it, then mark it by hand.'],
      ['pending', 'Unclaimed'],
      ['repeated', 'Look at the payment there, then mark it as paid by hand.'],
      ['repeated', 'Look at the payment there, then mark it as paid by hand.'],
      ['unknown', null],
    ])
    expect((await readOwed()).count).toBe(6)

    const first = await send(text)
    expect(first.status).toBe(201)
    const payoutImport: PayoutImport = await first.json()
    expect(payoutImport).toMatchObject({ provider: 'paypal', people: 2, amount: '20.00', undoneAt: null })
    expect((await readOwed()).count).toBe(4)
    const again = await send(text)
    expect([again.status, (await again.json()).id]).toEqual([200, payoutImport.id])
    expect((await preview(text)).rows[0]).toMatchObject({ state: 'already', note: null })
    const rows = await db.selectFrom('payouts').select('reference').where('paid_at', 'is not', null).execute()
    expect(rows.map(({ reference }) => reference).sort()).toEqual(['PayPal TX0', 'PayPal TX1'])
    const events = await db.selectFrom('events').select('kind').where('kind', '=', 'share-paid').execute()
    expect(events).toHaveLength(2)

    // Marked by hand since: stays.
    const third = (await scene.listPayouts('?status=owed'))[0]
    expect(
      (await testApp.page(`/api/payouts/${third?.id}/paid`, { json: {}, cookie: scene.organiser.cookie }))
        .status,
    ).toBe(200)
    expect((await undo(payoutImport.id, scene.captain.cookie)).status).toBe(403)
    const response = await undo(payoutImport.id)
    expect([response.status, (await response.json()).undoneAt !== null]).toEqual([200, true])
    expect((await readOwed()).count).toBe(5)
    expect((await undo(payoutImport.id)).status).toBe(200)
    expect(await findFaults(db)).toEqual([])

    // The same file can be imported again.
    expect((await send(text)).status).toBe(201)
    expect((await imports()).map(({ undoneAt }) => undoneAt === null)).toEqual([true, false])
    expect(await db.selectFrom('payout_imports').select('tournament_id').execute()).toEqual([
      { tournament_id: tournament },
      { tournament_id: tournament },
    ])
  })

  test('a share that was taken back by hand is left as it is', async () => {
    const { files, send, undo, readOwed, db, testApp, organiser } = await paidScene([paypal(0), paypal(1)])
    const [file] = await files()
    const payoutImport: PayoutImport = await (await send(report(file?.lines ?? []))).json()
    const [one] = await db.selectFrom('payouts').select('id').execute()
    const { cookie } = organiser
    await testApp.page(`/api/payouts/${one?.id}/paid`, { method: 'DELETE', json: {}, cookie })
    await testApp.page(`/api/payouts/${one?.id}/paid`, { json: { reference: 'Cash' }, cookie })
    await undo(payoutImport.id)
    expect((await readOwed()).count).toBe(1)
    const rows = await db
      .selectFrom('payouts')
      .select('reference')
      .where('id', '=', one?.id ?? newId<'payout'>())
      .execute()
    expect(rows).toEqual([{ reference: 'Cash' }])
  })

  test('a file without currencies marks nothing, and says what to do', async () => {
    const { files, preview, send, readOwed } = await paidScene([paypal(0)])
    const [file] = await files()
    const text = `Status,Transaction ID,Gross,Custom Number\nCompleted,TX1,-10.00,${file?.lines[0]?.reference}`
    const note =
      'The file doesn’t say in which currency. Export it with the currency column, or mark it by hand if it was in USD.'
    expect((await preview(text)).rows).toMatchObject([{ state: 'differs', note }])
    expect([(await send(text)).status, (await readOwed()).count]).toEqual([409, 1])
  })

  test('a person with several shares is paid in one line, with their sum', async () => {
    const { files, preview, send, readOwed } = await paidScene([paypal(0)], 2)
    const [file] = await files()
    expect(file?.lines.map(({ email, amount }) => [email, amount])).toEqual([['pal0@example.com', '20.00']])
    const text = report(file?.lines ?? [])
    expect(await preview(text)).toMatchObject({ people: 1, amount: '20.00' })
    expect((await readOwed()).count).toBe(2)
    expect((await send(text)).status).toBe(201)
    expect((await readOwed()).count).toBe(0)
  })

  test('are limited for a tournament', async () => {
    const { db, files, organiser, send, readOwed, tournament } = await paidScene([paypal(0)])
    const values = { tournament_id: tournament, provider: 'paypal', file_hash: 'x', shares: '{}' } as const
    const more = { imported_by: organiser.id, imported_at: 1, people: 1, amount_cents: 1, undone_at: 2 }
    const rows = Array.from({ length: limits.payoutImports }, () => ({
      ...{ id: newId<'payout-import'>(), ...values },
      ...more,
    }))
    await addRows(db, 'payout_imports', ...rows)
    const [file] = await files()
    const answer = await send(report(file?.lines ?? []))
    expect([answer.status, (await answer.json()).message]).toEqual([409, payoutTexts.tooManyImports])
    expect((await readOwed()).count).toBe(1)
  })

  test('says why a file can’t be imported', async () => {
    const { send, base, testApp, organiser, stranger } = await paidScene([paypal(0)])
    const issuesOf = async (file: unknown) =>
      (
        await (
          await testApp.page(`${base}/imports/preview`, { json: { file }, cookie: organiser.cookie })
        ).json()
      ).issues
    expect(await issuesOf('a,b')).toEqual([{ path: 'file', message: payoutTexts.reportUnknown }])
    expect(await issuesOf('')).toEqual([{ path: 'file', message: payoutTexts.reportRequired }])
    expect(await issuesOf(undefined)).toEqual([{ path: 'file', message: payoutTexts.reportRequired }])
    expect((await send(report([{ reference: 'RSAAAAAAAA', amount: '1.00' }]))).status).toBe(409)
    for (const path of ['imports', 'imports/preview']) {
      const json = { file: report([]) }
      expect((await testApp.page(`${base}/${path}`, { json, cookie: stranger.cookie })).status).toBe(403)
    }
  })

  test('300 winners: one file, one import, one undo', async () => {
    const scene = await paidScene(Array.from({ length: 300 }, (_, index) => paypal(index)))
    const { files, preview, send, undo, readOwed, db } = scene
    const [file] = await files()
    expect([file?.lines.length, file?.total, file?.leftOut]).toEqual([300, '3000.00', []])
    const text = report(file?.lines ?? [])
    expect(await preview(text)).toMatchObject({ people: 300, amount: '3000.00' })
    const payoutImport: PayoutImport = await (await send(text)).json()
    expect(payoutImport.people).toBe(300)
    expect((await readOwed()).count).toBe(0)
    await undo(payoutImport.id)
    expect((await readOwed()).amount).toBe('3000.00')
    expect(await findFaults(db)).toEqual([])
  }, 60_000)
})
