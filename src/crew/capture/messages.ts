import { type ToastOptions, toast } from '#client/lib/toast.ts'
import { isOnline } from '../lib/network.ts'
import { showUnfinished } from '../lib/unfinished.ts'
import { lengthError } from '../lib/video-length.ts'
import type { Ending } from './recording.ts'

const duration = 4000

const show = (options: ToastOptions) => toast({ duration, ...options })
const showError = (title: string, description: string) => show({ title, description, variant: 'destructive' })

export const showCameraError = () =>
  showError('Camera Error', 'Could not access camera. Please grant permissions.')
export const showRecordingError = () => showError('Recording Error', 'Could not start recording')
export const showFailure = () => showError('Error', 'Failed to process video. Please try again.')
export const showFullDevice = () =>
  showError(
    'Recording Error',
    'This device is full. Delete videos from the queue or free up space, then record again.',
  )
const showCutShort = (seconds: number, reason: 'full' | 'failed') =>
  showError(
    'Recording Error',
    reason === 'full'
      ? `This device is full. The first ${seconds} seconds are in the queue. Let videos upload or free up space before you record again.`
      : `This device’s storage failed. The first ${seconds} seconds are in the queue.`,
  )
export const showUnsaved = () =>
  showError(
    'Recording Error',
    'Your video isn’t stored yet. If this device is full, delete videos from the queue or free up space. Then tap Save Again; keep the app open until then.',
  )

function showSaved(): void {
  if (isOnline()) show({ title: 'Uploading Video...', description: 'You can add a caption now.' })
  else show({ title: 'Saved Offline', description: 'It uploads when you’re back online.' })
}

export function showEnding(ending: Ending): void {
  switch (ending.kind) {
    case 'saved':
      if (ending.cutShort) showCutShort(ending.seconds, ending.cutShort)
      else showSaved()
      return
    case 'refused': {
      const refusal = lengthError(ending.check)
      if (refusal) showError(refusal.title, refusal.description)
      return
    }
    case 'empty':
      showError('Error', 'This file is empty. Choose another one, or record again.')
      return
    case 'stored':
      showUnfinished()
      return
    case 'lost':
      if (ending.isFull) showFullDevice()
      else showFailure()
  }
}
