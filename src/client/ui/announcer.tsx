import { useSyncExternalStore } from 'react'
import { currentAnnouncement, subscribeAnnouncement } from '#client/ui/announce.ts'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'

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
