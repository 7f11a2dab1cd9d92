import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/request.ts'
import type { Boat } from '#contract/boats.ts'
import type { Assignment } from '#contract/crew-members.ts'

const path = '/api/crew/assignment'

export const assignmentQuery = () =>
  queryOptions<Assignment>({ queryKey: [path], networkMode: 'offlineFirst', retry: 1 })

export const boatsQuery = () =>
  queryOptions<Boat[]>({ queryKey: ['/api/boats'], networkMode: 'offlineFirst', retry: 1 })

/** A boat of one's own is approved at once. @param boatId null: none */
export const assign = (boatId: string | null) => request<Assignment>('PUT', path, { boatId })
