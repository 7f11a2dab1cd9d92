import { jsonStorage, makeStore, type ReadableStore } from './store.ts'

/** One toast at a time. No React. */

export interface ToastLink {
  label: string
  href: string
}

export interface ToastAction {
  label: string
  /** Runs at most once. */
  run(): void
}

export interface ToastOptions {
  title: string
  description?: string | undefined
  link?: ToastLink | undefined
  /** Action, which the next page doesn't show. */
  action?: ToastAction | undefined
  variant?: 'default' | 'destructive' | undefined
  /** Milliseconds; Infinity: until closed. */
  duration?: number | undefined
}

export interface Toast {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly link: ToastLink | null
  readonly action: ToastAction | null
  readonly variant: 'default' | 'destructive'
  /** Milliseconds left. */
  readonly duration: number
  /** An earlier page showed it: screen readers don't read it out again. */
  readonly isCarried: boolean
}

const DURATION = 5000
/** Long enough to reach the link. */
const LINK_DURATION = 12_000
const storage = jsonStorage('reelstake.toast', () => sessionStorage)

const usualDuration = ({ link }: ToastOptions) => (link ? LINK_DURATION : DURATION)

let lastId = 0
const currentToast = makeStore<Toast | null>(null)
let leftMs = 0
let runningSince: number | null = null
let hasNextToast = false

export const toast = (options: ToastOptions): void => show(options, false)

function show(options: ToastOptions, isCarried: boolean): void {
  const {
    title,
    description = '',
    link = null,
    action = null,
    variant = 'default',
    duration = usualDuration(options),
  } = options
  leftMs = duration
  runningSince = null
  currentToast.set({ id: ++lastId, title, description, link, action, variant, duration, isCarried })
}

export function toastAfterNavigation(options: ToastOptions): void {
  hasNextToast = true
  store(options, false)
}

export function dismissToast(id?: number): void {
  if (id === undefined || currentToast.get()?.id === id) currentToast.set(null)
}

export const toastStore: ReadableStore<Toast | null> = currentToast

export function toastRuns(id: number, runs: boolean): void {
  if (currentToast.get()?.id !== id) return
  const now = performance.now()
  if (runningSince !== null) leftMs = Math.max(0, leftMs - (now - runningSince))
  runningSince = runs ? now : null
}

function remaining(): number {
  return runningSince === null ? leftMs : Math.max(0, leftMs - (performance.now() - runningSince))
}

function store(options: ToastOptions, isCarried: boolean) {
  const { duration = usualDuration(options) } = options
  // JSON has no Infinity.
  storage.write({ ...options, isCarried, duration: duration === Infinity ? -1 : duration })
}

/** Own addresses only. */
const isLink = (value: unknown): value is ToastLink =>
  typeof value === 'object' &&
  value !== null &&
  'label' in value &&
  typeof value.label === 'string' &&
  'href' in value &&
  typeof value.href === 'string' &&
  /^\/(?!\/)/.test(value.href)

function parse(value: unknown): (ToastOptions & Pick<Toast, 'isCarried'>) | null {
  if (typeof value !== 'object' || value === null || !('title' in value) || typeof value.title !== 'string')
    return null
  const duration = 'duration' in value && typeof value.duration === 'number' ? value.duration : DURATION
  return {
    title: value.title,
    description: 'description' in value && typeof value.description === 'string' ? value.description : '',
    ...('link' in value && isLink(value.link) && { link: value.link }),
    variant: 'variant' in value && value.variant === 'destructive' ? 'destructive' : 'default',
    duration: duration < 0 ? Infinity : duration,
    isCarried: 'isCarried' in value && value.isCarried === true,
  }
}

/** Returns whether {@link carryToasts} would show one. */
export const hasStoredToast = (): boolean => storage.read() !== null

function takeStored() {
  const options = parse(storage.read())
  storage.remove()
  return options
}

const WORTH_SHOWING = 300

/** Keeps toasts across page changes. Call once. */
export function carryToasts(): () => void {
  const resume = () => {
    const options = takeStored()
    if (options) show(options, options.isCarried)
  }
  const leave = () => {
    const current = currentToast.get()
    // An error belongs to the page that it happened on.
    if (hasNextToast || !current || current.variant === 'destructive') return
    const duration = remaining()
    if (duration > WORTH_SHOWING)
      store({ ...current, link: current.link ?? undefined, action: undefined, duration }, true)
  }
  const comeBack = (event: PageTransitionEvent) => {
    hasNextToast = false
    if (!event.persisted) return
    // The next page shows it.
    dismissToast()
    resume()
  }
  resume()
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', comeBack)
  }
}
