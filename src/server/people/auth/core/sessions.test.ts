import { expect, test } from 'bun:test'
import type { SessionId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { ann, password, program, signedInPage, signIn } from '#server/people/auth/test-support.ts'
import { makeTestApp } from '../../../../../tests/support/app.ts'
import { addSession, addSigned } from '../../../../../tests/support/factories.ts'

test('a new session of either kind ends the least recently used beyond a hundred of the account', async () => {
  const testApp = await makeTestApp()
  const { db } = testApp
  const cookie = await signedInPage(testApp)
  const other = await addSigned(db)
  const { id: me } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', ann.email)
    .executeTakeFirstOrThrow()
  const old: SessionId[] = []
  for (let n = 1; n < limits.sessions; n += 1) old.push(await addSession(db, me, { seen_at: n }))
  const sessions = async (): Promise<(SessionId | undefined)[]> =>
    (await db.selectFrom('sessions').select('id').where('user_id', '=', me).execute()).map(({ id }) => id)
  expect(await sessions()).toHaveLength(limits.sessions)

  await signIn(testApp, ann.email, password)
  expect(await sessions()).toHaveLength(limits.sessions)
  expect(await sessions()).not.toContain(old[0])
  expect(await sessions()).toContain(old[1])

  const json = { email: ann.email, password }
  expect((await program(testApp, '/token?grant_type=password', { json })).status).toBe(200)
  expect(await sessions()).toHaveLength(limits.sessions)
  expect(await sessions()).not.toContain(old[1])
  for (const ownCookie of [cookie, other.cookie])
    expect((await testApp.page('/api/auth/sessions', { cookie: ownCookie })).status).toBe(200)
})
