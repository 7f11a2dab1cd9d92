import { expect } from 'bun:test'
import type { CatchId, EntryId, TournamentId, UserId } from '#contract/ids.ts'
import type { LogPage } from '#contract/tournaments/log.ts'
import { checkLog, type LogEvent, type LogHead, wrongTexts } from '#contract/tournaments/log-chain.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import { sha256 } from '#server/sha256.ts'
import { appendLog, listSlipNumbers } from '#server/tournaments/log/index.ts'
import type { TestApp } from './app.ts'
import { readPages } from './app.ts'
import { addCatch } from './factories.ts'

/** The whole log, by pages. */
export async function readLog(app: Pick<TestApp, 'page'>, tournament: string, cookie?: string) {
  const [events, texts]: [LogEvent[], Record<string, { salt: string; text: string }>] = [[], {}]
  for (const page of await readPages<LogPage>(app, `/api/tournaments/${tournament}/log`, cookie)) {
    events.push(...page.events)
    Object.assign(texts, page.texts)
  }
  /** Returns the text of a hash, or null if erased. */
  const textOf = (hash: string | null) => (hash === null ? null : (texts[hash]?.text ?? null))
  return { events, texts, textOf }
}

interface StoredCatch {
  tournament: TournamentId
  entry: EntryId
  id: CatchId
  by: UserId
}

const weighInOf = ({ tournament, entry, id, by }: StoredCatch) => ({
  kind: 'catch-recorded' as const,
  at: Date.now(),
  by,
  tournament,
  entry,
  catch: { id, weightHundredths: null, species: '', caughtAt: 0 },
  place: null,
  moved: false,
  lead: null,
  text: '',
  role: 'organiser' as const,
})

/** Logs a catch that a factory added, as its weigh-in does. @returns its slip's number, and the hash of the name */
export async function logCatch(db: Db, row: StoredCatch) {
  const { tournament, id, by } = row
  await inTransaction(db, trx => appendLog(trx, weighInOf(row)))
  const { hash } = await db
    .selectFrom('log_texts')
    .select('hash')
    .where('person', '=', by)
    .executeTakeFirstOrThrow()
  return { number: (await listSlipNumbers(db, tournament, [id])).get(id) ?? '', hash }
}

/** Adds this number of logged catches to a boat. */
export async function addLoggedCatches(
  db: Db,
  { tournament, entry, by }: Omit<StoredCatch, 'id'>,
  count: number,
): Promise<void> {
  const ids: CatchId[] = []
  for (let n = 0; n < count; n += 1) ids.push(await addCatch(db, { entry_id: entry, recorded_by: by }))
  await inTransaction(db, async trx => {
    for (const id of ids) await appendLog(trx, weighInOf({ tournament, entry, id, by }))
  })
}

/** Recomputes the log as a browser does. Expects that its texts are right. */
export async function checkRead(
  site: Pick<TestApp, 'page'>,
  tournament: string,
  { cookie, published = [] }: { cookie?: string; published?: LogHead[] } = {},
) {
  const { events, texts } = await readLog(site, tournament, cookie)
  expect(await wrongTexts(texts, sha256)).toEqual([])
  return checkLog(events, { tournament, sha256, published })
}
