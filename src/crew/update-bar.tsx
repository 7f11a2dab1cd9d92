import { useStore } from '#client/lib/use-store.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { css } from '#styled/css/index.js'
import { recordingStore } from './lib/busy.ts'
import { acceptUpdate, useUpdateReady } from './lib/service-worker.ts'

const bar = css({
  position: 'relative',
  zIndex: 'sticky',
  row: '4',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  paddingInline: '4',
  paddingBlock: '2',
  backgroundColor: 'seaSoft',
  color: 'onSeaSoft',
  fontWeight: 'semibold',
})

/** Never during a recording, which a reload stops. */
export function UpdateBar() {
  const isReady = useUpdateReady()
  const isRecording = useStore(recordingStore, false)
  if (!isReady || isRecording) return null
  return (
    <div role="status" className={bar}>
      A new version is ready.
      <Button size="wet" onClick={acceptUpdate}>
        Update
      </Button>
    </div>
  )
}
