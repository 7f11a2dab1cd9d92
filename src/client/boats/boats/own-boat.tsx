import type { ReactNode } from 'react'
import { ownBoatChoicesQuery } from '#client/boats/api/boats.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { Boat } from '#contract/boats/boats.ts'

interface OwnBoatProps {
  id: string
  children(boat: Boat): ReactNode
}

/** Content for the boat's owner; nothing for others. */
export function OwnBoat({ id, children }: OwnBoatProps) {
  const { isAuthenticated } = useSession()
  return (
    isAuthenticated && (
      <Data query={ownBoatChoicesQuery()} optional>
        {boats => boats.filter(boat => boat.id === id).map(children)}
      </Data>
    )
  )
}
