import type { TournamentId } from '#contract/ids.ts'
import {
  canonical,
  checkLog,
  type LogEvent,
  type LogHead,
  type LogKind,
  logFaultText,
  wrongTexts,
} from '#contract/tournaments/log-chain.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/connection.ts'
import { sha256 } from '#server/sha256.ts'
import { type CatchState, factsOfRow, stateOf } from './catch-data.ts'
import { eventOf, listRows } from './log.queries.ts'
import { listAllTexts, listCatchRows, listCatchSubjects, listLogged, listRules } from './verify.queries.ts'

export interface LogReport {
  tournament: TournamentId
  /** Null if the log is empty. */
  head: LogHead | null
  catches: number
  /** Differences. */
  faults: string[]
}

const batch = 500

const aboutCatches = new Set<string>([
  'opened',
  'weighed',
  'confirmed',
  'corrected',
  'undone',
  'deleted',
  'disqualified',
  'reinstated',
  'allowed',
  'allowance-lifted',
] satisfies LogKind[])

/** The events about each catch, first to last: a later one names the one before. */
class Catches {
  readonly events = new Map<string, LogEvent[]>()
  readonly #bySeq = new Map<number, string>()

  add(event: LogEvent): void {
    if (!aboutCatches.has(event.kind)) return
    const { catchId } = event.data
    const id = typeof catchId === 'string' ? catchId : this.#bySeq.get(event.of ?? 0)
    if (id === undefined) return
    this.#bySeq.set(event.seq, id)
    this.events.set(id, [...(this.events.get(id) ?? []), event])
  }
}

/** Returns the event, or null if the row isn't JSON. */
function parseEvent(row: Parameters<typeof eventOf>[0]): LogEvent | null {
  try {
    return eventOf(row)
  } catch {
    return null
  }
}

interface LogContents {
  catches: Catches
  /** Hashes by the version's number, as logged. */
  rules: Map<number, unknown>
  faults: string[]
}

/** Yields the log's events, and reports those whose text doesn't match its hash. */
async function* readEvents(db: Db, tournament: TournamentId, { catches, rules, faults }: LogContents) {
  for await (const rows of inBatches(batch, (last: { seq: number } | undefined) =>
    listRows(db, tournament, last?.seq ?? 0, batch),
  ))
    for (const row of rows) {
      if (sha256(row.hashed) !== row.hash) faults.push(`Event ${row.seq}: its text was changed`)
      const event = parseEvent(row)
      if (event === null) continue
      catches.add(event)
      if (event.kind === 'rules-changed') rules.set(Number(event.data.number), event.data.rules)
      yield event
    }
}

const comparedFields = [
  'anglerId',
  'caughtAt',
  'entryId',
  'length',
  'marks',
  'released',
  'scale',
  'species',
  'weighedAt',
  'weight',
] as const

type StoredCatch = Awaited<ReturnType<typeof listCatchRows>>[number]

function differences(row: StoredCatch, state: CatchState): string[] {
  const rowFacts = {
    ...factsOfRow({ ...row, boat: '' }),
    disqualified: row.disqualified_at !== null,
    allowed: row.allowed_at !== null,
  }
  const logFacts = { ...state, disqualified: state.disqualified === true, allowed: state.allowed === true }
  return ([...comparedFields, 'disqualified', 'allowed'] as const).flatMap(field => {
    const [inLog = null, now = null]: unknown[] = [
      (logFacts as CatchState)[field],
      (rowFacts as CatchState)[field],
    ]
    return inLog === now ? [] : [`${field} is ${inLog} in the log, but ${now} in the catch`]
  })
}

async function compareCatches(db: Db, tournament: TournamentId, eventsByCatch: Catches['events']) {
  const faults: string[] = []
  const rows = new Map((await listCatchRows(db, tournament)).map(row => [row.id as string, row]))
  for (const [id, events] of eventsByCatch) {
    const [state, row] = [stateOf(events), rows.get(id)]
    if (state === null && row) faults.push(`Catch ${id}: it was taken back in the log, but is stored`)
    else if (state !== null && !row) faults.push(`Catch ${id}: it is in the log, but isn’t stored`)
    else if (state !== null && row)
      faults.push(...differences(row, state).map(difference => `Catch ${id}: ${difference}`))
  }
  for (const id of rows.keys()) if (!eventsByCatch.has(id)) faults.push(`Catch ${id}: it isn’t in the log`)
  for (const { subject, first, last } of await listCatchSubjects(db, tournament)) {
    const events = eventsByCatch.get(subject)
    if (events && (events[0]?.seq !== first || events.at(-1)?.seq !== last))
      faults.push(
        `Catch ${subject}: its events are ${events.map(({ seq }) => seq).join(', ')}, not ${first} to ${last}`,
      )
  }
  return { faults, count: rows.size }
}

async function compareRules(
  db: Db,
  tournament: TournamentId,
  hashes: LogContents['rules'],
): Promise<string[]> {
  const versions = new Map((await listRules(db, tournament)).map(({ number, rules }) => [number, rules]))
  return [...hashes].flatMap(([number, hash]) => {
    const rules = versions.get(number) ?? null
    const isSame = hash === (rules === null ? null : sha256(canonical(JSON.parse(rules))))
    return isSame ? [] : [`Rules ${number}: they aren’t those of the log`]
  })
}

/** Recomputes the chain and compares it with the texts beside it, with the catches and the rules. */
export async function verifyLog(db: Db, tournament: TournamentId): Promise<LogReport> {
  const contents: LogContents = { catches: new Catches(), rules: new Map(), faults: [] }
  const { faults } = contents
  const events = readEvents(db, tournament, contents)
  const { head, faults: chainFaults } = await checkLog(events, { tournament, sha256 })
  faults.push(...chainFaults.map(logFaultText))
  const texts = await listAllTexts(db, tournament)
  for (const hash of await wrongTexts(texts, sha256)) faults.push(`Text ${hash}: it was changed`)
  faults.push(...(await compareRules(db, tournament, contents.rules)))
  const catches = await compareCatches(db, tournament, contents.catches.events)
  return { tournament, head, catches: catches.count, faults: [...faults, ...catches.faults] }
}

/** All tournaments with a log or with catches, also logs without a tournament. */
export async function* verifyLogs(db: Db): AsyncGenerator<LogReport> {
  for (const tournament of await listLogged(db)) yield verifyLog(db, tournament)
}
