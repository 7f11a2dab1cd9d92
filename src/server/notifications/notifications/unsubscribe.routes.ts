import { Hono } from 'hono'
import type { UserId } from '#contract/ids.ts'
import { allNotificationKinds } from '#contract/notifications/notification-kinds.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import type { ShowText } from '#server/http/forms.ts'
import { findSettings, putSettings } from './settings.queries.ts'
import { encodeChannels, presentSettings } from './settings.rules.ts'
import { type MailTopic, readUnsubscribeToken, topicText } from './unsubscribe.rules.ts'

async function stopMails(trx: Trx, user: UserId, topic: MailTopic): Promise<void> {
  const settings = await findSettings(trx, user)
  // Without settings no mails come. A deleted account has none, and gets none.
  if (!settings) return
  const { channels } = presentSettings(settings)
  for (const kind of allNotificationKinds)
    if (channels[kind] === 'mail' && (topic === kind || topic === 'all')) channels[kind] = 'none'
  await putSettings(trx, {
    ...settings,
    channels: encodeChannels(channels),
    digest: topic === 'digest' || topic === 'all' ? 0 : settings.digest,
  })
}

/**
 * Pages without script and session.
 * Opening a link changes nothing, since mail programs open links (RFC 8058, 1).
 */
export function unsubscribeRoutes({ db, keys }: Deps, show: ShowText) {
  const unknown = (c: AppContext) =>
    show(c, 404, {
      title: 'This link is not complete',
      text: 'Copy the whole link from the mail, or change what you get in your account.',
    })

  return new Hono<AppEnv>()
    .get('/unsubscribe/:token', c => {
      const request = readUnsubscribeToken(keys, c.req.param('token'))
      if (request === null) return unknown(c)
      const text = `Do you want to stop ${topicText(request.topic)}?`
      return show(c, 200, { title: 'Stop these mails', text, button: 'Stop these mails' })
    })
    .post('/unsubscribe/:token', async c => {
      const request = readUnsubscribeToken(keys, c.req.param('token'))
      if (request === null) return unknown(c)
      await inTransaction(db, trx => stopMails(trx, request.user, request.topic))
      const text = `You no longer get ${topicText(request.topic)}. You can change that in your account.`
      return show(c, 200, { title: 'These mails are stopped', text })
    })
}
