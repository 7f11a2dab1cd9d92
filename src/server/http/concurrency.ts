import pLimit from 'p-limit'
import { ApiError } from './errors.ts'

interface Bounds {
  concurrency: number
  /** Works that wait. */
  queueMax: number
  /** Text that a person reads if the queue is full. */
  fullText: string
}

/** @throws ApiError 503 when the queue is full */
export function limitConcurrency({ concurrency, queueMax, fullText }: Bounds) {
  const run = pLimit(concurrency)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (run.activeCount + run.pendingCount >= concurrency + queueMax)
      throw new ApiError('unavailable', fullText)
    return run(work)
  }
}
