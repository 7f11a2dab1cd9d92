import { describe, expect, test } from 'bun:test'
import { makeTestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addTournament } from '../../../../tests/support/factories.ts'

describe('GET /api/tournaments/:id/qr.svg', () => {
  test('403 while the site is locked', async () => {
    const { page, db } = await makeTestApp({ SITE_GATE: 'on' })
    expect((await page(`/api/tournaments/${await addTournament(db)}/qr.svg`)).status).toBe(403)
  })
  test.each(['nope', crypto.randomUUID()])('404 for a tournament that is not there: %s', async id => {
    const { page } = await makeTestApp()
    expect((await page(`/api/tournaments/${id}/qr.svg`)).status).toBe(404)
  })
  test('200: the address as PUBLIC_URL has it, the same bytes by 304', async () => {
    const { page, db } = await makeTestApp()
    const elsewhere = await makeTestApp({ PUBLIC_URL: 'https://marina.example' })
    const id = await addTournament(db)
    await addTournament(elsewhere.db, { id })
    const path = `/api/tournaments/${id}/qr.svg`
    const answer = await page(path)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    const { renderSVG } = await import('uqr')
    expect(await answer.text()).toBe(renderSVG(`${testOrigin}/tournament/${id}`, { ecc: 'Q', border: 4 }))
    const other = await elsewhere.page(path)
    expect(await other.text()).toBe(
      renderSVG(`https://marina.example/tournament/${id}`, { ecc: 'Q', border: 4 }),
    )
    const etag = answer.headers.get('etag') ?? ''
    expect((await page(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await page(path, { headers: { 'if-none-match': other.headers.get('etag') ?? '' } })).status).toBe(
      200,
    )
  })
})
