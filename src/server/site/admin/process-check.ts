import type { Check } from '#contract/site/admin.ts'
import type { RootDb } from '#server/db/connection.ts'
import { check } from './fixes.rules.ts'

/** Milliseconds, after which visitors notice. */
const most = { lockMs: 5000, feedMs: 5000 }

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Checks whether the processes that serve the site wait for each other, and whether one runs scheduled work. */
export async function checkProcesses(db: RootDb): Promise<Check> {
  const live = await db.listProcesses()
  if (live === null)
    return check(
      'ok',
      'processes',
      'On SQLite one process at a time can serve this site. It runs the scheduled work, shares no lock with other processes and needs no feed of changes.',
    )
  const first = live.find(({ runsScheduledWork }) => runsScheduledWork)
  if (first === undefined)
    return check(
      'risk',
      'processes',
      'No process serves this site on PostgreSQL, or runs the scheduled work.',
    )
  const lockMs = Math.max(...live.map(each => each.lockMs))
  const feedMs = Math.max(...live.map(each => each.feedMs))
  const text = `${live.length} ${live.length === 1 ? 'process serves' : 'processes serve'} this site on PostgreSQL; the one at ${first.place} runs the scheduled work. In the last minutes a writer waited at most ${seconds(lockMs)} for the lock; the feed of changes is at most ${seconds(feedMs)} old.`
  const isSlow = lockMs > most.lockMs || feedMs > most.feedMs
  return isSlow
    ? check('risk', 'processes', `${text} See how PostgreSQL and its network are doing.`)
    : check('ok', 'processes', text)
}
