import type { AnswerBoot } from '#client/lib/boot.tsx'

/** Boot data of a visitor's page, by a server without mail and payments. */
export const anonymousBoot: AnswerBoot = {
  route: 'login',
  params: {},
  search: '',
  viewer: null,
  sessionEndsAt: null,
  theme: null,
  now: 0,
  payments: 'test',
  paymentForm: null,
  sendsMail: false,
  confirmsEmail: false,
  supportEmail: null,
  minimumAge: null,
  hasGate: false,
  requestId: 'r',
  eventId: '',
  canonical: 'http://reelstake.test/login',
  files: { stylesheets: [], fonts: [], modulepreload: [], enhance: '' },
}
