import { queryOptions } from '@tanstack/react-query'
import type { Boat } from '#contract/boats.ts'
import type { CrewMember } from '#contract/crew-members.ts'

export const boatsQuery = () => queryOptions<Boat[]>({ queryKey: ['/api/boats'] })

export const boatPath = (id: string) => `/api/boats/${encodeURIComponent(id)}`

/** Who crews a boat, and who asks to; for its owner alone. */
export const crewQuery = (boatId: string) =>
  queryOptions<CrewMember[]>({ queryKey: [`${boatPath(boatId)}/crew`] })
