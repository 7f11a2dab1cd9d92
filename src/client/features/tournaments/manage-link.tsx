import Settings2 from 'lucide-react/icons/settings-2'
import { useSession } from '#client/api/use-session.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import type { TournamentSummary } from '#contract/tournaments.ts'

export function ManageLink({ tournament }: { tournament: TournamentSummary }) {
  const { user } = useSession()
  if (user?.id !== tournament.organiserId) return null
  return (
    <LinkButton href={paths.manageTournament(tournament.id)} variant="action">
      <Settings2 size={20} aria-hidden />
      Manage
    </LinkButton>
  )
}
