import { useQuery } from '@tanstack/react-query'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { changeEntry } from '#client/tournaments/api/entries.ts'
import { awardsQuery, setPots } from '#client/tournaments/api/rules.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { checkSharing, PotsWanted, SharedPots, sharedPotsIn } from './pot-fields.tsx'
import { type OwnPots, potsOfEntry, potsSentence } from './pot-words.ts'
import { ticksIn } from './tick-group.tsx'

interface OwnPotsProps {
  entry: Entry
  tournament: Tournament
  rules: RulesJson
}

/** Jackpots that a captain asks for, and those that backers share. */
export function OwnPotsButton(props: OwnPotsProps) {
  const { boat } = props.entry
  return (
    <DialogButton
      label="Jackpots"
      about={` of ${boat.name}`}
      variant="secondary"
      title={`Jackpots of ${boat.name}`}
      description="You pay the fees to the organiser, who confirms that you are in."
    >
      {close => <LoadedForm {...props} onDone={close} />}
    </DialogButton>
  )
}

function LoadedForm(props: OwnPotsProps & { onDone(): void }) {
  const { data, isError } = useQuery(awardsQuery(props.tournament.id))
  if (!data && isError)
    return <EmptyState title="The jackpots could not be loaded" description="Close this and try again." />
  if (!data) return <Loading shape="row" count={2} />
  return <PotsForm {...props} pots={potsOfEntry(data, props.entry.id)} />
}

const isSame = (a: 'all' | readonly string[], b: 'all' | readonly string[]) =>
  [...a].toSorted().join(' ') === [...b].toSorted().join(' ')

interface PotsFormProps extends OwnPotsProps {
  pots: OwnPots
  onDone(): void
}

function PotsForm({ entry, tournament, rules, pots, onDone }: PotsFormProps) {
  const asking = useApiMutation(setPots, 'Failed to save the jackpots. Please try again.')
  const sharing = useApiMutation(changeEntry, 'Failed to save what backers share. Please try again.')
  const canAsk = tournament.status === 'upcoming' && chosenPots(rules).length > 0
  const previousPots = entry.sharedPots ?? 'all'
  const areTermsOpen = entry.currentFunding === '0.00' && entry.backerCount === 0

  const save = async (data: FormData) => {
    const params = { id: entry.id }
    const wantedPots = ticksIn(data, 'potsWanted')
    const sharedPots = sharedPotsIn(data)
    if (canAsk && !isSame(wantedPots, pots.wanted))
      await asking.send({ params, body: { wanted: wantedPots } })
    if (!isSame(sharedPots, previousPots)) await sharing.send({ params, body: { sharedPots } })
    toast({ title: 'Saved', description: `The jackpots of ${entry.boat.name} are changed.` })
    onDone()
  }

  return (
    <Form row={entry.id} onSubmit={save} onError={asking.fail} check={checkSharing}>
      <p>{potsSentence(rules, pots) || 'The boat is in no jackpot yet.'}</p>
      {canAsk && <PotsWanted rules={rules} pots={pots.wanted} />}
      <SharedPots rules={rules} pots={previousPots} />
      {!areTermsOpen && (
        <Muted small>Backers have paid: you can add to what they share, but not take away.</Muted>
      )}
      <DialogActions submit="Save Jackpots" onCancel={onDone} />
    </Form>
  )
}
