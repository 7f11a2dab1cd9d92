import { sql, type Updateable } from 'kysely'
import type { ImageId } from '#contract/ids.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'
import type { BrandingTable } from './branding.table.ts'

/**
 * Returns the logo's path. It is one of the site's own files, since other pictures need the site password.
 */
export const logoPath = ({ id }: Pick<BrandLogo, 'id'>): string => `/assets/brand-${id}.webp`

export interface BrandLogo {
  id: ImageId
  /** Pixels. */
  width: number
  height: number
}

/** Branding as an owner entered it. */
export interface StoredBrand {
  name: string | null
  supportEmail: string | null
  color: string | null
  logo: BrandLogo | null
}

/** The brand with the environment's values, which take precedence. */
export interface Brand extends StoredBrand {
  /** Differs when something of it differs; empty when nothing is set. */
  revision: string
}

export const noBrand: Brand = { name: null, supportEmail: null, color: null, logo: null, revision: '' }

const selectBrand = compileOnce(db =>
  db
    .selectFrom('branding')
    .leftJoin('images', 'images.id', 'branding.logo_id')
    .select(['branding.name', 'branding.support_email', 'branding.color'])
    .select(['images.id as logo_id', 'images.width', 'images.height'])
    .where('branding.id', '=', sql.lit(1)),
)

export async function readStoredBrand(db: Db): Promise<StoredBrand> {
  const [row] = await selectBrand(db)
  const logo =
    row?.logo_id != null && row.width !== null && row.height !== null
      ? { id: row.logo_id, width: row.width, height: row.height }
      : null
  return {
    name: row?.name ?? null,
    supportEmail: row?.support_email ?? null,
    color: row?.color ?? null,
    logo,
  }
}

/** Reads the brand without a cache; see `makeBranding`. */
export async function readBrand(db: Db, env: Pick<Env, 'marinaName' | 'supportEmail'>): Promise<Brand> {
  const brand = await readStoredBrand(db)
  const name = env.marinaName ?? brand.name
  const supportEmail = env.supportEmail ?? brand.supportEmail
  const values = [name, supportEmail, brand.color, brand.logo]
  const isSet = values.some(value => value !== null)
  const revision = isSet ? Bun.hash(JSON.stringify(values)).toString(36) : ''
  return { ...brand, name, supportEmail, revision }
}

export async function putBrand(trx: Trx, change: Updateable<Omit<BrandingTable, 'id'>>): Promise<void> {
  await trx
    .insertInto('branding')
    .values({ id: 1, name: null, support_email: null, color: null, logo_id: null, ...change })
    .onConflict(conflict => conflict.column('id').doUpdateSet(change))
    .execute()
}
