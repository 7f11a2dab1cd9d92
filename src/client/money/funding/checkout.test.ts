import { describe, expect, test } from 'bun:test'
import { RequestError } from '#client/lib/request.ts'
import { Declined, makeCheckout, type PaymentForm, pollDelays, testPaymentForm } from './checkout.ts'
import { makePendingStore } from './pending.ts'

const terms = { fundingGoal: '100.00', payoutPercentage: 40, ifGoalMissed: 'share' } as const
const order = { userId: 'ana', entryId: 'e1', amount: '25.00', message: 'Tight lines!', terms }
const funding = { id: 'f1', amount: '25.00' }
const offline = () => new TypeError('Failed to fetch')
const refusal = (status: number, message = 'no') =>
  new RequestError(status, JSON.stringify({ message, error: 'conflict' }), '')

type Answer = object | Error

/** @param storage with the payments of an earlier page */
function scene(
  answers: { intent?: Answer[]; funding?: Answer[]; state?: Answer[] },
  storage = new Map<string, string>(),
) {
  const requests: { path: string; body: unknown }[] = []
  const timers: { ms: number; run: () => void }[] = []
  const store = makePendingStore(() => ({
    getItem: key => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: key => void storage.delete(key),
  }))
  let intents = 0
  const answer = async (path: string, queue: Answer[] | undefined, body?: unknown) => {
    requests.push({ path, body })
    const next = queue?.shift() ?? { clientSecret: `pi_mock_${intents}_secret_mock` }
    if (next instanceof Error) throw next
    return JSON.parse(JSON.stringify(next))
  }
  const checkout = makeCheckout({
    api: {
      createIntent: ({ body }) => {
        intents += 1
        return answer('/api/create-payment-intent', answers.intent, body)
      },
      recordFunding: ({ body }) => answer('/api/funding', answers.funding, body),
      readIntent: id => answer(`/api/funding/intent/${id}`, answers.state),
    },
    store,
    now: () => 1000,
    after(ms, run) {
      const timer = { ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  const tick = async () => {
    timers.shift()?.run()
    await Bun.sleep(0)
  }
  return { checkout, requests, timers, store, storage, tick }
}

const decliningOnce = (): PaymentForm => {
  let tries = 0
  return {
    prepare: async () => {},
    charge: async () => {
      tries += 1
      return tries === 1 ? { result: 'declined', message: 'Your card was declined.' } : { result: 'paid' }
    },
  }
}

describe('nothing is charged or stored', () => {
  test('when the network fails before the payment', async () => {
    const { checkout, store } = scene({ intent: [offline()] })
    expect(checkout.pay(order, testPaymentForm)).rejects.toThrow('Failed to fetch')
    await Bun.sleep(0)
    expect(checkout.get()).toEqual({ step: 'form', notice: null })
    expect(store.list('ana')).toEqual([])
  })

  test('when the card’s fields are not filled in', async () => {
    const { checkout, requests } = scene({})
    const paymentForm: PaymentForm = {
      ...testPaymentForm,
      prepare: () => Promise.reject(new Error('not ready')),
    }
    expect(checkout.pay(order, paymentForm)).rejects.toThrow('not ready')
    await Bun.sleep(0)
    expect(requests).toEqual([])
  })

  test('when the bank says no; the same payment is tried again with another card', async () => {
    const { checkout, store, requests } = scene({ funding: [funding] })
    const paymentForm = decliningOnce()
    const first = await checkout.pay(order, paymentForm).catch((error: unknown) => error)
    expect(first).toBeInstanceOf(Declined)
    expect(store.list('ana')).toEqual([])
    await checkout.pay(order, paymentForm)
    expect(requests.map(({ path }) => path)).toEqual(['/api/create-payment-intent', '/api/funding'])
    expect(checkout.get().step).toBe('done')
  })
})

test.each([
  ['amount', { amount: '50.00' }],
  ['terms, which cancelled it,', { terms: { ...terms, payoutPercentage: 30 } }],
])('after a declined card, with other %s it is another payment', async (_, change) => {
  const { checkout, requests } = scene({ funding: [funding] })
  const paymentForm = decliningOnce()
  await checkout.pay(order, paymentForm).catch(() => {})
  await checkout.pay({ ...order, ...change }, paymentForm)
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/create-payment-intent',
    '/api/create-payment-intent',
    '/api/funding',
  ])
})

test('a payment is asked for with entry, amount and message, recorded with its id, and forgotten', async () => {
  const { checkout, requests, store } = scene({ funding: [funding] })
  await checkout.pay(order, testPaymentForm)
  expect(requests).toEqual([
    {
      path: '/api/create-payment-intent',
      body: { amount: 25, tournamentEntryId: 'e1', message: 'Tight lines!', terms },
    },
    {
      path: '/api/funding',
      body: {
        tournamentEntryId: 'e1',
        amount: '25.00',
        stripePaymentIntentId: 'pi_mock_1',
        message: 'Tight lines!',
      },
    },
  ])
  expect(JSON.parse(JSON.stringify(checkout.get()))).toEqual({ step: 'done', funding })
  expect(store.list('ana')).toEqual([])
})

describe('a payment whose record is not known', () => {
  for (const [what, failure] of [
    ['the network fails', offline()],
    ['a captive portal answers', new SyntaxError('no JSON')],
    ['the server fails', refusal(500)],
    ['the provider is out of reach (503)', refusal(503)],
    ['there were too many requests (429)', refusal(429)],
    ['the site is locked (403)', refusal(403)],
  ] as const)
    test(`is stored and asked again when ${what}; never paid again`, async () => {
      const { checkout, store, timers, tick, requests } = scene({ funding: [failure, failure, funding] })
      await checkout.pay(order, testPaymentForm)
      expect(checkout.get().step).toBe('checking')
      expect(store.list('ana')).toHaveLength(1)
      expect(timers.map(({ ms }) => ms)).toEqual([1000])
      await tick()
      expect(timers.map(({ ms }) => ms)).toEqual([2000])
      await tick()
      expect(checkout.get().step).toBe('done')
      expect(store.list('ana')).toEqual([])
      expect(requests.filter(({ path }) => path !== '/api/funding')).toHaveLength(1)
    })

  test('is asked ever more rarely, for ever; at once on request', async () => {
    const { checkout, timers, tick, requests } = scene({ funding: Array.from({ length: 10 }, offline) })
    await checkout.pay(order, testPaymentForm)
    const delays: number[] = []
    for (let n = 0; n < 8; n++) {
      delays.push(timers[0]?.ms ?? 0)
      await tick()
    }
    expect(delays).toEqual([...pollDelays, 30_000, 30_000])
    const before = requests.length
    checkout.checkNow()
    checkout.checkNow()
    await Bun.sleep(0)
    expect(requests.length).toBe(before + 1)
    expect(timers).toHaveLength(1)
  })

  test('is found again by the next page, for the same person and boat only', async () => {
    const first = scene({ funding: [offline()] })
    await first.checkout.pay(order, testPaymentForm)
    first.checkout.stop()
    expect(first.timers).toEqual([])
    const next = scene({ funding: [funding] }, first.storage)
    expect(next.checkout.resume('bo', 'e1')).toBe(false)
    expect(next.checkout.resume('ana', 'e2')).toBe(false)
    expect(next.checkout.resume('ana', 'e1')).toBe(true)
    expect(next.checkout.get().step).toBe('checking')
    await Bun.sleep(0)
    expect(next.checkout.get().step).toBe('done')
    expect(next.requests.map(({ path }) => path)).toEqual(['/api/funding'])
    expect(next.store.list('ana')).toEqual([])
  })

  test('that was never paid leads back to the form, in the server’s words', async () => {
    const first = scene({ funding: [offline()] })
    await first.checkout.pay(order, testPaymentForm)
    const next = scene({ funding: [refusal(402, 'This payment is not complete yet.')] }, first.storage)
    next.checkout.resume('ana')
    await Bun.sleep(0)
    expect(next.checkout.get()).toEqual({ step: 'form', notice: 'This payment is not complete yet.' })
    expect(next.store.list('ana')).toEqual([])
  })
})

describe('a charge with an unknown outcome', () => {
  const silent: PaymentForm = { prepare: async () => {}, charge: async () => ({ result: 'unknown' }) }
  const unpaid = {
    state: 'unpaid',
    message: 'This payment is not complete yet.',
    entryId: 'e1',
    funding: null,
  }
  const paths = ({ requests }: ReturnType<typeof scene>) => requests.map(({ path }) => path)

  test('is looked up, not claimed; it is recorded where it was made', async () => {
    const one = scene({ state: [{ ...unpaid, state: 'recorded', funding }] })
    await one.checkout.pay(order, silent)
    expect(paths(one)).toEqual(['/api/create-payment-intent', '/api/funding/intent/pi_mock_1'])
    expect(one.checkout.get().step).toBe('done')
  })

  test('is looked up again while the provider does not answer', async () => {
    const state = [offline(), { ...unpaid, state: 'checking' }, { ...unpaid, state: 'recorded', funding }]
    const one = scene({ state })
    await one.checkout.pay(order, silent)
    expect(one.checkout.get().step).toBe('checking')
    await one.tick()
    expect(one.checkout.get().step).toBe('checking')
    await one.tick()
    expect(one.checkout.get().step).toBe('done')
  })

  test('that was not made leads back to the form; another try pays the same intent', async () => {
    const one = scene({ state: [unpaid], funding: [funding] })
    const error = await one.checkout.pay(order, silent).catch((reason: unknown) => reason)
    expect(error).toEqual(new Declined('This payment is not complete yet.'))
    expect(one.store.list('ana')).toEqual([])
    await one.checkout.pay(order, testPaymentForm)
    expect(paths(one).filter(path => path === '/api/create-payment-intent')).toHaveLength(1)
  })

  test('that can’t be made any more, as its terms changed, leads back to the form; another try is a new payment', async () => {
    const one = scene({
      state: [{ ...unpaid, state: 'failed', message: 'Please try again.' }],
      funding: [funding],
    })
    const error = await one.checkout.pay(order, silent).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'Please try again.' })
    await one.checkout.pay(order, testPaymentForm)
    expect(paths(one).filter(path => path === '/api/create-payment-intent')).toHaveLength(2)
  })

  test('because the page was closed at the card is looked up by the next page', async () => {
    const first = scene({})
    void first.checkout.pay(order, { prepare: async () => {}, charge: () => new Promise(() => {}) })
    await Bun.sleep(0)
    const next = scene({ state: [unpaid] }, first.storage)
    expect(next.checkout.resume('ana', 'e1')).toBe(true)
    await Bun.sleep(0)
    expect(next.checkout.get()).toEqual({ step: 'form', notice: 'This payment is not complete yet.' })
    expect(paths(next)).toEqual(['/api/funding/intent/pi_mock_1'])
  })
})

test('a refusal after the payment is thrown to the form and not stored', async () => {
  const { checkout, store } = scene({ funding: [refusal(409, 'Other backers were faster.')] })
  const error = await checkout.pay(order, testPaymentForm).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RequestError)
  expect(checkout.get().step).toBe('form')
  expect(store.list('ana')).toEqual([])
})

describe('a payment that the server has already refunded', () => {
  const refundedFunding = {
    ...funding,
    status: 'refunded',
    refund: { status: 'done', reason: 'Funding was closed when the payment arrived.', refunded_at: null },
  }
  const message = 'Funding was closed when the payment arrived. The full amount went back to you.'

  test('is no receipt: the form says why it doesn’t count', async () => {
    const { checkout, store } = scene({ funding: [refundedFunding] })
    const error = await checkout.pay(order, testPaymentForm).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Declined)
    expect(error).toMatchObject({ message })
    expect(store.list('ana')).toEqual([])
  })

  test('is none for the next page either', async () => {
    const first = scene({ funding: [offline()] })
    await first.checkout.pay(order, testPaymentForm)
    const next = scene({ funding: [refundedFunding] }, first.storage)
    next.checkout.resume('ana')
    await Bun.sleep(0)
    expect(next.checkout.get()).toEqual({ step: 'form', notice: message })
  })
})
