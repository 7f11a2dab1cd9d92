import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, use } from 'react'

interface StaticDataProps<T> {
  queryKey: QueryKey
  fallback: ReactNode
  /** `null`: it could not be had. */
  children: (data: T | null) => ReactNode
}

function Settled<T>({ queryKey, children }: Omit<StaticDataProps<T>, 'fallback'>) {
  const client = useQueryClient()
  const known = client.getQueryState<T | null>(queryKey)
  if (known?.status === 'success') return children(known.data ?? null)
  // While it waits, the server's renderer keeps the first promise that a component used.
  const data = use(client.ensureQueryData<T | null>({ queryKey, retry: false }).catch(() => null))
  return children(data)
}

/**
 * A part of a page without React in the browser that waits for data. Unlike `Data` it settles on the server also
 * when the data cannot be had: nobody would try again in the browser, and the skeleton would stay for ever.
 */
export function StaticData<T>({ fallback, ...rest }: StaticDataProps<T>) {
  return (
    <Suspense fallback={fallback}>
      <Settled {...rest} />
    </Suspense>
  )
}
