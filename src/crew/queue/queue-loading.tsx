import { useAtomValue } from 'jotai'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { FailureState } from '../lib/screen.tsx'
import { isUnreadableAtom } from './atoms.ts'

/** Stands for the items until they are read from the device. */
export function QueueLoading() {
  const isUnreadable = useAtomValue(isUnreadableAtom)
  return isUnreadable ? (
    <FailureState
      title="Could not read your videos"
      description="This browser didn’t open its storage on this device. Allow this site to store data, then try again."
      onRetry={() => location.reload()}
    />
  ) : (
    <Loading />
  )
}
