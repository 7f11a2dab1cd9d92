import type { TournamentId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { eventKinds, type RecordedEvent } from '#contract/record.ts'
import { canonical, type LogEnvelope } from '#contract/tournaments/log-chain.ts'
import type { Trx } from '#server/db/connection.ts'
import { sha256 } from '#server/sha256.ts'
import { Commitments } from './commitments.ts'
import { insertEvents, insertLog, noteSubject, readEnds } from './log.queries.ts'
import { isChained, write } from './log-writers.ts'

/** Consumer: appends the event to the log of its tournament. Runs before those that publish the head. */
export async function appendLog(trx: Trx, event: RecordedEvent): Promise<void> {
  if (!isChained(event)) return
  const { tournament, by, reason = null } = event
  const commit = new Commitments(trx, tournament)
  const fields = await write({ trx, commit }, event)
  const head = await readEnds(trx, tournament, fields.subject)
  if (head.seq === 0) await openLog(trx, tournament)
  const envelope: LogEnvelope = {
    at: iso(event.at),
    by: by === null ? null : await commit.account(by),
    data: fields.data,
    kind: fields.kind ?? eventKinds[event.kind].chain,
    of: fields.of === undefined ? head.last : fields.of,
    prev: head.hash,
    reason: await commit.text(reason),
    role: fields.role ?? ('role' in event ? event.role : null),
    seq: head.seq + 1,
    tournament,
  }
  const json = canonical(envelope)
  await insertEvents(trx, [
    { tournament_id: tournament, seq: envelope.seq, hashed: json, hash: sha256(json) },
  ])
  await noteSubject(trx, tournament, fields.subject, envelope.seq)
}

/** Letters and digits that can't be mistaken for each other. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeOf = (tournament: TournamentId, attempt: number) =>
  Array.from(
    sha256(`${tournament} ${attempt}`).match(/../g) ?? [],
    byte => letters[Number.parseInt(byte, 16) % letters.length],
  )
    .slice(0, 5)
    .join('')

async function openLog(trx: Trx, tournament: TournamentId): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    if (await insertLog(trx, tournament, codeOf(tournament, attempt))) return
}
