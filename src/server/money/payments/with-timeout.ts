import { ProviderUnreachable } from './payment-provider.ts'

/** Fails before clients time out (30 seconds): backers without an answer pay twice. @throws ProviderUnreachable */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ProviderUnreachable('It does not answer in time.')), milliseconds)
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
