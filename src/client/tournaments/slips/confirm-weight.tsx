import BadgeCheck from 'lucide-react/icons/badge-check'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { ownEntriesQuery } from '#client/tournaments/api/entries.ts'
import { confirmCatch } from '#client/tournaments/api/log.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import type { Slip } from '#contract/tournaments/slips.ts'
import { canBeConfirmed } from './slip-texts.ts'

/** Button for captain and crew of the boat; nothing for other members. */
export const ConfirmWeight = ({ slip }: { slip: Slip }) => (
  <Data query={ownEntriesQuery(slip.tournament.id)} optional>
    {own => (own.some(({ entryId }) => entryId === slip.entryId) ? <Confirm slip={slip} /> : null)}
  </Data>
)

function Confirm({ slip }: { slip: Slip }) {
  const { pending, run } = useApiMutation(confirmCatch, 'Failed to confirm the weight. Please try again.')
  if (!canBeConfirmed(slip)) return null
  const confirm = () =>
    run({ params: { id: slip.catchId } }, () =>
      toast({ title: 'Confirmed', description: 'The catch log says so now.' }),
    )
  return (
    <Button variant="action" onClick={() => void confirm()} disabled={pending}>
      <BadgeCheck size={20} />I Confirm This {slip.weight === null ? 'Fish' : 'Weight'}
    </Button>
  )
}
