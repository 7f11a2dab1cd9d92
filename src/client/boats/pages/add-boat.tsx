import { AddBoatForm } from '#client/boats/boats/add-boat-form.tsx'
import { Shell } from '#client/shell/shell.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function AddBoatPage() {
  return (
    <Shell width="reading">
      <PageHeader title="Add a Boat" description="Then enter it in a tournament, so backers can fund it." />
      <FormCard>
        <AddBoatForm />
      </FormCard>
    </Shell>
  )
}
