import { hashKey, useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { isRefused, isServer, load, type Prefetched } from './query.tsx'

interface FailureProps {
  query: Prefetched
  failed: ReactNode
  children: ReactNode
}

class FailureBoundary extends Component<FailureProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  // Another filter or search.
  override componentDidUpdate({ query }: FailureProps) {
    if (this.state.hasFailed && hashKey(query.queryKey) !== hashKey(this.props.query.queryKey))
      this.setState({ hasFailed: false })
  }
  override render() {
    const { query, failed, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <Recovery query={query} onLoaded={() => this.setState({ hasFailed: false })}>
        {failed}
      </Recovery>
    )
  }
}

/** Milliseconds. */
const recoveryMs = 15_000

/** Loads a query again that the network or the server failed: a screen at a marina is not reloaded by hand. */
function Recovery({
  query,
  onLoaded,
  children,
}: {
  query: Prefetched
  onLoaded(): void
  children: ReactNode
}) {
  const client = useQueryClient()
  const recover = useEffectEvent(() => {
    const { error } = client.getQueryState<unknown, Error>(query.queryKey) ?? {}
    if (error && !isRefused(error)) load(client, query).then(onLoaded, () => {})
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query that failed, not a later one
  useEffect(() => {
    const { queryKey } = query
    const timer = setInterval(recover, recoveryMs)
    return () => {
      clearInterval(timer)
      // Else the next boundary of the query fails at once.
      if (client.getQueryState(queryKey)?.status === 'error')
        void client.resetQueries({ queryKey, exact: true })
    }
  }, [])
  return children
}

export interface BoundaryParts {
  fallback: ReactNode
  /** Content when the query fails. */
  failed: ReactNode
}

/** React's server renders the fallback of a large boundary even if its content is complete. */
export function Boundary({
  query,
  fallback,
  failed,
  children,
}: BoundaryParts & { query: Prefetched; children: ReactNode }) {
  const client = useQueryClient()
  const isComplete = isServer && client.getQueryState(query.queryKey)?.status === 'success'
  return (
    <FailureBoundary query={query} failed={failed}>
      <Suspense fallback={isComplete ? null : fallback}>{children}</Suspense>
    </FailureBoundary>
  )
}
