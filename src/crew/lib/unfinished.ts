import { toast } from '#client/lib/toast.ts'

/** Says that the next start of the app queues the recording, whose slices are stored, if there is room. */
export const showUnfinished = () =>
  toast({
    title: 'Recording Error',
    description:
      'Your recording is stored on this device, but not in the queue yet. If the device is full, free up space. Then reload the app.',
    variant: 'destructive',
  })
