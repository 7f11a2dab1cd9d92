import { useAtomValue } from 'jotai'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useState, useSyncExternalStore } from 'react'
import { paths } from '#client/paths.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadingText, Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import { css } from '#styled/css/index.js'
import { CrewLinkButton } from '../lib/crew-link.tsx'
import { onNetwork } from '../lib/network.ts'
import { onPreferences } from '../lib/preferences.ts'
import { Screen } from '../lib/screen.tsx'
import { useOnline } from '../lib/use-online.ts'
import { itemsAtom } from './atoms.ts'
import type { QueueItem } from './item.ts'
import { QueueCard } from './queue-card.tsx'
import { getQueue, isHeldForWifi } from './runtime.ts'
import { queueTexts } from './verdict.ts'

const list = css({ display: 'flex', flexDirection: 'column', gap: '4' })
const notice = css({
  padding: '4',
  borderRadius: 'md',
  backgroundColor: 'amberSoft',
  color: 'ink',
  fontWeight: 'semibold',
})

const onEither = (listener: () => void) => {
  const stops = [onNetwork(listener), onPreferences(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Why nothing moves, where that is not an item's own matter. */
function Held() {
  const online = useOnline()
  const isHeld = useSyncExternalStore(onEither, isHeldForWifi, () => false)
  if (online && !isHeld) return null
  return (
    <p role="status" className={notice}>
      {online ? 'Waiting for Wi-Fi, as you set it in Settings.' : queueTexts.offline}
    </p>
  )
}

/** What is lost by deleting an item. */
const lossOf = ({ localUri }: QueueItem) =>
  localUri === null
    ? 'It is uploaded but not posted. This action cannot be undone.'
    : 'It is only on this device. This action cannot be undone.'

/** The videos of this device on their way to the server. */
export default function QueueScreen() {
  const items = useAtomValue(itemsAtom)
  const [doomed, setDoomed] = useState<QueueItem | null>(null)
  const [isAsking, setAsking] = useState(false)

  const remove = async () => {
    if (!doomed) return
    if (await getQueue().delete(doomed.id)) toast({ title: 'Video deleted' })
    else toast({ title: 'Failed to delete', description: 'It is being uploaded.', variant: 'destructive' })
  }

  return (
    <Screen title="Upload Queue">
      <Held />
      {items === null && (
        <>
          <LoadingText />
          <Skeleton shape="card" />
        </>
      )}
      {items?.length === 0 && (
        <EmptyState
          icon={<CloudUpload size={28} />}
          title="No videos in queue"
          description="What you record is kept here until it is posted."
          action={
            <CrewLinkButton href={paths.crew()} variant="action">
              Record a Video
            </CrewLinkButton>
          }
        />
      )}
      {items && items.length > 0 && (
        <ul className={list}>
          {items.map(item => (
            <QueueCard
              key={item.id}
              item={item}
              onDelete={() => {
                setDoomed(item)
                setAsking(true)
              }}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete Video?"
        description={doomed ? lossOf(doomed) : ''}
        confirmLabel="Delete"
        destructive
        onConfirm={remove}
      />
    </Screen>
  )
}
