import { afterEach, expect, test } from 'bun:test'
import { share } from './share.ts'
import { dismissToast, toastStore } from './toast.ts'

let copied: string[] = []

function setUp(refusal: string): void {
  copied = []
  const define = (name: string, value: unknown) =>
    Object.defineProperty(navigator, name, { configurable: true, value })
  define('share', () => Promise.reject(new DOMException('No', refusal)))
  define('clipboard', { writeText: async (text: string) => void copied.push(text) })
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'clipboard')
  dismissToast()
})

const link = 'https://reelstake.example/boat/1'

test('copies the link where the browser refuses to share, as inside other apps', async () => {
  setUp('NotAllowedError')
  await share('Reel Deal', link)
  expect([copied, toastStore.get()?.title]).toEqual([[link], 'Link copied'])
})

test.each(['AbortError', 'InvalidStateError'])(
  'says nothing when the person closes the dialog: %s',
  async name => {
    setUp(name)
    await share('Reel Deal', link)
    expect([copied, toastStore.get()]).toEqual([[], null])
  },
)
