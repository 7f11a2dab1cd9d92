import { announcements } from '#client/lib/announce.ts'
import { useStore } from '#client/lib/use-store.ts'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'

/** Polite live region. */
export function Announcer() {
  const announcement = useStore(announcements, null)
  return (
    <div role="log" aria-live="polite" aria-label="Live changes" className={hiddenClass}>
      {announcement && <p key={announcement.id}>{announcement.text}</p>}
    </div>
  )
}
