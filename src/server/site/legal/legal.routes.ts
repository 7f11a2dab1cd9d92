import { iso } from '#contract/iso.ts'
import type { LegalText } from '#contract/site/legal.ts'
import type { LegalKind } from '#contract/site/legal-kinds.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { findVersion } from './legal.queries.ts'
import { isLegalKind } from './legal.rules.ts'
import { textInForce } from './legal-texts.ts'

/** @throws ApiError 404 */
export function kindOf(param: string | undefined): LegalKind {
  if (!isLegalKind(param)) throw notFound('There is no such page.')
  return param
}

/** Endpoints that are public. */
export function legalRoutes(deps: Pick<Deps, 'db' | 'env' | 'now'>) {
  const readVersion = async (kind: LegalKind, version: string) =>
    /^[1-9]\d{0,5}$/.test(version) ? findVersion(deps.db, kind, Number(version)) : undefined

  return new EndpointApp().endpoint('GET /api/legal/:kind', async c => {
    const kind = kindOf(c.req.param('kind'))
    const { version } = c.req.valid('query')
    const latest = await textInForce(deps.db, kind, deps)
    const legalText = version === undefined ? latest : await readVersion(kind, version)
    if (!legalText) throw notFound('There is no such version.')
    const answer: LegalText = {
      kind,
      version: legalText.version,
      latest: latest.version,
      text: legalText.text,
      created_at: iso(legalText.created_at),
    }
    return jsonWithEtag(c, answer)
  })
}
