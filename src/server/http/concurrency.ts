import type { LimitFunction } from 'p-limit'
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
  let limit: Promise<LimitFunction> | undefined
  return async <T>(work: () => Promise<T>): Promise<T> => {
    limit ??= import('p-limit').then(module => module.default(concurrency))
    const run = await limit
    if (run.pendingCount >= queueMax) throw new ApiError('unavailable', fullText)
    return run(work)
  }
}
