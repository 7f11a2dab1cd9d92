import type { Page } from 'playwright'
import type { StripeDouble } from './stripe-double.ts'

/**
 * Stripe.js with one card field: `good`, `declined` or `3ds`. It calls Stripe's API address, so that CSP applies;
 * `window.__stripe` records what the page passes.
 */
const script = `
window.Stripe = key => {
  const nothing = () => {}
  const calls = (window.__stripe = { key, options: null, confirmed: [] })
  let input
  return {
    _registerWrapper: nothing, registerAppInfo: nothing,
    createToken: nothing, createPaymentMethod: nothing, confirmCardPayment: nothing,
    elements(options) {
      calls.options = options
      return {
        update(next) { Object.assign(options, next) },
        on: nothing, off: nothing, getElement: () => null,
        create: () => ({
          on: nothing, off: nothing, update: nothing,
          mount(node) {
            node.innerHTML = '<label>Card number <input autocomplete="off"></label>'
            input = node.querySelector('input')
          },
          unmount: nothing,
          destroy() { input?.closest('label')?.remove() },
        }),
        async submit() {
          if (input.value) return {}
          const message = 'Your card number is incomplete.'
          input.closest('label').after(message)
          return { error: { type: 'validation_error', message } }
        },
      }
    },
    async confirmPayment({ clientSecret, confirmParams, redirect }) {
      calls.confirmed.push({ clientSecret, redirect, ...confirmParams })
      const id = clientSecret.split('_secret')[0]
      const body = new URLSearchParams({
        client_secret: clientSecret, key, return_url: confirmParams.return_url, payment_method: 'pm_card_' + input.value,
      })
      let answer
      try {
        const response = await fetch('https://api.stripe.com/v1/payment_intents/' + id + '/confirm', { method: 'POST', body })
        answer = await response.json()
      } catch {
        return { error: { type: 'api_connection_error', message: 'The connection to Stripe was lost.' } }
      }
      if (answer.error) return { error: answer.error }
      if (answer.next_action) {
        location.assign(answer.next_action.redirect_to_url.url)
        return new Promise(nothing)
      }
      return { paymentIntent: answer }
    },
  }
}
window.Stripe.version = 'endive'`

export interface StripeJs {
  /** Requests to other hosts, oldest first. */
  requests: string[]
}

const bankPage = (url: string) =>
  `<!doctype html><title>Bank</title><h1>Your bank asks</h1><p><a href="${url}?answer=yes">Approve</a> <a href="${url}?answer=no">Refuse</a></p>`

/** Routes Stripe and the bank's page to the double. */
export async function routeStripe(page: Page, double: StripeDouble): Promise<StripeJs> {
  const requests: string[] = []
  const returnTo = new Map<string, string>()

  await page.route('https://js.stripe.com/**', route => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })

  await page.route('https://api.stripe.com/**', async route => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    requests.push(`${request.method()} ${request.url()}`)
    const form = new URLSearchParams(request.postData() ?? '')
    returnTo.set(pathname.split('/')[3] ?? '', form.get('return_url') ?? '')
    const answer = await fetch(double.origin + pathname, { method: request.method(), body: form })
    await route.fulfill({
      status: answer.status,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: await answer.text(),
    })
  })

  await page.route(`${double.origin}/bank/**`, route => {
    const url = new URL(route.request().url())
    const id = url.pathname.split('/').at(-1) ?? ''
    const decision = url.searchParams.get('answer')
    if (decision === null) return route.fulfill({ contentType: 'text/html', body: bankPage(url.pathname) })
    const isGood = decision === 'yes'
    double.authenticate(id, isGood)
    const back = new URL(returnTo.get(id) ?? '')
    back.searchParams.set('payment_intent', id)
    back.searchParams.set('payment_intent_client_secret', double.intent(id).client_secret)
    back.searchParams.set('redirect_status', isGood ? 'succeeded' : 'failed')
    return route.fulfill({ status: 303, headers: { location: back.href } })
  })
  return { requests }
}
