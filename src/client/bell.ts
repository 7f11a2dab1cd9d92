import { keepSubscribed } from './api/push.ts'
import { getSession } from './api/session.ts'
import { hearNotice } from './api/unread.ts'
import { keepOpen } from './features/events/event-stream.ts'
import { whenHydrated } from './lib/ready.ts'

/** Keeps the bell's number up to date, on each page of a signed-in person. */

// After React, which opens the event stream for its data.
if (document.documentElement.dataset.ready === undefined) await whenHydrated
keepOpen()
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') hearNotice()
})
window.addEventListener('pageshow', event => event.persisted && hearNotice())

// Unknown on pages without React.
const { user } = getSession()
if (user) keepSubscribed(user.id).catch(() => {})
