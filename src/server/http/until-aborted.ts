/** Returns the result of work, which goes on after an abort. @throws the signal's reason */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', end))
}
