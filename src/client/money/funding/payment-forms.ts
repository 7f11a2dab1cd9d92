import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from '#client/ui/overlays/lazy-part.ts'
import type { PaymentFieldsProps } from './checkout.ts'

/** Forms by the name in `paymentForm` of the page's boot data; browser only. */
const forms: Record<string, LazyPart<ComponentType<PaymentFieldsProps>>> = {
  stripe: lazyPart(async () => (await import('./stripe-form.tsx')).StripeForm),
}

export function paymentFieldsOf(form: string): LazyPart<ComponentType<PaymentFieldsProps>> {
  const fields = forms[form]
  if (!fields) throw new Error(`there is no payment form ${form}`)
  return fields
}
