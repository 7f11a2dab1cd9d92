import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useEffect } from 'react'
import { assignmentQuery } from '#client/api/crew.ts'
import { CaptureSkeleton } from '../capture/stage.tsx'
import { setPreferences } from '../lib/preferences.ts'
import { usePreferences } from '../lib/use-preferences.ts'

const BoatQuestion = lazy(() => import('./boat-question.tsx'))

/** Asks once on a device which boat the person crews, unless that is known or can't be read. */
export function FirstRun({ children }: { children: ReactNode }) {
  const { boatAsked } = usePreferences()
  const { data, isError } = useQuery({ ...assignmentQuery(), enabled: !boatAsked })
  const isAssigned = data !== undefined && data.boatId !== null
  useEffect(() => {
    if (isAssigned) setPreferences({ boatAsked: true })
  }, [isAssigned])
  if (boatAsked || isAssigned || isError) return children
  return data ? <BoatQuestion /> : <CaptureSkeleton />
}
