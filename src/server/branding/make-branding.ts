import type { RootDb } from '#server/db/connection.ts'
import { tableCache } from '#server/db/table-cache.ts'
import type { Env } from '#server/env.ts'
import { type Brand, noBrand, readBrand } from './branding.queries.ts'

export interface Branding {
  read(): Promise<Brand>
}

interface Needs {
  db: RootDb
  env: Pick<Env, 'marinaName' | 'supportEmail'>
}

/** Caches the brand in memory until the database reports a change. */
export function makeBranding({ db, env }: Needs): Branding {
  const brand = tableCache(db, {
    tables: ['branding'],
    maxSize: 1,
    sizeOf: () => 1,
    read: () => readBrand(db, env),
  })
  return { read: async () => (await brand('')) ?? noBrand }
}
