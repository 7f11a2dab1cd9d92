import { useAtomValue } from 'jotai'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useState, useSyncExternalStore } from 'react'
import { paths } from '#client/paths.ts'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { countText } from '#contract/numbers.ts'
import { css } from '#styled/css/index.js'
import { CrewLinkButton } from '../lib/crew-link.tsx'
import { isOnWifi, onNetwork, useOnline } from '../lib/network.ts'
import { usePreferences } from '../lib/preferences.ts'
import { Screen } from '../lib/screen.tsx'
import { itemsAtom, othersCountAtom } from './atoms.ts'
import { DeleteVideo, holdForDeletion } from './delete-video.tsx'
import type { QueueItem } from './item.ts'
import { QueueCard } from './queue-card.tsx'
import { QueueLoading } from './queue-loading.tsx'
import { queueTexts } from './upload-failure.ts'

const notice = css({
  padding: '4',
  borderRadius: 'md',
  backgroundColor: 'amberSoft',
  color: 'ink',
  fontWeight: 'semibold',
})

/** Reason that the queue waits. */
function WaitingNote() {
  const online = useOnline()
  const isOffWifi = useSyncExternalStore(onNetwork, isOnWifi, () => null) === false
  const { wifiOnly } = usePreferences()
  if (online && !(wifiOnly && isOffWifi)) return null
  return (
    <p role="status" className={notice}>
      {online ? 'Waiting for Wi-Fi. You can change this in Settings.' : queueTexts.offline}
    </p>
  )
}

/** People may share a phone. */
function OthersNote() {
  const count = useAtomValue(othersCountAtom)
  if (count === 0) return null
  const [verb, them] = count === 1 ? ['waits', 'it'] : ['wait', 'them']
  return (
    <p className={notice}>
      {`${countText(count, 'video')} of another account ${verb} on this device. Sign in with that account to continue with ${them}.`}
    </p>
  )
}

export default function QueueScreen() {
  const items = useAtomValue(itemsAtom)
  const [target, setTarget] = useState<QueueItem | null>(null)
  const [isDeleting, setDeleting] = useState(false)

  const openDeletion = async (item: QueueItem) => {
    // A full device can't store the pause, and is why the person deletes.
    if (!(await holdForDeletion(item.id).catch(() => true))) return
    setTarget(item)
    setDeleting(true)
  }

  return (
    <Screen title="Upload Queue">
      <WaitingNote />
      <OthersNote />
      {items === null && <QueueLoading />}
      {items?.length === 0 && (
        <EmptyState
          icon={<CloudUpload size={28} />}
          title="No videos in queue"
          description="Videos stay here until they’re posted."
          action={
            <CrewLinkButton href={paths.crew()} variant="action">
              Record a Video
            </CrewLinkButton>
          }
        />
      )}
      {items && items.length > 0 && (
        <Stack as="ul">
          {items.map(item => (
            <QueueCard key={item.id} item={item} onDelete={() => void openDeletion(item)} />
          ))}
        </Stack>
      )}
      {target && <DeleteVideo item={target} open={isDeleting} onOpenChange={setDeleting} />}
    </Screen>
  )
}
