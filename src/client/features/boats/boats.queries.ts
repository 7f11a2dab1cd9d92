import { queryOptions } from '@tanstack/react-query'

export interface Boat {
  id: string
  name: string
  captain_name: string
  description: string | null
  imageUrl: string | null
  owner_id: string
}

export const boatsQuery = () => queryOptions<Boat[]>({ queryKey: ['/api/boats'] })
