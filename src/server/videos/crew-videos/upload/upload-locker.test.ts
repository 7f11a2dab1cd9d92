import { afterAll, describe, expect, test } from 'bun:test'
import { Locks } from '#server/db/locks.ts'
import { addSigned } from '../../../../../tests/support/factories.ts'
import { makeMediaApp, removeDisks, slotOf } from '../../../../../tests/support/uploads.ts'
import { UploadLocker } from './upload-locker.ts'

afterAll(removeDisks)

const never = new AbortController().signal
const video = { 'content-type': 'video/webm' }
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

describe('a lock of an upload', () => {
  test('asks the holder once, then waits without polling', async () => {
    const locker = new UploadLocker(new Locks())
    let requests = 0
    const first = locker.newLock('a')
    await first.lock(never, () => {
      requests += 1
    })
    let isIn = false
    const second = locker.newLock('a')
    const entering = second
      .lock(never, () => {})
      .then(() => {
        isIn = true
      })
    for (let n = 0; n < 100; n++) await turn()
    expect([requests, isIn]).toEqual([1, false])
    await first.unlock()
    await entering
    expect(isIn).toBe(true)
  })

  test('goes to the waiters in order; a holder with waiters is asked to stop at once', async () => {
    const locker = new UploadLocker(new Locks())
    const order: string[] = []
    const enter = async (name: string) => {
      const lock = locker.newLock('a')
      await lock.lock(never, () => void order.push(`${name} is asked`))
      order.push(name)
      return lock
    }
    const first = await enter('first')
    const second = enter('second')
    const third = enter('third')
    await first.unlock()
    await (await second).unlock()
    await (await third).unlock()
    expect(order).toEqual(['first', 'first is asked', 'first is asked', 'second is asked', 'second', 'third'])
    await enter('fourth')
  })

  test('is separate for each upload', async () => {
    const locker = new UploadLocker(new Locks())
    await locker.newLock('a').lock(never, () => {})
    await locker.newLock('b').lock(never, () => {})
  })

  test('skips waiters that have left', async () => {
    const locker = new UploadLocker(new Locks())
    const first = locker.newLock('a')
    await first.lock(never, () => {})
    const leaving = new AbortController()
    const waiter = locker.newLock('a').lock(leaving.signal, () => {})
    leaving.abort()
    await expect(waiter).rejects.toMatchObject({ status: 409, code: 'conflict' })
    await first.unlock()
    await locker.newLock('a').lock(never, () => {})
  })
})

test('answers 409 to a PUT that times out waiting', async () => {
  const app = await makeMediaApp()
  const { cookie } = await addSigned(app.db)
  const slot = await slotOf(app, cookie, { sizeBytes: 5 })
  await app.deps.videos.locker.newLock(slot.videoId).lock(never, () => {})
  const leaving = new AbortController()
  const { signal } = leaving
  const answer = app.app.request(slot.uploadUrl, { method: 'PUT', body: 'bytes', headers: video, signal })
  setTimeout(() => leaving.abort(), 20)
  expect((await answer).status).toBe(409)
})
