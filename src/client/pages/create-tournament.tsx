import { Shell } from '#client/features/shell/shell.tsx'
import { CreateTournamentForm } from '#client/features/tournaments/create-tournament-form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function CreateTournamentPage() {
  return (
    <Shell width="reading">
      <PageHeader
        title="Create Tournament"
        description="Announce it here. Captains enter their boats, you weigh their catches."
      />
      <FormCard>
        <CreateTournamentForm />
      </FormCard>
    </Shell>
  )
}
