import { Counter, Histogram } from './exposition.ts'

/** Kind of a password that was wrong, or tried too often. */
export type RefusedPassword = 'sign-in' | 'site'

interface AnsweredRequest {
  method: string
  /** A pattern such as `/api/boats/:id`, never a path: paths are unbounded and hold tokens. */
  route: string
  status: number
  milliseconds: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const lags = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Milliseconds between two calls of `measureLag`. */
export const lagEveryMs = 1000

export type Metrics = ReturnType<typeof makeMetrics>

/** Counters of this process; the rest is read on request. @param now monotonic milliseconds */
export function makeMetrics(now: () => number) {
  const startedAt = now()
  const requests = new Counter('reelstake_http_requests_total', 'Requests by route and class of the status.')
  const seconds = new Histogram(
    'reelstake_http_request_duration_seconds',
    'Seconds until the answer began, by route.',
    durations,
  )
  const refusedPasswords = new Counter(
    'reelstake_refused_passwords_total',
    'Passwords that were wrong or came too often, for accounts and for the locked site.',
    [{ kind: 'sign-in' }, { kind: 'site' }],
  )
  const throttledRequests = new Counter(
    'reelstake_throttled_requests_total',
    'Requests that came too often, by route.',
  )
  const refusedWebhooks = new Counter(
    'reelstake_refused_webhooks_total',
    'Messages to the payment provider’s webhook that it did not sign.',
    [{}],
  )
  const lag = new Histogram(
    'reelstake_event_loop_lag_seconds',
    'By how much a timer of every second was late.',
    lags,
  )
  let lagMeasuredAt = startedAt

  return {
    countRequest({ method, route, status, milliseconds }: AnsweredRequest): void {
      const labels = { method: methods.has(method) ? method : 'other', route }
      requests.add({ ...labels, status: `${Math.floor(status / 100)}xx` })
      seconds.observe(labels, milliseconds / 1000)
      if (status === 429) throttledRequests.add({ route })
    },
    refusedPassword: (kind: RefusedPassword) => refusedPasswords.add({ kind }),
    refusedWebhook: () => refusedWebhooks.add({}),
    /** Call every {@link lagEveryMs}. */
    measureLag(): void {
      const at = now()
      lag.observe({}, Math.max(0, at - lagMeasuredAt - lagEveryMs) / 1000)
      lagMeasuredAt = at
    },
    uptimeSeconds: () => (now() - startedAt) / 1000,
    text: () =>
      requests.text() +
      seconds.text() +
      refusedPasswords.text() +
      throttledRequests.text() +
      refusedWebhooks.text() +
      lag.text(),
  }
}
