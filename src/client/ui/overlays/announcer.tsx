import { useSyncExternalStore } from 'react'
import { currentAnnouncement, subscribeAnnouncement } from '#client/lib/announce.ts'
import { hiddenClass } from '#client/ui/layout/visually-hidden.tsx'

const none = () => null

/** The page's one polite live region for what `announce` says. */
export function Announcer() {
  const said = useSyncExternalStore(subscribeAnnouncement, currentAnnouncement, none)
  return (
    <div role="log" aria-live="polite" aria-label="Live changes" className={hiddenClass}>
      {said && <p key={said.id}>{said.text}</p>}
    </div>
  )
}
