import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { changeTournament, organiserViewQuery } from '#client/tournaments/api/tournaments.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import { formatMoney } from '#contract/money.ts'
import type { OrganiserView } from '#contract/tournaments/catches.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const text = css({ color: 'inkMuted', maxWidth: 'prose' })

/** Irreversible. */
export function CancelTournament({ tournament }: { tournament: Tournament }) {
  if (tournament.status === 'cancelled') return null
  return (
    <Section id="cancel" title="Cancel">
      <Stack align="start">
        <p className={text}>
          Calls the tournament off and gives every backer the money back. This cannot be undone.
        </p>
        <DialogButton
          label={
            <>
              <Ban size={20} aria-hidden />
              Cancel Tournament
            </>
          }
          variant="destructive"
          title={`Cancel ${tournament.name}?`}
          description={<Consequences tournament={tournament} />}
        >
          {close => <ReasonForm tournament={tournament} onDone={close} />}
        </DialogButton>
      </Stack>
    </Section>
  )
}

const messages: Messages = {
  reason: { valueMissing: textRules.refundReason.required, tooLong: textRules.refundReason.tooLong },
}

function ReasonForm({ tournament, onDone }: { tournament: Tournament; onDone(): void }) {
  const change = useApiMutation(changeTournament, 'Failed to cancel the tournament. Please try again.')

  const cancel = async (data: FormData) => {
    const reason = textOf(data, 'reason')
    await change.send({ params: { id: tournament.id }, body: { status: 'cancelled', reason } })
    toast({ title: 'Tournament cancelled', description: 'What was funded is on its way back.' })
    onDone()
  }

  return (
    <Form onSubmit={cancel} onError={change.fail} messages={messages}>
      <TextareaField
        label="Reason"
        name="reason"
        hint="Everyone sees it on the tournament's page, and backers read it with their refund."
        rows={3}
        maxLength={textRules.refundReason.max}
        counter
        required
      />
      <DialogActions submit="Cancel Tournament" cancel="Keep It" variant="destructive" onCancel={onDone} />
    </Form>
  )
}

function Consequences({ tournament: { id, entries } }: { tournament: Tournament }) {
  const { data } = useQuery(organiserViewQuery(id))
  if (!data?.held) return 'Loading...'
  return consequences(entries.length, data.held)
}

export function consequences(
  boats: number,
  { fundings, amount }: NonNullable<OrganiserView['held']>,
): string {
  const money =
    fundings === 0
      ? 'No boat has been funded yet, so no money moves.'
      : `${fundings} ${fundings === 1 ? 'funding goes' : 'fundings go'} back in full, ${formatMoney(amount)} altogether.`
  const end =
    boats === 0
      ? 'It takes no more boats.'
      : `It is over for ${boats === 1 ? 'its boat' : `its ${boats} boats`}.`
  return `${money} ${end} This cannot be undone.`
}
