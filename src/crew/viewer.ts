import type { Boot, Viewer } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import { currentTheme, subscribeTheme } from '#client/lib/theme.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import { readSession } from '#client/people/api/account.ts'
import { onSession } from '#client/people/api/session.ts'
import { whenIdle } from './lib/busy.ts'
import { deleteFacts, reloadForGate, storeFacts } from './lib/facts.ts'
import { isOnline } from './lib/network.ts'
import { type ShellFacts, shellRequestId } from './lib/shell-document.ts'
import { setQueueOwner } from './queue/runtime.ts'

const themeFact = () => {
  const theme = currentTheme()
  return theme === 'system' ? null : theme
}

/** The stored shell's user may have signed out. */
async function checkSession(viewer: Viewer | null): Promise<void> {
  const { user } = await readSession()
  if (user?.id === viewer?.id) return
  await deleteFacts()
  whenIdle(() =>
    user === null ? handleUnauthorized(new RequestError(401, '', 'Unauthorized')) : location.reload(),
  )
}

let hasStarted = false

/** Sets the queue's owner and the shell's user; clears both on sign-out. */
export function startViewer({ viewer, sessionEndsAt, requestId }: Boot): void {
  if (hasStarted) return
  hasStarted = true
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
      setQueueOwner(null)
      void deleteFacts().catch(() => {})
    } else if (user)
      saveFacts({ viewer: user, sessionEndsAt: endsAt === null ? null : new Date(endsAt).toISOString() })
  })
  if (requestId !== shellRequestId) return
  const check = () => {
    if (!isOnline()) return
    checkSession(viewer).then(
      () => removeEventListener('online', check),
      (error: unknown) => {
        if (error instanceof RequestError && error.code === 'site_locked') reloadForGate()
        // Offline: retried on `online`.
      },
    )
  }
  addEventListener('online', check)
  check()
}
