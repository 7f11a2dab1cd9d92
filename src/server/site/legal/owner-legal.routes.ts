import { iso } from '#contract/iso.ts'
import type { LegalBy, OwnerLegalText } from '#contract/site/legal.ts'
import { type LegalKind, legalKinds } from '#contract/site/legal-kinds.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { invalid } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { accountName } from '#server/people/auth/index.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { ownerCalls } from '#server/people/site-roles/index.ts'
import { listVersions, type Version } from './legal.queries.ts'
import { kindOf } from './legal.routes.ts'
import { textProblem } from './legal.rules.ts'
import { byCommandLine, byDefault, changeText, restoreDefault, textInForce } from './legal-texts.ts'

const versionsListed = 100

/** @throws ApiError 400 */
async function checkText(text: string): Promise<void> {
  const message = await textProblem(text)
  if (message !== null) throw invalid([{ path: 'text', message }])
}

const sourceOf = (by: string): LegalBy =>
  by === byDefault ? 'default' : by === byCommandLine ? 'command line' : 'owner'

const presentVersion = (row: Version) => ({
  version: row.version,
  createdAt: iso(row.created_at),
  source: sourceOf(row.created_by),
  by:
    row.metadata === null
      ? null
      : (accountName({ metadata: row.metadata, deleted_at: row.deleted_at }) ?? row.email),
})

/** Endpoints for owners; other people get 404. @param render makes HTML of Markdown, as on the pages */
export function ownerLegalRoutes(
  deps: Pick<Deps, 'db' | 'env' | 'limitWrites' | 'now'>,
  render: (text: string) => Promise<string>,
) {
  const { db, now } = deps
  const { read, write, act } = ownerCalls(deps)

  async function readText(kind: LegalKind): Promise<OwnerLegalText> {
    const { text } = await textInForce(db, kind, deps)
    const versions = await listVersions(db, kind, versionsListed)
    return { kind, text, versions: versions.map(presentVersion) }
  }

  return new EndpointApp()
    .endpoint('GET /api/admin/legal', read, async c => {
      const texts = []
      for (const kind of legalKinds) {
        await textInForce(db, kind, deps)
        const [latest] = await listVersions(db, kind, 1)
        if (latest) texts.push({ kind, ...presentVersion(latest) })
      }
      return jsonWithEtag(c, { texts })
    })
    .endpoint('GET /api/admin/legal/:kind', read, async c =>
      jsonWithEtag(c, await readText(kindOf(c.req.param('kind')))),
    )
    .endpoint('PUT /api/admin/legal/:kind', write, async c => {
      const kind = kindOf(c.req.param('kind'))
      const { text, base } = c.req.valid('json')
      await checkText(text)
      await act(c, async (trx, actor) => {
        await countCreated(trx, deps, { person: c.var.person.id }, 'legalTexts')
        await changeText(trx, actor, { kind, text, base }, now())
      })
      return c.json(await readText(kind))
    })
    .endpoint('POST /api/admin/legal/:kind/default', write, async c => {
      const kind = kindOf(c.req.param('kind'))
      const { base } = c.req.valid('json')
      await act(c, async (trx, actor) => {
        await countCreated(trx, deps, { person: c.var.person.id }, 'legalTexts')
        await restoreDefault(trx, actor, { kind, base }, deps)
      })
      return c.json(await readText(kind))
    })
    .endpoint('POST /api/admin/legal/preview', write, async c => {
      const { text } = c.req.valid('json')
      await checkText(text)
      return c.json({ html: await render(text) })
    })
}
