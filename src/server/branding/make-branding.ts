import type { RootDb } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'
import { type Brand, readBrand } from './branding.queries.ts'

export interface Branding {
  /** Returns synchronously when nothing has changed. */
  read(): Brand | Promise<Brand>
}

interface Needs {
  db: RootDb
  env: Pick<Env, 'marinaName' | 'supportEmail'>
}

/** Caches the brand in memory until the database reports a change. */
export function makeBranding({ db, env }: Needs): Branding {
  let cached: Brand | null = null
  let version = 0
  db.changes.listen(['branding'], () => {
    cached = null
    version += 1
  })
  async function load(): Promise<Brand> {
    const before = version
    const brand = await readBrand(db, env)
    // The brand may have changed during the read.
    if (version === before) cached = brand
    return brand
  }
  return { read: () => cached ?? load() }
}
