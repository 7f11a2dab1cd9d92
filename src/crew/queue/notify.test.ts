import { afterAll, beforeAll, expect, test } from 'bun:test'
import { notifyInBackground } from './notify.ts'
import { testItem } from './test-support.ts'

const texts: (string | undefined)[] = []
const showNotification = async (_title: string, { body }: NotificationOptions) => void texts.push(body)
const browser = [
  [globalThis, 'document', { visibilityState: 'hidden' }],
  [globalThis, 'Notification', { permission: 'granted' }],
  [navigator, 'serviceWorker', { getRegistration: async () => ({ showNotification }) }],
] as const

beforeAll(() => {
  for (const [target, name, value] of browser)
    Object.defineProperty(target, name, { configurable: true, value })
})
afterAll(() => {
  for (const [target, name] of browser) Reflect.deleteProperty(target, name)
})

test('a notification calls no draft published, and comes once for each state', async () => {
  const { meta } = testItem()
  const item = testItem({ status: 'POSTED', meta: { ...meta, postId: 'p' } })
  notifyInBackground(testItem({ status: 'READY_TO_POST' }))
  notifyInBackground(item)
  notifyInBackground({ ...item, errorMessage: 'No' })
  await Promise.resolve()
  await Promise.resolve()
  expect(texts).toEqual([
    'Your video is uploaded. Add a caption and publish it.',
    'Your video is in My Posts.',
  ])
})
