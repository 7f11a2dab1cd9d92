import { buttonColor } from '#contract/accent.ts'
import type { BrandingAnswer } from '#contract/site/branding.ts'
import { logoPath, putBrand, readStoredBrand } from '#server/branding/index.ts'
import type { Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { conflict } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { pictureUploads } from '#server/people/pictures/index.ts'
import { ownerCalls } from '#server/people/site-roles/index.ts'
import { type Actor, record } from '#server/record/index.ts'

/** Pixels: sharp on a poster, small on a phone. */
const logoSize = { width: 800, height: 320 }

const settingOf = (envValue: string | null, value: string | null) =>
  envValue !== null
    ? { value: envValue, source: 'environment' as const }
    : { value, source: value === null ? ('none' as const) : ('site' as const) }

/** Endpoints for owners; other people get 404. */
export function brandingRoutes(
  deps: Pick<Deps, 'db' | 'disk' | 'env' | 'files' | 'limitWrites' | 'monotonicNow' | 'now'>,
) {
  const { db, env, now } = deps
  const { read, write, act } = ownerCalls(deps)
  const upload = pictureUploads(deps)

  async function answer(): Promise<BrandingAnswer> {
    const { name, supportEmail, color, logo } = await readStoredBrand(db)
    return {
      name: settingOf(env.marinaName, name),
      supportEmail: settingOf(env.supportEmail, supportEmail),
      color,
      buttonColor: color === null ? null : buttonColor(color),
      logo: logo && { url: logoPath(logo), width: logo.width, height: logo.height },
    }
  }

  /** @throws ApiError 409 */
  function refuseToOverride(
    variable: string,
    envValue: string | null,
    value: string | null | undefined,
  ): void {
    if (envValue !== null && value !== undefined && value !== envValue)
      throw conflict(`${variable} sets it, on the server. Change it there.`)
  }

  const recordChange = (trx: Trx, actor: Actor, detail: string) =>
    record(trx, { kind: 'branding-changed', at: now(), ...actor, subject: ['site', 'branding'], detail })

  return new EndpointApp()
    .endpoint('GET /api/admin/branding', read, async c => jsonWithEtag(c, await answer()))
    .endpoint('PATCH /api/admin/branding', write, async c => {
      const { name, supportEmail, color } = c.req.valid('json')
      refuseToOverride('MARINA_NAME', env.marinaName, name)
      refuseToOverride('SUPPORT_EMAIL', env.supportEmail, supportEmail)
      const change = {
        ...(env.marinaName === null && name !== undefined && { name }),
        ...(env.supportEmail === null && supportEmail !== undefined && { support_email: supportEmail }),
        ...(color !== undefined && { color }),
      }
      await act(c, async (trx, actor) => {
        const before = await readStoredBrand(trx)
        const changes = [
          ...(change.name !== undefined && change.name !== before.name
            ? [`name: ${change.name ?? 'none'}`]
            : []),
          // Personal data can't be deleted from the audit trail.
          ...(change.support_email !== undefined && change.support_email !== before.supportEmail
            ? [`support address: ${change.support_email === null ? 'none' : 'changed'}`]
            : []),
          ...(change.color !== undefined && change.color !== before.color
            ? [`colour: ${change.color ?? 'none'}`]
            : []),
        ]
        if (changes.length === 0) return
        await putBrand(trx, change)
        await recordChange(trx, actor, changes.join(', '))
      })
      return c.json(await answer())
    })
    .endpoint('PUT /api/admin/branding/logo', write, async c => {
      const { id } = await upload({ person: c.var.person, request: c.req.raw, size: logoSize })
      await act(c, async (trx, actor) => {
        await putBrand(trx, { logo_id: id })
        await recordChange(trx, actor, 'logo: changed')
      })
      return c.json(await answer())
    })
    .endpoint('DELETE /api/admin/branding/logo', write, async c => {
      await act(c, async (trx, actor) => {
        if ((await readStoredBrand(trx)).logo === null) return
        await putBrand(trx, { logo_id: null })
        await recordChange(trx, actor, 'logo: none')
      })
      return c.json(await answer())
    })
}
