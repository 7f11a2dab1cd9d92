import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { changeEntry } from '#client/tournaments/api/entries.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Entry, TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { checkGoalParts, GoalPartsFields, goalPartsIn } from './goal-parts.tsx'
import { havePots } from './pot-fields.tsx'
import { TermsFields, termsIn, termsMessages } from './terms-fields.tsx'
import { useRules } from './use-rules.ts'

interface Props {
  tournament: TournamentSummary
  entry: Entry
}

export function ChangeTerms(props: Props) {
  const { entry } = props
  return (
    <DialogButton
      label="Change Goal and Share"
      about={` of ${entry.boat.name}`}
      variant="secondary"
      title="Change Goal and Share"
      description={`Of ${entry.boat.name}. You can't change them after the first funding.`}
    >
      {close => <LoadedForm {...props} onDone={close} />}
    </DialogButton>
  )
}

type TermsFormProps = Props & { onDone(): void }

function LoadedForm(props: TermsFormProps) {
  const rules = useRules(props.tournament)
  if (rules === undefined) return <Loading shape="row" count={2} />
  return <TermsForm {...props} hasPots={havePots(rules)} />
}

function TermsForm({ tournament, entry, hasPots, onDone }: TermsFormProps & { hasPots: boolean }) {
  const change = useApiMutation(changeEntry, 'Failed to save. Please try again.')
  // A goal may have parts from rules that had jackpots before.
  const hasParts = hasPots || entry.goalParts !== undefined

  const save = async (data: FormData) => {
    const parts = goalPartsIn(data)
    const goalParts = parts.length === 0 ? null : parts
    const body = { ...termsIn(data), ...(hasParts && { goalParts }) }
    await change.send({ params: { id: entry.id }, body })
    toast({ title: 'Saved', description: `Goal and share of ${entry.boat.name} are changed.` })
    onDone()
  }

  return (
    <Form
      row={entry.id}
      onSubmit={save}
      onError={change.fail}
      messages={termsMessages}
      check={checkGoalParts}
    >
      <TermsFields tournament={tournament} entry={entry} />
      {hasParts && <GoalPartsFields parts={entry.goalParts} />}
      <DialogActions submit="Save Changes" onCancel={onDone} />
    </Form>
  )
}
