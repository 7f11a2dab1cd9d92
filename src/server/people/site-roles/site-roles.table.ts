import type { Selectable } from 'kysely'
import type { OrganiserRequestId, UserId } from '#contract/ids.ts'
import type { SiteRole } from '#contract/people/site-role.ts'

export interface SiteRolesTable {
  user_id: UserId
  role: SiteRole
  granted_at: number
}

export interface OwnerLinksTable {
  /** Hexadecimal SHA-256. */
  token_hash: string
  expires_at: number
}

export interface OrganiserRequestsTable {
  id: OrganiserRequestId
  user_id: UserId
  content: string
  created_at: number
  /** Null while it is open. */
  decided_at: number | null
  approved: 0 | 1 | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    site_roles: SiteRolesTable
    owner_links: OwnerLinksTable
    organiser_requests: OrganiserRequestsTable
  }
}

export type OrganiserRequestRow = Selectable<OrganiserRequestsTable>
