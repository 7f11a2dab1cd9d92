import { AddBoatForm } from '#client/boats/boats/add-boat-form.tsx'
import { Shell } from '#client/shell/shell.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function AddBoatPage() {
  return (
    <Shell width="reading">
      <PageHeader
        title="Add a Boat"
        description="Once it is here you can enter it in a tournament and have it funded."
      />
      <FormCard>
        <AddBoatForm />
      </FormCard>
    </Shell>
  )
}
