import { Shell } from '#client/features/shell/shell.tsx'
import { AllTournaments } from '#client/features/tournaments/all-tournaments.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function AllTournamentsPage() {
  return (
    <Shell>
      <PageHeader
        title="All Tournaments"
        description="Live, upcoming and past: search by name or location."
      />
      <AllTournaments />
    </Shell>
  )
}
