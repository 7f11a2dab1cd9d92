import { afterEach, beforeEach, describe, expect, type Mock, spyOn, test } from 'bun:test'
import {
  carryToasts,
  dismissToast,
  toast,
  toastAfterNavigation,
  toastRuns,
  toastStore,
} from '#client/lib/toast.ts'

const KEY = 'reelstake.toast'
const had = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
const storage = new Map<string, string>()

const pageEvent = (type: string, persisted = false) => Object.assign(new Event(type), { persisted })

let stop = () => {}
/** Milliseconds. */
let clock: Mock<() => number>

beforeEach(() => {
  clock = spyOn(performance, 'now').mockReturnValue(60_000)
  storage.clear()
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
  })
})

afterEach(() => {
  dispatchEvent(pageEvent('pageshow'))
  stop()
  stop = () => {}
  dismissToast()
  clock.mockRestore()
  if (had) Object.defineProperty(globalThis, 'sessionStorage', had)
})

const storedToast = () => JSON.parse(storage.get(KEY) ?? 'null')

describe('one at a time', () => {
  test('a newer toast replaces the older, and listeners hear of both', () => {
    let calls = 0
    const leave = toastStore.subscribe(() => calls++)
    toast({ title: 'First' })
    toast({ title: 'Second', variant: 'destructive' })
    leave()
    expect(calls).toBe(2)
    expect(toastStore.get()).toMatchObject({ title: 'Second', variant: 'destructive', duration: 5000 })
  })

  test('dismissing an older one leaves the newer', () => {
    toast({ title: 'First' })
    const first = toastStore.get()?.id
    toast({ title: 'Second' })
    dismissToast(first)
    expect(toastStore.get()?.title).toBe('Second')
    dismissToast()
    expect(toastStore.get()).toBeNull()
  })
})

describe('over a page change', () => {
  test('what is promised shows on the next page, once', () => {
    stop = carryToasts()
    toastAfterNavigation({ title: 'Saved' })
    expect(toastStore.get()).toBeNull()
    dispatchEvent(pageEvent('pagehide'))
    stop()
    stop = carryToasts()
    expect(toastStore.get()).toMatchObject({ title: 'Saved', duration: 5000 })
    expect(storage.has(KEY)).toBe(false)
  })

  test('an error that shows stays behind', () => {
    stop = carryToasts()
    toast({ title: 'Failed', variant: 'destructive' })
    dispatchEvent(pageEvent('pagehide'))
    expect(storage.has(KEY)).toBe(false)
  })

  test('one that shows takes its remaining time along', () => {
    stop = carryToasts()
    toast({ title: 'Half over', duration: 2000 })
    toastRuns(toastStore.get()?.id ?? 0, true)
    clock.mockReturnValue(61_000)
    dispatchEvent(pageEvent('pagehide'))
    expect(storedToast().title).toBe('Half over')
    expect(storedToast().duration).toBe(1000)
    stop()
    stop = carryToasts()
    expect(toastStore.get()).toMatchObject({ title: 'Half over', isCarried: true })
  })

  test('time does not run while it is paused', () => {
    stop = carryToasts()
    toast({ title: 'Read slowly', duration: 2000 })
    const id = toastStore.get()?.id ?? 0
    toastRuns(id, true)
    toastRuns(id, false)
    clock.mockReturnValue(61_000)
    dispatchEvent(pageEvent('pagehide'))
    expect(storedToast().duration).toBe(2000)
  })

  test('one that is all but over stays behind, and so does a dismissed one', () => {
    stop = carryToasts()
    toast({ title: 'Blink', duration: 200 })
    dispatchEvent(pageEvent('pagehide'))
    expect(storedToast()).toBeNull()
    dismissToast()
    dispatchEvent(pageEvent('pagehide'))
    expect(storedToast()).toBeNull()
  })

  test('a page that comes back from the cache drops its frozen copy', () => {
    stop = carryToasts()
    toast({ title: 'Frozen' })
    dispatchEvent(pageEvent('pagehide', true))
    storage.clear()
    dispatchEvent(pageEvent('pageshow', true))
    expect(toastStore.get()).toBeNull()
  })

  test.each(['{', '[]', '"x"', '{"title":1}', 'null'])('rubbish in the storage, %s, shows nothing', text => {
    storage.set(KEY, text)
    stop = carryToasts()
    expect(toastStore.get()).toBeNull()
  })
})
