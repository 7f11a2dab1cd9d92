import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { assignmentQuery } from '#client/boats/api/crew.ts'
import { recordingStore } from '#client/lib/busy.ts'
import { useStore } from '#client/lib/use-store.ts'
import { paths } from '#client/paths.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Bar } from './lib/bar.tsx'
import { CrewLinkButton } from './lib/crew-link.tsx'
import { setPreferences, usePreferences } from './lib/preferences.ts'

/** Asks once on a device which boat the person crews, unless that is known. Not during a recording, which it would move. */
export function BoatBar() {
  const { boatAsked } = usePreferences()
  const { data } = useQuery({ ...assignmentQuery(), enabled: !boatAsked })
  const isRecording = useStore(recordingStore, false)
  const isAssigned = data !== undefined && data.boatId !== null
  useEffect(() => {
    if (isAssigned) setPreferences({ boatAsked: true })
  }, [isAssigned])
  if (boatAsked || isAssigned || isRecording || data === undefined) return null
  return (
    <Bar>
      Which boat do you crew? Its backers see your videos once its owner has approved you.
      <Row>
        <CrewLinkButton href={paths.crewSettings()}>Choose Boat</CrewLinkButton>
        <Button size="wet" variant="ghost" onClick={() => setPreferences({ boatAsked: true })}>
          Not Now
        </Button>
      </Row>
    </Bar>
  )
}
