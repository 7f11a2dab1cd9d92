import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { decideTie } from '#client/tournaments/api/rules.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { ReasonField, reasonMessages } from '#client/ui/forms/reason-form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { ordinal } from '#contract/numbers.ts'
import { listWords } from '#contract/tournaments/scoring/rule-words.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import type { PrizeTie } from './prize-ties.ts'

interface TieDecisionsProps {
  tournament: Tournament
  ties: readonly PrizeTie[]
}

/** Shared places that a fish-off or a coin can decide. */
export function TieDecisions({ tournament, ties }: TieDecisionsProps) {
  if (ties.length === 0) return null
  return (
    <Stack as="ul" gap="3">
      {ties.map(tie => {
        const [where, place] = [whereOf(tie), ordinal(tie.place)]
        const names = tie.contestants.map(contestant => nameOf(tournament.entries, contestant))
        return (
          <Panel as="li" key={`${where} ${tie.place}`} padding="md">
            <Row between gap="3">
              <p>
                {listWords(names)} share {place} in {where}.
              </p>
              <DialogButton
                label="Decide the Tie"
                about={` for ${place} in ${where}`}
                variant="secondary"
                title={`Decide the Tie for ${place} in ${where}`}
                description="By a fish-off or a coin, say. Without a decision they share the place and its prizes."
              >
                {close => <TieForm tournament={tournament} tie={tie} names={names} onDone={close} />}
              </DialogButton>
            </Row>
          </Panel>
        )
      })}
    </Stack>
  )
}

const whereOf = ({ categoryName, day }: PrizeTie) => (day === null ? categoryName : `${categoryName}, ${day}`)

function nameOf(entries: readonly Entry[], { entryId, angler }: PrizeTie['contestants'][number]): string {
  const boat = entries.find(({ id }) => id === entryId)?.boat.name ?? 'A boat'
  return angler === null ? boat : `${angler} (${boat})`
}

interface TieFormProps {
  tournament: Tournament
  tie: PrizeTie
  /** Names in the order of the contestants. */
  names: readonly string[]
  onDone(): void
}

function TieForm({ tournament, tie, names, onDone }: TieFormProps) {
  const decide = useApiMutation(decideTie, 'Failed to decide the tie. Please try again.')
  const field = (index: number) => `order.${index}`
  const orderIn = (data: FormData) => tie.contestants.map((_, index) => textOf(data, field(index)))
  const check = (data: FormData): Record<string, string> => {
    const order = orderIn(data)
    const twice = order.findIndex((id, index) => order.indexOf(id) < index)
    return twice === -1 ? {} : { [field(twice)]: 'Choose each once' }
  }
  const save = async (data: FormData) => {
    const { category, day } = tie
    const body = {
      category,
      ...(day !== null && { day }),
      order: orderIn(data),
      reason: textOf(data, 'reason'),
      // Another organiser may decide it meanwhile.
      unlessDecided: true,
    }
    await decide.send({ params: { id: tournament.id }, body })
    toast({ title: 'Tie decided', description: 'The places stand in this order now.' })
    onDone()
  }
  return (
    <Form row={`${tie.place}`} onSubmit={save} onError={decide.fail} messages={reasonMessages} check={check}>
      {tie.contestants.map(({ id }, index) => (
        <SelectField
          key={id}
          label={ordinal(tie.place + index)}
          name={field(index)}
          defaultValue={id}
          options={tie.contestants.map((contestant, at) => ({
            value: contestant.id,
            label: names[at] ?? '',
          }))}
        />
      ))}
      <ReasonField />
      <DialogActions submit="Decide" onCancel={onDone} />
    </Form>
  )
}
