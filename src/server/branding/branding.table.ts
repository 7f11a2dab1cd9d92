import type { ImageId } from '#contract/ids.ts'

/** The site's brand, in at most one row. */
export interface BrandingTable {
  id: 1
  name: string | null
  support_email: string | null
  /** `#rrggbb`. */
  color: string | null
  logo_id: ImageId | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    branding: BrandingTable
  }
}
