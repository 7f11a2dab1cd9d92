import { LivePage } from '#client/features/events/live-page.tsx'
import { MyTournaments } from '#client/features/my-tournaments/my-tournaments.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { StaffTournaments } from '#client/features/staff/staff-tournaments.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function MyTournamentsPage() {
  return (
    <Shell>
      <PageHeader
        title="My Tournaments"
        description="What you organise and help with, and what to do next."
        action={
          <LinkButton href={paths.createTournament()} variant="action">
            Create Tournament
          </LinkButton>
        }
      />
      <StaffTournaments />
      <MyTournaments />
      <LivePage />
    </Shell>
  )
}
