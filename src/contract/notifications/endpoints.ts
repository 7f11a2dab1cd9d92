import type { Endpoint } from '../endpoint.ts'

export const notificationsEndpoints = {
  'GET /api/tournaments/:id/webhooks': {
    summary: 'List the webhooks of a tournament as its organiser',
    access: ['organiser'],
    answer: 'webhook[]',
  },
  'POST /api/tournaments/:id/webhooks': {
    summary: 'Add a webhook as the organiser; its secret is answered once',
    access: ['organiser'],
    body: 'newWebhook',
    answer: 'webhookWithSecret',
    status: 201,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'PATCH /api/webhooks/:id': {
    summary: 'Turn a webhook on or off as the organiser',
    access: ['organiser'],
    body: 'webhookChange',
    answer: 'webhook',
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/webhooks/:id': {
    summary: 'Delete a webhook with its deliveries as the organiser',
    access: ['organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/webhooks/:id/secret': {
    summary: 'Change the secret of a webhook; the one before stays valid for a day',
    access: ['organiser'],
    answer: 'webhookWithSecret',
    refusals: ['too_many_attempts'],
  },
  'POST /api/webhooks/:id/test': {
    summary: 'Send a test event to a webhook',
    access: ['organiser'],
    answer: 'webhookDelivery',
    status: 201,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/webhooks/:id/deliveries': {
    summary: 'List the last deliveries of a webhook as the organiser, the latest first',
    access: ['organiser'],
    answer: 'webhookDelivery[]',
  },
  'POST /api/webhook-deliveries/:id/again': {
    summary: 'Send a delivery again, with the same id',
    access: ['organiser'],
    answer: 'webhookDelivery',
    refusals: ['conflict', 'too_many_attempts'],
  },

  'GET /api/boats/:id/follow': {
    summary: 'Tell whether one follows a boat, and why',
    access: 'user',
    answer: 'followState',
  },
  'PUT /api/boats/:id/follow': {
    summary: 'Follow a boat',
    access: 'user',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/boats/:id/follow': {
    summary: 'No longer follow a boat, also as its backer',
    access: 'user',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/tournaments/:id/follow': {
    summary: 'Tell whether one follows a tournament',
    access: 'user',
    answer: 'followState',
  },
  'PUT /api/tournaments/:id/follow': {
    summary: 'Follow a tournament with all its boats',
    access: 'user',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/tournaments/:id/follow': {
    summary: 'No longer follow a tournament',
    access: 'user',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/follows': {
    summary: 'List what one follows, the latest first',
    access: 'user',
    query: 'followsPage',
    answer: 'follow[]',
  },

  'GET /api/notices': {
    summary: 'List one’s notices, newest first; at most 50 are kept',
    access: 'user',
    query: 'noticesPage',
    answer: 'notice[]',
  },
  'GET /api/notices/unread': { summary: 'Count one’s unread notices', access: 'user', answer: 'unread' },
  'POST /api/notices/read': {
    summary: 'Mark all notices as read, or those up to one',
    access: 'user',
    body: 'readNotices',
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'GET /api/notice-settings': {
    summary: 'Read how one is told of what',
    access: 'user',
    answer: 'noticeSettings',
  },
  'PUT /api/notice-settings': {
    summary: 'Choose how one is told of what; kinds that are left out get their default',
    access: 'user',
    body: 'newNoticeSettings',
    answer: 'noticeSettings',
    refusals: ['too_many_attempts'],
  },

  'GET /api/push': { summary: 'Read the site’s key for push messages', access: 'public', answer: 'pushKey' },
  'GET /api/push/subscriptions': {
    summary: 'List one’s devices that get push messages, newest first',
    access: 'user',
    answer: 'pushSubscription[]',
  },
  'POST /api/push/subscriptions': {
    summary: 'Send push messages to this device until its session ends',
    access: 'user',
    body: 'newPushSubscription',
    answer: 'pushSubscription',
    status: 201,
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/push/subscriptions': {
    summary: 'Send no more push messages to this device',
    access: 'user',
    body: 'pushEndpoint',
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/push/test': {
    summary: 'Send a test message to one’s devices',
    access: 'user',
    answer: 'nothing',
    status: 202,
    refusals: ['conflict', 'too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>
