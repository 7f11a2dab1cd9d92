import { Shell } from '#client/shell/shell.tsx'
import { AllTournaments } from '#client/tournaments/tournaments/all-tournaments.tsx'
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
