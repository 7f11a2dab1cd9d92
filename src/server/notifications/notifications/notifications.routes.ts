import { fieldTexts } from '#contract/field-texts.ts'
import { iso, isoOrNull } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodeId, nextLink } from '#server/http/paging.ts'
import { digestDayIn } from './notification-mails.ts'
import { countUnread, type ListedNotification, listNotifications, markRead } from './notifications.queries.ts'
import { findSettings, putSettings } from './settings.queries.ts'
import { encodeChannels, presentSettings } from './settings.rules.ts'

const present = ({ id, kind, title, text, path, ...row }: ListedNotification): Notification => ({
  id,
  kind,
  title,
  text,
  path,
  createdAt: iso(row.created_at),
  readAt: isoOrNull(row.read_at),
})

export function notificationRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps

  return new EndpointApp()
    .endpoint('GET /api/notices', async c => {
      const { limit: size = limits.notificationsPage, cursor } = c.req.valid('query')
      const rows = await listNotifications(db, c.var.person.id, size + 1, decodeId<'notification'>(cursor))
      const { page, next } = cutPage(rows, size, ({ id }) => id)
      return jsonWithEtag(c, page.map(present), nextLink(c, next))
    })
    .endpoint('GET /api/notices/unread', async c =>
      jsonWithEtag(c, { unread: await countUnread(db, c.var.person.id) }),
    )
    .endpoint('POST /api/notices/read', { limit }, async c => {
      const { until } = c.req.valid('json')
      const { id } = c.var.person
      await inTransaction(db, trx => markRead(trx, id, until, now()))
      return c.body(null, 204)
    })
    .endpoint('GET /api/notice-settings', async c =>
      jsonWithEtag(c, presentSettings(await findSettings(db, c.var.person.id))),
    )
    .endpoint('PUT /api/notice-settings', { limit }, async c => {
      const { channels, quietFrom, quietTo, timeZone, digest } = c.req.valid('json')
      if ((quietFrom === null) !== (quietTo === null))
        throw invalid([{ path: quietFrom === null ? 'quietFrom' : 'quietTo', message: fieldTexts.quietBoth }])
      const { id } = c.var.person
      const settings = await inTransaction(db, async trx => {
        const { digest_day: day = null, time_zone: from = timeZone } = (await findSettings(trx, id)) ?? {}
        await putSettings(trx, {
          user_id: id,
          channels: encodeChannels(channels),
          quiet_from: quietFrom,
          quiet_to: quietTo,
          time_zone: timeZone,
          digest: digest ? 1 : 0,
          digest_day: day && digestDayIn(day, { from, to: timeZone }),
        })
        return findSettings(trx, id)
      })
      return c.json(presentSettings(settings))
    })
}
