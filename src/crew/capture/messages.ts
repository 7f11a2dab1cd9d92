import { type ToastOptions, toast } from '#client/lib/toast.ts'
import { isOnline } from '../lib/network.ts'
import { lengthError } from '../lib/video-length.ts'
import type { Ending } from './recording.ts'

const duration = 4000

const say = (options: ToastOptions) => toast({ duration, ...options })
const warn = (title: string, description: string) => say({ title, description, variant: 'destructive' })

export const sayCameraError = () => warn('Camera Error', 'Could not access camera. Please grant permissions.')
export const sayRecordingError = () => warn('Recording Error', 'Could not start recording')
export const sayFailed = () => warn('Error', 'Failed to process video. Please try again.')
export const sayFull = () =>
  warn(
    'Recording Error',
    'This device is full. Delete videos from the queue or free up space, then record again.',
  )

export function saySaved(): void {
  if (isOnline()) say({ title: 'Uploading Video...', description: 'You can add a caption now.' })
  else say({ title: 'Saved Offline', description: 'It uploads when you’re back online.' })
}

export function sayEnding(ending: Ending): void {
  switch (ending.kind) {
    case 'saved':
      if (ending.isCutShort) sayFull()
      else saySaved()
      return
    case 'refused': {
      const refusal = lengthError(ending.check)
      if (ending.isCutShort) sayFull()
      else if (refusal) warn(refusal.title, refusal.description)
      return
    }
    case 'lost':
      if (ending.isFull) sayFull()
      else sayFailed()
  }
}
