import { type DataTag, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, use } from 'react'

interface StaticDataProps<T> {
  query: { queryKey: DataTag<QueryKey, T, Error> }
  fallback: ReactNode
  /** Content; null as its data if the query failed. */
  children: (data: T | null) => ReactNode
}

function Settled<T>({ query: { queryKey }, children }: Omit<StaticDataProps<T>, 'fallback'>) {
  const client = useQueryClient()
  const state = client.getQueryState<T | null>(queryKey)
  if (state?.status === 'success') return children(state.data ?? null)
  // React keeps a component's first promise while it is suspended.
  const data = use(client.ensureQueryData<T | null>({ queryKey, retry: false }).catch(() => null))
  return children(data)
}

/** Data of a page without React; also settles when the query fails. */
export function StaticData<T>({ fallback, ...rest }: StaticDataProps<T>) {
  return (
    <Suspense fallback={fallback}>
      <Settled {...rest} />
    </Suspense>
  )
}
