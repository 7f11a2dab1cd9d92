import { pathOf } from '#client/api/client.ts'
import type { Boot, Viewer } from '#client/lib/boot.tsx'
import { whenIdle } from '#client/lib/busy.ts'
import { RequestError, readAnswer } from '#client/lib/request.ts'
import { setServerTime } from '#client/lib/server-time.ts'
import { currentTheme, subscribeTheme } from '#client/lib/theme.ts'
import { signInAgain } from '#client/lib/unauthorized.ts'
import { onSession } from '#client/people/api/session.ts'
import type { SessionAnswer } from '#contract/people/auth.ts'
import { deleteFacts, reloadForGate, storeFacts } from './lib/facts.ts'
import { isOnline } from './lib/network.ts'
import { isStoredShell, type ShellFacts } from './lib/shell-document.ts'
import { setQueueOwner } from './queue/runtime.ts'

const themeFact = () => {
  const theme = currentTheme()
  return theme === 'system' ? null : theme
}

/** Milliseconds. */
const answersWithinMs = 15_000

/** The stored shell's user may have signed out, and its time is the device's. */
async function checkSession(viewer: Viewer | null): Promise<void> {
  const response = await fetch(pathOf('GET /api/auth/session'), {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(answersWithinMs),
  })
  const date = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(date)) setServerTime(date)
  const { user } = await readAnswer<SessionAnswer>(response)
  if (user?.id === viewer?.id) return
  await deleteFacts()
  if (user === null) signInAgain()
  else whenIdle(() => location.reload())
}

/** Sets the queue's owner and the shell's user. When the session ends, the person signs in again. */
export function startViewer(boot: Boot): void {
  const { viewer, sessionEndsAt } = boot
  setQueueOwner(viewer?.id ?? null)
  let facts: ShellFacts = { viewer, sessionEndsAt, theme: themeFact() }
  const saveFacts = (change: Partial<ShellFacts>) => {
    facts = { ...facts, ...change }
    if (facts.viewer) void storeFacts(facts).catch(() => {})
  }
  saveFacts({})
  subscribeTheme(() => saveFacts({ theme: themeFact() }))
  onSession((event, { user, endsAt }) => {
    if (event === 'SIGNED_OUT') {
      // The owner stays: what is recorded meanwhile is theirs.
      void deleteFacts().catch(() => {})
      signInAgain()
    } else if (user) saveFacts({ viewer: user, sessionEndsAt: endsAt })
  })
  if (!isStoredShell(boot)) return
  const stop = () => {
    removeEventListener('online', check)
    document.removeEventListener('visibilitychange', check)
  }
  const check = () => {
    if (!isOnline()) return
    // Without an answer, the next event asks again.
    checkSession(viewer).then(stop, (error: unknown) => {
      if (error instanceof RequestError && error.code === 'site_locked') reloadForGate()
    })
  }
  addEventListener('online', check)
  document.addEventListener('visibilitychange', check)
  check()
}
