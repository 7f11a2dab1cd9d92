import { keepOpen } from './event-stream/event-stream.ts'
import { whenHydrated } from './lib/ready.ts'
import { keepSubscribed } from './notifications/api/push.ts'
import { reportNotifications } from './notifications/api/unread.ts'
import { getSession } from './people/api/session.ts'

/** Keeps the bell's number up to date, on each page of a signed-in person. */

// Waits for React, which opens the event stream for its data.
if (document.documentElement.dataset.ready === undefined) await whenHydrated
keepOpen()
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') reportNotifications()
})
window.addEventListener('pageshow', event => event.persisted && reportNotifications())

// Unknown on pages without React.
const { user } = getSession()
if (user) keepSubscribed(user.id).catch(() => {})
