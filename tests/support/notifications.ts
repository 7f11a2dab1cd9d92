import type { UserId } from '#contract/ids.ts'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { shownText } from '#server/notifications/notifications/notifications.queries.ts'
import type { TestApp } from './app.ts'

export interface Told {
  kind: NotificationKind
  title: string
  text: string
  path: string
}

/** Runs all jobs, then reads what a person was told, oldest first. */
export async function notificationsOf({ db, runJobs }: TestApp, user: UserId): Promise<Told[]> {
  await runJobs()
  return db
    .selectFrom('notifications')
    .innerJoin('notification_messages as message', 'message.id', 'notifications.message_id')
    .select(['message.kind', 'message.title', shownText.as('text'), 'message.path'])
    .where('notifications.user_id', '=', user)
    .orderBy('notifications.message_id')
    .execute()
}

export const kindsTo = async (testApp: TestApp, user: UserId): Promise<NotificationKind[]> =>
  (await notificationsOf(testApp, user)).map(({ kind }) => kind)

export async function follow(
  { page }: TestApp,
  { cookie }: { cookie: string },
  path: `boats/${string}` | `tournaments/${string}`,
): Promise<void> {
  const { status } = await page(`/api/${path}/follow`, { method: 'PUT', cookie })
  if (status !== 204) throw new Error(`following was refused: ${status}`)
}
