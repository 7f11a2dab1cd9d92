import { hasIssue, isUnauthorized, RequestError } from '#client/lib/request.ts'
import { makeStore, type ReadableStore } from '#client/lib/store.ts'
import type { WeighIn } from '#contract/tournaments/catches.ts'
import type { TypedFish } from './fish-of-form.ts'

/** Weigh-in on the device until the server has answered. Items of older versions have only a weight and a species. */
export interface QueuedWeighIn extends TypedFish {
  /** Id of the catch: the server records it once. */
  id: string
  /** Account that weighed in: people may share a device. */
  ownerId: string
  tournamentId: string
  entryId: string
  boat: string
  /** ISO 8601, or null for the time of the weigh-in. */
  caughtAt: string | null
  /** Milliseconds since 1970 by the server's clock, as far as the page knew it. */
  weighedAt: number
  /** The tournament has rules: they read when it was weighed. */
  isRuled?: boolean
  /** Older WebKit can't store a Blob. */
  photo: { data: ArrayBuffer; type: string } | null
  /** True to take the weigh-in back. */
  undo: boolean
  /** Message of the server's refusal, or null if not yet sent. */
  problem: string | null
  /** The boat has a fish like it. */
  isSimilar?: boolean
  /** A person says that it is another one. */
  isOther?: boolean
}

export interface OutboxStore {
  list(): Promise<QueuedWeighIn[]>
  /** @returns whether it survives a reload */
  put(item: QueuedWeighIn): Promise<boolean>
  /** Deletes the item, unless its `undo` has changed meanwhile. */
  delete(item: QueuedWeighIn): Promise<void>
}

export interface OutboxHost {
  store: OutboxStore
  /** Returns null if signed out. */
  signedInId(): Promise<string | null>
  weighIn(item: QueuedWeighIn): Promise<WeighIn>
  /** Resolves also when there is nothing to undo. */
  undo(item: QueuedWeighIn): Promise<void>
  /** Runs the work in one tab at a time. */
  withLock(work: () => Promise<void>): Promise<void>
  /** Resolves when a form stops waiting for the answer. */
  answerTimeout(): Promise<void>
  /** Calls {@link Outbox.flush} later. */
  tryLater(): void
  onSignInNeeded(): void
  /** Another account than the page's is signed in. */
  onOtherAccount(): void
  /** Runs if no form waited for the undo. */
  onUndoRefused(error: unknown): void
  /** Runs once a weigh-in is recorded, if no form waited for it. */
  onSent(answer: WeighIn): void
}

export type Outcome =
  | { kind: 'done'; answer: WeighIn | null }
  /** The weigh-in is sent later. @property isStored survives a reload */
  | { kind: 'kept'; isStored: boolean }

export interface Outbox {
  /** Weigh-ins of the account, oldest first, without those that a form waits for. */
  waiting: ReadableStore<readonly QueuedWeighIn[]>
  /** Weigh-ins of other accounts on the device. */
  others: ReadableStore<readonly QueuedWeighIn[]>
  start(ownerId: string): void
  /** @throws RequestError when the server refuses it; then it isn't queued */
  submit(item: QueuedWeighIn): Promise<Outcome>
  retry(item: QueuedWeighIn): Promise<void>
  /** Sends what waits. Resolves after a run that has begun since. */
  flush(): Promise<void>
}

/** A weigh-in may still be under way when it is undone. */
const keyOf = ({ id, undo }: QueuedWeighIn) => `${id} ${undo}`

/** The same request would be refused again. */
export const isRefusal = (error: unknown): error is RequestError =>
  error instanceof RequestError &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status) &&
  error.code !== 'site_locked'

/** The boat has a fish like it, which another device may have sent. */
export const isSimilarKnown = (error: unknown): boolean => hasIssue(error, 'unlessSimilar')

export function makeOutbox(host: OutboxHost): Outbox {
  const { store } = host
  const waiting = makeStore<readonly QueuedWeighIn[]>([])
  const others = makeStore<readonly QueuedWeighIn[]>([])
  const forms = new Map<string, PromiseWithResolvers<Outcome>>()
  let owner: string | null = null
  let running = Promise.resolve()
  /** A run that has not begun. */
  let next: Promise<void> | null = null

  const mineOf = (items: readonly QueuedWeighIn[]) =>
    items.filter(({ ownerId }) => ownerId === owner).sort((a, b) => a.weighedAt - b.weighedAt)

  async function show(): Promise<void> {
    const items = await store.list()
    waiting.set(mineOf(items).filter(item => !forms.has(keyOf(item))))
    others.set(items.filter(({ ownerId }) => ownerId !== owner))
  }

  /** False once it is to be undone. */
  const isStillQueued = async ({ id, undo }: QueuedWeighIn) =>
    (await store.list()).some(item => item.id === id && item.undo === undo)

  /** Returns the form that waits for the item's answer, if any: it has it now. */
  function takeForm(item: QueuedWeighIn): PromiseWithResolvers<Outcome> | undefined {
    const form = forms.get(keyOf(item))
    forms.delete(keyOf(item))
    return form
  }

  /** @returns false: try later */
  async function send(item: QueuedWeighIn): Promise<boolean> {
    try {
      const answer = item.undo ? await host.undo(item).then(() => null) : await host.weighIn(item)
      await store.delete(item)
      const form = takeForm(item)
      if (form) form.resolve({ kind: 'done', answer })
      else if (answer) host.onSent(answer)
      return true
    } catch (error) {
      if (isRefusal(error)) await refuse(item, error)
      else if (isUnauthorized(error)) host.onSignInNeeded()
      return isRefusal(error)
    }
  }

  /** Gives the refusal to the form, or else to the item in the list. */
  async function refuse(item: QueuedWeighIn, error: RequestError): Promise<void> {
    const form = takeForm(item)
    if (form || item.undo) {
      await store.delete(item)
      if (form) form.reject(error)
      else host.onUndoRefused(error)
    } else if (await isStillQueued(item))
      await store.put({
        ...item,
        problem: error.userMessage ?? 'The server refused it.',
        ...(isSimilarKnown(error) && { isSimilar: true }),
      })
  }

  /** The page may be older than the session: a service worker stores it. */
  async function isOwnSession(): Promise<boolean> {
    try {
      const id = await host.signedInId()
      if (id === null) host.onSignInNeeded()
      else if (id !== owner) host.onOtherAccount()
      return id === owner
    } catch {
      return false
    }
  }

  async function run(): Promise<void> {
    const items = mineOf(await store.list()).filter(({ problem }) => problem === null)
    if (items.length === 0) return
    if (!(await isOwnSession())) return host.tryLater()
    for (const item of items) if (!(await send(item))) return host.tryLater()
  }

  function flush(): Promise<void> {
    const begin = async () => {
      next = null
      await host.withLock(run).catch(host.tryLater)
      await show()
    }
    next ??= running = running.then(begin)
    return next
  }

  return {
    waiting,
    others,
    flush,
    start(ownerId) {
      owner = ownerId
      void flush()
    },
    async submit(item) {
      const isStored = await store.put(item)
      const key = keyOf(item)
      const form = Promise.withResolvers<Outcome>()
      forms.set(key, form)
      void Promise.race([flush(), host.answerTimeout()]).then(() => {
        if (forms.get(key) !== form) return
        forms.delete(key)
        form.resolve({ kind: 'kept', isStored })
        return show()
      })
      return form.promise
    },
    async retry(item) {
      await store.put({ ...item, problem: null, isOther: item.isOther === true || item.isSimilar === true })
      await flush()
    },
  }
}
