import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { RequestError } from '#client/lib/request.ts'
import type { QueueItem } from './item.ts'
import { isInProgress } from './machine.ts'
import { type Locks, recoverRecordings } from './recover-recordings.ts'
import type { QueueStore } from './store.ts'
import { makeMemoryStore, makeTestHost, testRecording } from './test-support.ts'
import { queueTexts, UploadError } from './upload-failure.ts'
import { makeUploader, type Transport } from './uploader.ts'

const answer = (status: number, message = 'No') =>
  new RequestError(status, JSON.stringify({ message, error: 'x' }), '')

async function withItems(...ids: string[]) {
  const store = makeMemoryStore()
  for (const [index, id] of ids.entries()) {
    await store.addSlice(id, 0, new Blob(['x'.repeat(1000)]), 12_000)
    await store.finishRecording(testRecording(id, index))
  }
  return store
}

function failing(...errors: Error[]) {
  return () => {
    const error = errors.shift()
    if (error) throw error
  }
}

/** Lets the uploader run until it has nothing to do. */
async function run(...options: Parameters<typeof makeTestHost>) {
  const test = makeTestHost(...options)
  await makeUploader(test.host).run(test.stop.signal)
  return test
}

const statesOf = (changes: QueueItem[], id: string) =>
  changes
    .filter(item => item.id === id)
    .map(({ status }) => status)
    .filter((status, index, all) => status !== all[index - 1])

describe('an upload', () => {
  test('passes through the states in order, and lets its bytes go at the end', async () => {
    const store = await withItems('a')
    const { changes } = await run(store)
    expect(statesOf(changes, 'a')).toEqual(['UPLOADING', 'PROCESSING', 'READY_TO_POST'])
    expect(store.items.get('a')).toMatchObject({ progress: 1, remoteUri: '/media/v-a', localUri: null })
    expect(store.files.has('a')).toBe(false)
  })

  test('keeps its bytes while the server has not accepted them', async () => {
    const store = await withItems('a')
    let isOnline = true
    await run(store, {
      mayUpload: () => isOnline,
      api: {
        complete: async () => {
          isOnline = false
          throw new TypeError('Failed to fetch')
        },
      },
    })
    expect(store.files.has('a')).toBe(true)
    expect(store.items.get('a')?.status).toBe('WAITING')
  })

  test('422: failed with the server’s reason, and the next item goes on', async () => {
    const store = await withItems('bad', 'good')
    await run(store, {
      api: {
        complete: async (_item, videoId) => {
          if (videoId === 'v-bad') throw answer(422, 'This file is not a video we can play.')
          return { videoUrl: '/media/x', durationSec: 12 }
        },
      },
    })
    expect(store.items.get('bad')).toMatchObject({
      status: 'FAILED',
      failure: 'refused',
      errorMessage: 'This file is not a video we can play.',
    })
    expect(store.items.get('good')?.status).toBe('READY_TO_POST')
  })

  test('a network that fails a hundred times never makes it fail', async () => {
    const store = await withItems('a')
    const fail = failing(...Array.from({ length: 100 }, () => new UploadError(null)))
    const { changes } = await run(store, { transport: async () => fail() })
    expect(changes.some(({ status }) => status === 'FAILED')).toBe(false)
    expect(changes.some(({ errorMessage }) => errorMessage === queueTexts.noAnswer)).toBe(true)
    expect(store.items.get('a')?.status).toBe('READY_TO_POST')
  })

  test('a server in trouble makes it fail after five tries, and it is tried again all the same', async () => {
    const store = await withItems('a')
    const fail = failing(...Array.from({ length: 6 }, () => answer(500, 'Something went wrong.')))
    const { changes } = await run(store, { transport: async () => fail() })
    expect(
      changes.filter(({ status }) => status === 'FAILED').map(({ errorMessage }) => errorMessage),
    ).toEqual(['Something went wrong.', 'Something went wrong.'])
    expect(store.items.get('a')?.status).toBe('READY_TO_POST')
  })

  test('429: not before the time that the server names', async () => {
    const store = await withItems('a')
    const fail = failing(new UploadError(429, '', 45_000))
    const times: number[] = []
    const { host, stop, clock } = makeTestHost(store, {
      transport: async () => {
        times.push(clock.now)
        fail()
      },
    })
    await makeUploader(host).run(stop.signal)
    const [first = 0, second = 0] = times
    expect(second - first).toBe(45_000)
  })

  test('goes on within minutes on a phone whose clock is set back by a month, held or not', async () => {
    const month = 31 * 86_400_000
    const store = await withItems('failed', 'held')
    const { host, stop, clock } = makeTestHost(store)
    clock.now = month
    await store.apply('failed', { type: 'claimed', at: clock.now })
    const failure = { kind: 'later', message: 'No' } as const
    await store.apply('failed', { type: 'failed', failure, notBefore: clock.now + 60_000 })
    await store.apply('held', { type: 'held', until: clock.now + 180_000 })
    clock.now = 0
    await makeUploader(host).run(stop.signal)
    expect([...store.items.values()].map(({ status }) => status)).toEqual(['READY_TO_POST', 'READY_TO_POST'])
    expect(clock.now).toBeLessThan(600_000)
  })

  test('410: takes another slot', async () => {
    const store = await withItems('a')
    const fail = failing(new UploadError(410))
    const ids: string[] = []
    const urls: string[] = []
    await run(store, {
      transport: async ({ uploadUrl }) => {
        urls.push(uploadUrl)
        fail()
      },
      api: {
        slot: async ({ id }) => {
          ids.push(id)
          return { uploadUrl: `/files/${ids.length}`, videoId: `v${ids.length}` }
        },
      },
    })
    expect(ids).toEqual(['a', 'a'])
    expect(urls).toEqual(['/files/1', '/files/2'])
    expect(store.items.get('a')?.meta.videoId).toBe('v2')
  })

  test('goes on in the slot that it has, whatever cut it', async () => {
    const store = await withItems('a')
    const fail = failing(new UploadError(null), answer(500), new UploadError(null))
    let slots = 0
    await run(store, {
      transport: async () => fail(),
      api: {
        slot: async () => {
          slots += 1
          return { uploadUrl: '/files/1', videoId: 'v1' }
        },
      },
    })
    expect(slots).toBe(1)
  })

  test('401 with a session that can be renewed: goes on; without: waits, and asks to sign in once', async () => {
    for (const isRenewed of [true, false]) {
      const store = await withItems('a')
      const fail = failing(answer(401, 'Unauthorized'))
      const { signIns } = await run(store, {
        transport: async () => fail(),
        api: { renewSession: async () => isRenewed },
      })
      expect(signIns()).toBe(isRenewed ? 0 : 1)
      expect(store.items.get('a')?.status).toBe(isRenewed ? 'READY_TO_POST' : 'WAITING')
    }
  })

  test('403 of a locked site: waits, and leads to its gate', async () => {
    const store = await withItems('a')
    const error = new RequestError(403, JSON.stringify({ message: 'Locked', error: 'site_locked' }), '')
    const fail = failing(error)
    const { locks } = await run(store, { transport: async () => fail() })
    expect(locks()).toBe(1)
    expect(store.items.get('a')).toMatchObject({ status: 'WAITING', errorMessage: queueTexts.siteLocked })
  })

  test('is not begun offline, nor for another account', async () => {
    const store = await withItems('a')
    const offline = makeTestHost(store, { mayUpload: () => false })
    await makeUploader(offline.host).run(offline.stop.signal)
    const other = makeTestHost(store)
    await makeUploader({ ...other.host, ownerId: () => 'ben' }).run(other.stop.signal)
    expect([...offline.changes, ...other.changes]).toEqual([])
    expect(store.items.get('a')?.status).toBe('WAITING')
  })

  test('whose bytes are gone says so instead of trying for ever', async () => {
    const store = await withItems('a')
    store.files.delete('a')
    await run(store)
    expect(store.items.get('a')).toMatchObject({ status: 'FAILED', errorMessage: queueTexts.gone })
  })

  test('leaves alone what its person is asked about, sends what is behind it, and goes on when the question is answered or forgotten', async () => {
    const store = await withItems('asked', 'next')
    const { host, stop, changes, clock } = makeTestHost(store)
    const until = clock.now + 180_000
    await store.apply('asked', { type: 'held', until })
    await makeUploader(host).run(stop.signal)
    expect(statesOf(changes, 'next')).toEqual(['UPLOADING', 'PROCESSING', 'READY_TO_POST'])
    const firstIndex = changes.findIndex(({ id }) => id === 'asked')
    expect(firstIndex).toBeGreaterThan(changes.findLastIndex(({ id }) => id === 'next'))
    expect(clock.now).toBeGreaterThanOrEqual(until)
    expect(store.items.get('asked')?.status).toBe('READY_TO_POST')
  })

  test('taken up between the choice of it and the question: the question wins', async () => {
    const store = await withItems('a')
    const { host, stop, changes } = makeTestHost(store)
    const list = async () => {
      const items = [...store.items.values()]
      if (changes.length === 0) await store.apply('a', { type: 'held', until: host.now() + 1000 })
      return items
    }
    const claims: number[] = []
    const onChange = (item: QueueItem) => {
      if (item.status === 'UPLOADING' && changes.at(-1)?.status !== 'UPLOADING') claims.push(host.now())
      changes.push(item)
    }
    const start = host.now()
    await makeUploader({ ...host, store: { ...store, list }, onChange }).run(stop.signal)
    expect(claims[0]).toBeGreaterThanOrEqual(start + 1000)
  })

  test('that may not go on is let go at once, and goes on in its slot when it may', async () => {
    const store = await withItems('a')
    let isOnWifi = true
    const slots: string[] = []
    const transport: Transport = async (_upload, signal) => {
      isOnWifi = false
      uploader.nudge()
      signal.throwIfAborted()
    }
    const { host, stop, changes } = makeTestHost(store, {
      transport,
      mayUpload: () => isOnWifi,
      api: {
        slot: async ({ id }) => {
          slots.push(id)
          return { uploadUrl: `/files/${id}`, videoId: `v-${id}` }
        },
      },
    })
    const uploader = makeUploader(host)
    await uploader.run(stop.signal)
    expect(store.items.get('a')).toMatchObject({ status: 'WAITING', errorMessage: null, failedAttempts: 0 })
    expect(store.files.has('a')).toBe(true)
    expect(statesOf(changes, 'a')).toEqual(['UPLOADING', 'WAITING'])
    isOnWifi = true
    const again = makeTestHost(store, {
      api: { slot: async () => Promise.reject(new Error('a second slot')) },
    })
    await makeUploader(again.host).run(again.stop.signal)
    expect(store.items.get('a')?.status).toBe('READY_TO_POST')
    expect(slots).toEqual(['a'])
  })

  test('is not sent when the phone leaves Wi-Fi between the choice of it and its beginning', async () => {
    const store = await withDeletedUpload()
    await store.addSlice('b', 0, new Blob(['x'.repeat(1000)]), 12_000)
    await store.finishRecording(testRecording('b'))
    let isOnWifi = true
    let hasSent = false
    const { host, stop } = makeTestHost(store, {
      mayUpload: () => isOnWifi,
      transport: async () => {
        hasSent = true
      },
      api: {
        discard: async () => {
          isOnWifi = false
          uploader.nudge()
        },
      },
    })
    const uploader = makeUploader(host)
    await uploader.run(stop.signal)
    expect([hasSent, store.items.get('b')?.status]).toEqual([false, 'WAITING'])
  })

  test('ends at once, also while the server checks the file, when it may not go on', async () => {
    const store = await withItems('a')
    let isOnWifi = true
    const { host, stop, changes } = makeTestHost(store, {
      mayUpload: () => isOnWifi,
      api: {
        complete: (_item, _videoId, signal) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
            isOnWifi = false
            uploader.nudge()
          }),
      },
    })
    const uploader = makeUploader(host)
    await uploader.run(stop.signal)
    expect(statesOf(changes, 'a')).toEqual(['UPLOADING', 'PROCESSING', 'WAITING'])
    expect(store.items.get('a')).toMatchObject({ errorMessage: null, failedAttempts: 0 })
  })

  test('that another tab takes over is left to it', async () => {
    const store = await withItems('a')
    const transport: Transport = async (_upload, signal) => {
      stop.abort()
      signal.throwIfAborted()
    }
    const { host, stop } = makeTestHost(store, { transport })
    await makeUploader(host).run(stop.signal)
    expect(store.items.get('a')?.status).toBe('UPLOADING')
  })

  test('left uploading by a tab that died is taken up again', async () => {
    const store = await withItems('a')
    await store.apply('a', { type: 'claimed', at: 0 })
    await run(store)
    expect(store.items.get('a')?.status).toBe('READY_TO_POST')
  })
})

describe('a post', () => {
  const withPost = async () => {
    const store = await withItems('a')
    await store.apply('a', {
      type: 'composed',
      meta: { caption: 'Blue!', tag: 'Run', visibility: 'Public', onUploaded: 'publish' },
    })
    return store
  }

  test('composed while it uploads is made by itself afterwards, through a lost network too', async () => {
    const store = await withPost()
    const fail = failing(new TypeError('Failed to fetch'), answer(503))
    const { changes } = await run(store, {
      api: {
        post: async ({ meta }) => {
          fail()
          expect(meta).toMatchObject({ caption: 'Blue!', tag: 'Run', visibility: 'Public', videoId: 'v-a' })
          return { postId: 'p1', isPublished: true }
        },
      },
    })
    expect(statesOf(changes, 'a')).toEqual(['UPLOADING', 'PROCESSING', 'READY_TO_POST', 'POSTED'])
    expect(store.items.get('a')?.meta.postId).toBe('p1')
  })

  test('whose caption is edited while it is under way is changed afterwards, and says so until it is', async () => {
    const store = await withPost()
    const fail = failing(new TypeError('Failed to fetch'))
    const contents: [postId: string | null, caption: string][] = []
    const { changes } = await run(store, {
      api: {
        post: async ({ meta }) => {
          contents.push([meta.postId, meta.caption])
          if (meta.postId !== null) fail()
          // The form is open: nothing is posted until it is left.
          else
            await store.apply('a', {
              type: 'composed',
              meta: { ...meta, caption: 'Black!', onUploaded: null },
            })
          return { postId: 'p1', isPublished: true }
        },
      },
    })
    expect(contents).toEqual([
      [null, 'Blue!'],
      ['p1', 'Black!'],
      ['p1', 'Black!'],
    ])
    expect(changes.some(({ status, errorMessage }) => status === 'POSTED' && errorMessage !== null)).toBe(
      true,
    )
    expect(store.items.get('a')).toMatchObject({
      status: 'POSTED',
      errorMessage: null,
      meta: { caption: 'Black!', postId: 'p1', onUploaded: null },
    })
  })

  test('that the server refuses is given back to the person with its reason', async () => {
    const store = await withPost()
    await run(store, {
      api: {
        post: async () => {
          throw answer(400, 'Caption must be 140 characters or less')
        },
      },
    })
    expect(store.items.get('a')).toMatchObject({
      status: 'READY_TO_POST',
      errorMessage: 'Caption must be 140 characters or less',
      meta: { onUploaded: null },
    })
  })
})

async function withDeletedUpload() {
  const store = await withItems('a')
  await store.apply('a', { type: 'claimed', at: 0 })
  await store.apply('a', { type: 'slot', videoId: 'v', uploadUrl: '/files/v' })
  await store.apply('a', { type: 'released' })
  await store.delete('a')
  return store
}

test('what was deleted here is discarded on the server, when it can be reached', async () => {
  const store = await withDeletedUpload()
  const fail = failing(new TypeError('Failed to fetch'))
  const discardedIds: string[] = []
  const discard = async (videoId: string) => {
    fail()
    discardedIds.push(videoId)
  }
  for (const expected of [[], ['v']]) {
    await run(store, { api: { discard } })
    expect(discardedIds).toEqual(expected)
  }
  expect(await store.leftovers('ana')).toEqual([])
})

/** Lets the uploader run once. @returns videos still to discard */
async function discardWith(discard: () => Promise<void>, ownerId = 'ana'): Promise<string[]> {
  const store = await withDeletedUpload()
  const { host, stop } = makeTestHost(store, { api: { discard } })
  await makeUploader({ ...host, ownerId: () => ownerId }).run(stop.signal)
  return store.leftovers('ana')
}

test.each([401, 403, 429, 500])('what the server can’t discard yet, it discards later (%d)', async status => {
  expect(await discardWith(() => Promise.reject(answer(status)))).toEqual(['v'])
})

test.each([404, 409])('what is gone or posted needs no discarding (%d)', async status => {
  expect(await discardWith(() => Promise.reject(answer(status)))).toEqual([])
})

test('what was deleted here waits for its owner when another person signs in', async () => {
  expect(await discardWith(() => Promise.reject(answer(404)), 'bo')).toEqual(['v'])
})

test('a video that has lost a part on the device is not sent: it says so, and the next one goes on', async () => {
  const store = await withItems('broken', 'good')
  store.files.set('broken', [new Blob(['x'.repeat(900)])])
  await run(store)
  expect(store.items.get('broken')).toMatchObject({ status: 'FAILED', errorMessage: queueTexts.gone })
  expect(store.items.get('good')?.status).toBe('READY_TO_POST')
})

async function addRecording(store: QueueStore, id: string, seconds: number): Promise<void> {
  await store.beginRecording(testRecording(id))
  for (let second = 1; second <= seconds; second += 1)
    await store.addSlice(id, second - 1, new Blob(['x'.repeat(100)]), second * 1000)
}

test('recordings whose tab died become items; those too short are deleted', async () => {
  const store = makeMemoryStore()
  await addRecording(store, 'long', 14)
  await addRecording(store, 'short', 6)
  const results: string[] = []
  await recoverRecordings(store, undefined, ({ result }) => void results.push(result))
  expect(results.sort()).toEqual(['fine', 'too-short'])
  expect([...store.items.values()]).toMatchObject([
    { id: 'long', status: 'WAITING', durationSec: 14, sizeBytes: 1400 },
  ])
  expect(store.files.has('short')).toBe(false)
  expect(await store.openRecordings()).toEqual([])
})

test('a recording is recovered when its tab closes, not while it is open; one that was finished stays as it is', async () => {
  const store = makeMemoryStore()
  await addRecording(store, 'closed', 14)
  await addRecording(store, 'finished', 12)
  const tabClose = Promise.withResolvers<void>()
  const locks: Locks = {
    request: async (_name, recover) => {
      await tabClose.promise
      await recover()
    },
  }
  let recoveredCount = 0
  const all = recoverRecordings(store, locks, () => {
    recoveredCount += 1
  })
  await store.finishRecording({ ...testRecording('finished'), sizeBytes: 1200, durationSec: 12 })
  expect(recoveredCount).toBe(0)
  tabClose.resolve()
  await all
  expect(recoveredCount).toBe(1)
  expect(store.items.get('closed')).toMatchObject({ sizeBytes: 1400, durationSec: 14 })
  expect(await store.openRecordings()).toEqual([])
})

test('whatever a bad network does, every item arrives once, one at a time, its progress never falling', async () => {
  const mishap = fc.constantFrom<() => Error | null>(
    () => null,
    () => new UploadError(null),
    () => new TypeError('Failed to fetch'),
    () => new UploadError(410),
    () => new UploadError(423),
    () => answer(500),
    () => answer(503),
    () => answer(401, 'Unauthorized'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(mishap, { maxLength: 60 }), async mishaps => {
      const store = await withItems('a', 'b', 'c')
      for (const id of ['a', 'b', 'c'])
        await store.apply(id, {
          type: 'composed',
          meta: { caption: id, tag: 'Catch', visibility: 'Backers', onUploaded: 'publish' },
        })
      const trip = () => {
        const error = mishaps.shift()?.()
        if (error) throw error
      }
      const posts: string[] = []
      const transport: Transport = async ({ file, onAcknowledged }) => {
        for (const part of [0.25, 0.5, 1]) {
          trip()
          onAcknowledged(file.size * part)
        }
      }
      const { host, stop, changes } = makeTestHost(store, {
        transport,
        api: {
          slot: async ({ id }) => {
            trip()
            return { uploadUrl: `/files/${id}`, videoId: id }
          },
          complete: async () => {
            trip()
            return { videoUrl: '/media/x', durationSec: 12 }
          },
          post: async ({ id }) => {
            trip()
            posts.push(id)
            return { postId: id, isPublished: true }
          },
        },
      })
      const latest = new Map<string, QueueItem>()
      const onChange = (item: QueueItem) => {
        expect(item.progress).toBeGreaterThanOrEqual(latest.get(item.id)?.progress ?? 0)
        latest.set(item.id, item)
        expect([...latest.values()].filter(isInProgress).length).toBeLessThanOrEqual(1)
        changes.push(item)
      }
      await makeUploader({ ...host, onChange }).run(stop.signal)
      expect([...store.items.values()].map(({ status }) => status)).toEqual(Array(3).fill('POSTED'))
      expect(posts.sort()).toEqual(['a', 'b', 'c'])
      expect(store.files.size).toBe(0)
    }),
    { numRuns: 200 },
  )
})
