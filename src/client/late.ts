import './enhance.ts'
import { openLive, refetch } from './event-stream/event-stream.ts'
import { pageAge, tickMs } from './lib/page-age.ts'
import { readBoot } from './lib/read-boot.ts'
import { whenHydrated } from './lib/ready.ts'
import { answerMs } from './lib/request.ts'
import { hasStoredToast } from './lib/toast.ts'
import { onSession, startSession } from './people/api/session.ts'

/** Pages that load React when something has to change. */

const boot = readBoot()
let hydration: Promise<void> | null = null

/** Rejects without a connection, or when it has fallen silent; the next call tries again. */
function hydrate(): Promise<void> {
  hydration ??= load().catch((error: unknown) => {
    hydration = null
    throw error
  })
  return hydration
}

async function load(): Promise<void> {
  // All at once, and before they are imported: some browsers never repeat an import that failed.
  const files = await Promise.all(
    boot.files.modulepreload.map(file => fetch(file, { signal: AbortSignal.timeout(answerMs) })),
  )
  for (const { ok, status, url } of files) {
    // The site was upgraded, and its files have other names.
    if (status === 404) location.reload()
    if (!ok) throw new Error(`${status}: ${url}`)
  }
  await Promise.all(files.map(file => file.arrayBuffer()))
  const { start } = await import('./entry.tsx')
  await start()
  await whenHydrated
}

const hydrateSoon = (): void => void hydrate().catch(() => {})

const isBroken = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth === 0
// React leaves a template in place of what the server could not render.
if (hasStoredToast() || document.querySelector('main template') || [...document.images].some(isBroken))
  hydrateSoon()
document.addEventListener('error', hydrateSoon, { capture: true })
setTimeout(hydrateSoon, tickMs - pageAge())

startSession(boot)
onSession(event => event !== 'INITIAL_SESSION' && hydrateSoon())

openLive(boot.eventId, async paths => {
  await hydrate()
  // React has taken over.
  await refetch(paths)
})

const places = [...document.querySelectorAll('[data-more]')]
for (const place of places) place.querySelector('a')?.setAttribute('role', 'button')
const watcher = new IntersectionObserver(
  entries => entries.some(({ isIntersecting }) => isIntersecting) && hydrateSoon(),
  { rootMargin: '400px' },
)
for (const place of places) watcher.observe(place)

let pendingControl: HTMLElement | null = null

/** Repeats a press of "Show more" when React is there. */
function holdPress(event: Event): void {
  if (window.__ready || !(event.target instanceof Element)) return
  const control = event.target.closest<HTMLElement>('[data-more] :is(a, button)')
  if (!control) return
  event.preventDefault()
  if (pendingControl) return
  pendingControl = control
  const release = () => {
    pendingControl = null
  }
  hydrate().then(() => control.click(), release)
}

document.addEventListener('click', holdPress)
document.addEventListener('keydown', event => event.key === ' ' && holdPress(event))
