import { describe, expect, test } from 'bun:test'
import { limitConcurrency } from './concurrency.ts'

describe('limitConcurrency', () => {
  test('answers 503 when all slots and the queue are full', async () => {
    const run = limitConcurrency({ concurrency: 2, queueMax: 3, fullText: 'Too many.' })
    const gate = Promise.withResolvers<string>()
    const both = Promise.withResolvers<void>()
    let running = 0
    const works = Array.from({ length: 6 }, () =>
      run(() => {
        running += 1
        if (running === 2) both.resolve()
        return gate.promise
      }),
    )
    const outcomes = Promise.allSettled(works)
    await both.promise
    expect(running).toBe(2)
    gate.resolve('done')
    const rejections = (await outcomes).filter(result => result.status === 'rejected')
    expect(rejections).toHaveLength(1)
    expect(rejections[0]?.reason).toMatchObject({ code: 'unavailable', status: 503, message: 'Too many.' })
  })
})
