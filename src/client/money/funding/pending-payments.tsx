import { useEffect, useEffectEvent } from 'react'
import { toast } from '#client/lib/toast.ts'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { centsOf, dollars } from '#contract/money.ts'
import { Checking } from './checking.tsx'
import { useCheckout } from './use-checkout.ts'

export function PendingPayments({ userId }: { userId: string }) {
  const [state, checkout] = useCheckout(userId)

  const goOn = useEffectEvent(() => {
    if (state.step === 'done') {
      const { amount, tournament_entry: entry } = state.funding
      toast({
        title: 'Funding recorded',
        description: `Your ${dollars(centsOf(amount))} for ${entry.boat.name} has arrived.`,
      })
      checkout.startOver()
      checkout.resume(userId)
    } else if (state.step === 'form' && state.notice !== null) {
      toast({ title: 'Funding Failed', description: state.notice, variant: 'destructive' })
      checkout.startOver()
      checkout.resume(userId)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a payment's fate is known
  useEffect(goOn, [state])

  if (state.step !== 'checking') return null
  return (
    <FormCard>
      <Checking onCheck={checkout.checkNow} />
    </FormCard>
  )
}
