import type { UserId } from '#contract/ids.ts'
import type { NoticeKind } from '#contract/notifications/notice-kinds.ts'
import type { TestApp } from './app.ts'

export interface Told {
  kind: NoticeKind
  title: string
  text: string
  path: string
}

/** Runs all jobs, then reads what a person was told, oldest first. */
export async function toldTo({ db, runJobs }: TestApp, user: UserId): Promise<Told[]> {
  await runJobs()
  return db
    .selectFrom('notices')
    .innerJoin('notice_messages as message', 'message.id', 'notices.message_id')
    .select(['message.kind', 'message.title', 'message.text', 'message.path'])
    .where('notices.user_id', '=', user)
    .orderBy('notices.message_id')
    .execute()
}

export const kindsTo = async (testApp: TestApp, user: UserId): Promise<NoticeKind[]> =>
  (await toldTo(testApp, user)).map(({ kind }) => kind)

export async function follow(
  { page }: TestApp,
  { cookie }: { cookie: string },
  path: `boats/${string}` | `tournaments/${string}`,
): Promise<void> {
  const { status } = await page(`/api/${path}/follow`, { method: 'PUT', cookie })
  if (status !== 204) throw new Error(`following was refused: ${status}`)
}
