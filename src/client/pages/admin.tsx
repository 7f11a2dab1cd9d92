import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { NotFound } from './not-found.tsx'

/** For all but owners, there is no such page. */
export default function AdminPage() {
  const { head } = useBoot()
  return <Shell bleed>{head === null ? <NotFound /> : <AdminFrame />}</Shell>
}
