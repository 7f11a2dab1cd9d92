import { recordingStore } from '#client/lib/busy.ts'
import { useStore } from '#client/lib/use-store.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Bar } from './lib/bar.tsx'
import { acceptUpdate, useUpdateReady } from './lib/service-worker.ts'

/** Offer to update; never during a recording, which a reload stops. */
export function UpdateBar() {
  const isReady = useUpdateReady()
  const isRecording = useStore(recordingStore, false)
  if (!isReady || isRecording) return null
  return (
    <Bar>
      A new version is ready.
      <Button size="wet" onClick={acceptUpdate}>
        Update
      </Button>
    </Bar>
  )
}
