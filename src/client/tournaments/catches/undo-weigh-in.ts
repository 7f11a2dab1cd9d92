import { toastFailure } from '#client/lib/submit.ts'
import { type ToastAction, toast } from '#client/lib/toast.ts'
import type { QueuedWeighIn } from './outbox.ts'
import { submit } from './use-outbox.ts'
import { queuedText } from './weigh-in-text.ts'

/** Undoes a weigh-in, also one that is still on the device: it may have arrived without an answer. */
export async function undoWeighIn(weighIn: QueuedWeighIn): Promise<void> {
  const what = `${weighIn.boat}, ${queuedText(weighIn)}.`
  try {
    const outcome = await submit({ ...weighIn, photo: null, undo: true, problem: null })
    toast(
      outcome.kind === 'done'
        ? { title: 'Weigh-in undone', description: what }
        : {
            title: 'Not undone yet',
            description: outcome.isStored
              ? `${what} It’s undone when the network is back.`
              : `${what} Keep this page open until the network is back.`,
          },
    )
  } catch (error) {
    toastFailure(error, 'Failed to undo. Delete the catch in the list below.')
  }
}

/** Milliseconds. */
export const undoMs = 10_000

export const undoAction = (weighIn: QueuedWeighIn): ToastAction => ({
  label: 'Undo',
  run: () => void undoWeighIn(weighIn),
})
