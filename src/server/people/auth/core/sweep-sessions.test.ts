import { expect, test } from 'bun:test'
import { ann, mailedToken, signedInPage } from '#server/people/auth/test-support.ts'
import { makeTestApp } from '../../../../../tests/support/app.ts'
import { sweepSessions } from './sweep-sessions.queries.ts'

test('sweepSessions deletes only expired sessions and tokens', async () => {
  const testApp = await makeTestApp({ SESSION_IDLE_TTL: '7200' })
  const start = Date.now()
  testApp.setNow(start)
  await signedInPage(testApp)
  await testApp.page('/api/auth/recover', { json: { email: ann.email } })
  await mailedToken(testApp, ann.email)
  const sweepAndCount = async (at: number) => {
    await sweepSessions(testApp.db, at)
    const sessions = await testApp.db.selectFrom('sessions').select('id').execute()
    const tokens = await testApp.db.selectFrom('one_time_tokens').select('hash').execute()
    return [sessions.length, tokens.length]
  }
  expect(await sweepAndCount(start + 3_599_000)).toEqual([1, 1])
  expect(await sweepAndCount(start + 3_600_000)).toEqual([1, 0])
  expect(await sweepAndCount(start + 7_200_000)).toEqual([0, 0])
})
