import Lock from 'lucide-react/icons/lock'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { holdsQuery, liftHold, placeHold } from '#client/tournaments/api/protests.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { ReasonField, ReasonForm, reasonMessages } from '#client/ui/forms/reason-form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { fieldTexts, textRules } from '#contract/field-texts.ts'
import type { Hold } from '#contract/tournaments/protests.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { HeldBoats, heldBoat } from './held-boats.tsx'

interface HoldsProps {
  tournament: Tournament
  /** The organiser alone lifts holds. */
  canLift: boolean
}

export const HoldsSection = ({ tournament, canLift }: HoldsProps) => (
  <Section
    id="holds"
    title="Held Boats"
    description="What a held boat could win or lose isn’t paid until its hold is lifted."
    action={<HoldBoat tournament={tournament} />}
  >
    <Data query={holdsQuery(tournament.id)} what="The held boats" shape="row">
      {holds =>
        holds.length === 0 ? (
          <EmptyState icon={<Lock size={26} />} title="No boat is held" as="p" />
        ) : (
          <HeldBoats
            tournament={tournament}
            holds={holds}
            action={hold => canLift && <LiftHold hold={hold} boat={heldBoat(tournament, hold)} />}
          />
        )
      }
    </Data>
  </Section>
)

const messages: Messages = {
  entryId: { valueMissing: fieldTexts.entryUnknown },
  ...reasonMessages,
}

function HoldBoat({ tournament }: Pick<HoldsProps, 'tournament'>) {
  return (
    <DialogButton
      label="Hold a Boat"
      variant="secondary"
      title="Hold a Boat"
      description="Its awards are on hold, for example until a polygraph test. Everyone can read the reason."
    >
      {close => <HoldForm tournament={tournament} onDone={close} />}
    </DialogButton>
  )
}

function HoldForm({ tournament, onDone }: Pick<HoldsProps, 'tournament'> & { onDone(): void }) {
  const placing = useApiMutation(placeHold, 'Failed to hold the boat. Please try again.')
  const place = async (data: FormData) => {
    const body = { entryId: textOf(data, 'entryId'), reason: textOf(data, 'reason') }
    await placing.send({ params: { id: tournament.id }, body })
    toast({ title: 'Boat held' })
    onDone()
  }
  return (
    <Form onSubmit={place} onError={placing.fail} messages={messages}>
      <SelectField
        label="Boat"
        name="entryId"
        placeholder="Choose a boat"
        options={tournament.entries.map(({ id, boat }) => ({ value: id, label: boat.name }))}
        required
      />
      <ReasonField />
      <DialogActions submit="Hold Boat" onCancel={onDone} />
    </Form>
  )
}

interface LiftProps {
  hold: Hold
  boat: string
}

function LiftHold({ hold, boat }: LiftProps) {
  const lifting = useApiMutation(liftHold, 'Failed to lift the hold. Please try again.')
  return (
    <DialogButton
      label="Lift Hold"
      about={` of ${boat}`}
      variant="secondary"
      title={`Lift the Hold of ${boat}`}
      isOffered={hold.lifted === null}
    >
      {close => (
        <ReasonForm
          row={hold.id}
          label="Note"
          name="note"
          hint="Such as “Polygraph passed”. Everyone can read it."
          rule={textRules.liftingNote}
          submit="Lift Hold"
          cancel="Keep It"
          onError={lifting.fail}
          onCancel={close}
          onReason={async note => {
            await lifting.send({ params: { id: hold.id }, body: { note } })
            toast({ title: 'Hold lifted' })
            close()
          }}
        />
      )}
    </DialogButton>
  )
}
