import { queryOptions } from '@tanstack/react-query'

/** Of a boat, what choosing one takes. */
export interface OwnBoat {
  id: string
  name: string
  owner_id: string
}

export const boatsQuery = () => queryOptions<OwnBoat[]>({ queryKey: ['/api/boats'] })
