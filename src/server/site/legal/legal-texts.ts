import type { LegalKind } from '#contract/site/legal-kinds.ts'
import { readBrand } from '#server/branding/index.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import { ApiError } from '#server/http/errors.ts'
import type { TermsVersions } from '#server/money/funding/index.ts'
import { type Actor, record } from '#server/record/index.ts'
import { defaultText } from './default-texts.ts'
import { findLatest, findVersionAt, insertText, type LegalRow } from './legal.queries.ts'

type Needs = Pick<CoreDeps, 'env' | 'now'>

/** Authors of `legal_texts` that are no persons. */
export const byDefault = 'default'
export const byCommandLine = 'command line'

/** The software's own text changes with its version and with the settings that it names. */
const isOutdated = (row: LegalRow, text: string): boolean => row.created_by === byDefault && row.text !== text

async function ownText(db: Db, kind: LegalKind, { env }: Needs): Promise<string> {
  const { name, supportEmail } = await readBrand(db, env)
  return defaultText(kind, { ...env, marinaName: name, supportEmail })
}

/** Puts a text in force at once. */
const insertNext = (
  trx: Trx,
  latest: LegalRow | undefined,
  text: Omit<LegalRow, 'version'>,
): Promise<LegalRow> => insertText(trx, { ...text, version: (latest?.version ?? 0) + 1 })

async function addDefault(trx: Trx, kind: LegalKind, needs: Needs): Promise<LegalRow> {
  const latest = await findLatest(trx, kind)
  const text = await ownText(trx, kind, needs)
  if (latest && !isOutdated(latest, text)) return latest
  return insertNext(trx, latest, { kind, text, created_at: needs.now(), created_by: byDefault })
}

/** Stores the software's own text first, when none is stored. */
export async function textInForce(db: Db, kind: LegalKind, needs: Needs): Promise<LegalRow> {
  const latest = await findLatest(db, kind)
  if (latest && !isOutdated(latest, await ownText(db, kind, needs))) return latest
  return inTransaction(db, trx => addDefault(trx, kind, needs))
}

/** Returns whether the operator's text is in force instead of the software's. */
export async function hasOwnText(db: Db, kind: LegalKind): Promise<boolean> {
  const latest = await findLatest(db, kind)
  return latest !== undefined && latest.created_by !== byDefault
}

export const makeTermsVersions = (needs: Needs): TermsVersions => ({
  current: async trx => (await addDefault(trx, 'terms', needs)).version,
  at: async (trx, time) => (await findVersionAt(trx, 'terms', time))?.version ?? null,
})

/** @throws ApiError 409 */
function checkBase(latest: LegalRow | undefined, base: number | null): void {
  if (base === null || latest === undefined || latest.version === base) return
  throw new ApiError(
    'conflict',
    `Version ${latest.version} was saved meanwhile. What you typed is still here: read that version, then save again to replace it.`,
  )
}

export interface NewLegalText {
  kind: LegalKind
  text: string
  /** The version that was changed, or null for any. */
  base: number | null
}

/**
 * Puts a text in force at once; equal text adds no version.
 * @param text checked by `textProblem` @returns the version in force
 * @throws ApiError 409 when another version was saved since `base`
 */
export async function changeText(
  trx: Trx,
  actor: Actor,
  { kind, text, base }: NewLegalText,
  now: number,
): Promise<number> {
  const latest = await findLatest(trx, kind)
  checkBase(latest, base)
  if (latest?.text === text) return latest.version
  const created_by = actor.by ?? byCommandLine
  const { version } = await insertNext(trx, latest, { kind, text, created_at: now, created_by })
  await record(trx, {
    kind: 'legal-changed',
    at: now,
    ...actor,
    subject: ['legal', kind],
    detail: `version ${version}`,
  })
  return version
}

/** Puts the software's own text in force, which follows releases and settings from then on. @throws ApiError 409 */
export async function restoreDefault(
  trx: Trx,
  actor: Actor,
  { kind, base }: Omit<NewLegalText, 'text'>,
  { env, now }: Needs,
): Promise<void> {
  const latest = await findLatest(trx, kind)
  checkBase(latest, base)
  if (latest?.created_by === byDefault) return
  const text = await ownText(trx, kind, { env, now })
  const { version } = await insertNext(trx, latest, { kind, text, created_at: now(), created_by: byDefault })
  await record(trx, {
    kind: 'legal-restored',
    at: now(),
    ...actor,
    subject: ['legal', kind],
    detail: `version ${version}`,
  })
}
