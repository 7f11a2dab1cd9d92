import { useBoot } from '#client/lib/boot.tsx'
import { NotFound } from '#client/pages/not-found.tsx'
import { Shell } from '#client/shell/shell.tsx'
import { AdminFrame } from '#client/site/admin/admin-frame.tsx'
import { Announcer } from '#client/ui/overlays/announcer.tsx'

/** Owners only; others get "not found". */
export default function AdminPage() {
  const { head } = useBoot()
  return (
    <Shell bleed>
      {head === null ? <NotFound /> : <AdminFrame />}
      <Announcer />
    </Shell>
  )
}
