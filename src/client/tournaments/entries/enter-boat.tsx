import { useQuery } from '@tanstack/react-query'
import Ship from 'lucide-react/icons/ship'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { ownBoatChoicesQuery } from '#client/boats/api/boats.ts'
import { isOpen } from '#client/domain/status.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { useNow } from '#client/lib/now.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { enterBoat } from '#client/tournaments/api/entries.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { checkPotTerms, havePots, PotTermsFields, potTermsIn } from './pot-fields.tsx'
import { TermsFields, termsIn, termsMessages } from './terms-fields.tsx'
import { useRules } from './use-rules.ts'

/** Returns whether backers can fund a boat that enters now. */
function useTakesBackers({ fundingClosesAt, endDate, withoutOrganiser }: Tournament): boolean {
  const now = useNow()
  return withoutOrganiser !== true && now < Date.parse(fundingClosesAt ?? endDate)
}

export function EnterBoat({ tournament }: { tournament: Tournament }) {
  const { isAuthenticated } = useSession()
  const takesBackers = useTakesBackers(tournament)
  const defaultBoatId = new URLSearchParams(useBoot().search).get('enter')
  const isIn = tournament.entries.some(({ boat }) => boat.id === defaultBoatId)
  if (!isAuthenticated || !isOpen(tournament.status)) return null
  return (
    <DialogButton
      label={
        <>
          <Ship size={20} />
          Enter a Boat
        </>
      }
      variant="secondary"
      title="Enter a Boat"
      startsOpen={defaultBoatId !== null && !isIn}
      description={`In ${tournament.name}. ${takesBackers ? 'Backers can fund it right away.' : 'Funding is closed, so it fishes without backers.'}`}
    >
      {close => <Choice tournament={tournament} defaultBoatId={defaultBoatId} onDone={close} />}
    </DialogButton>
  )
}

interface Props {
  tournament: Tournament
  /** Id of the boat that the address names, or null. */
  defaultBoatId: string | null
  onDone(): void
}

function Choice({ tournament, defaultBoatId, onDone }: Props) {
  const hasEnded = Date.parse(tournament.endDate) <= useNow()
  const { data: own, isError } = useQuery(ownBoatChoicesQuery())
  const rules = useRules(tournament)
  if (hasEnded) return <EmptyState title="The tournament has ended" description="It takes no more boats." />
  if (!own && isError)
    return <EmptyState title="Your boats could not be loaded" description="Close this and try again." />
  if (!own || rules === undefined)
    return (
      <>
        <LoadingText />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
      </>
    )
  const enteredIds = new Set(tournament.entries.map(entry => entry.boat.id))
  const free = own.filter(boat => !enteredIds.has(boat.id))
  if (free.length === 0)
    return (
      <EmptyState
        title={own.length === 0 ? 'No boats yet' : 'All your boats are in'}
        description={
          own.length === 0 ? 'Add your boat first, then enter it.' : 'Each boat enters a tournament once.'
        }
        action={
          <LinkButton href={paths.addBoat(tournament.id)}>
            {own.length === 0 ? 'Add Your First Boat' : 'Add a Boat'}
          </LinkButton>
        }
      />
    )
  return <EntryForm {...{ tournament, defaultBoatId, rules, onDone }} boats={free} />
}

const messages: Messages = { ...termsMessages, boatId: { valueMissing: fieldTexts.boatRequired } }

interface EntryFormProps extends Props {
  boats: readonly Boat[]
  rules: RulesJson | null
}

function EntryForm({ tournament, defaultBoatId, boats, rules, onDone }: EntryFormProps) {
  const entering = useApiMutation(enterBoat, 'Failed to enter the boat. Please try again.')
  const takesBackers = useTakesBackers(tournament)
  const first = boats.length === 1 ? boats[0] : boats.find(({ id }) => id === defaultBoatId)

  const enter = async (data: FormData) => {
    const boatId = textOf(data, 'boatId')
    const terms = { ...termsIn(data), ...(havePots(rules) && potTermsIn(data)) }
    await entering.send({ params: { id: tournament.id }, body: { boatId, ...terms } })
    const name = boats.find(boat => boat.id === boatId)?.name ?? 'Your boat'
    toast({
      title: 'Boat entered',
      description: takesBackers ? `${name} is in. Backers can fund it now.` : `${name} is in.`,
    })
    onDone()
  }

  return (
    <Form
      onSubmit={enter}
      onError={entering.fail}
      messages={messages}
      check={havePots(rules) ? checkPotTerms : undefined}
    >
      <SelectField
        label="Boat"
        name="boatId"
        required
        options={boats.map(({ id, name }) => ({ value: id, label: name }))}
        {...(first ? { defaultValue: first.id } : { placeholder: 'Choose a boat' })}
      />
      <TermsFields tournament={tournament} />
      {havePots(rules) && <PotTermsFields rules={rules} />}
      <DialogActions submit="Enter Boat" onCancel={onDone} />
    </Form>
  )
}
