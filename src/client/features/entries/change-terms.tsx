import { useQueryClient } from '@tanstack/react-query'
import { changeOf, invalidate } from '#client/api/invalidate.ts'
import { request } from '#client/lib/request.ts'
import { tellFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Entry } from '#contract/tournaments.ts'
import { entryPath } from './entries.queries.ts'
import { TermsFields, termsIn, termsMessages } from './terms-fields.tsx'

interface Props {
  entry: Entry
  tournamentId: string
}

/** Lets the owner change goal and share while nobody has relied on them. */
export function ChangeTerms({ entry, tournamentId }: Props) {
  return (
    <DialogButton
      label="Change Goal and Share"
      variant="secondary"
      title="Change Goal and Share"
      description={`Of ${entry.boat.name}. Both stand once a backer has funded it.`}
    >
      {close => <TermsForm entry={entry} tournamentId={tournamentId} onDone={close} />}
    </DialogButton>
  )
}

function TermsForm({ entry, tournamentId, onDone }: Props & { onDone(): void }) {
  const client = useQueryClient()

  const save = async (data: FormData) => {
    await request('PATCH', entryPath(entry.id), termsIn(data))
    await invalidate(client, changeOf(tournamentId))
    toast({ title: 'Saved', description: `Goal and share of ${entry.boat.name} are changed.` })
    onDone()
  }

  return (
    <Form
      onSubmit={save}
      onError={error => tellFailure(error, 'Failed to save. Please try again.')}
      messages={termsMessages}
    >
      <TermsFields entry={entry} />
      <FormActions>
        <SubmitButton>Save Changes</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
