import type { ReactNode } from 'react'
import { Boundary, type BoundaryParts } from '#client/lib/boundary.tsx'
import { Loaded, LoadedPages, type PagesProps, type Prefetched, type QueryProps } from '#client/lib/query.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Loading, type LoadingProps } from '#client/ui/layout/skeleton.tsx'

/** @param what as in "The boats" */
export const LoadFailed = ({
  what = 'This page',
  title = `${what} could not be loaded`,
}: {
  what?: string | undefined
  title?: string
}) => (
  <EmptyState
    title={title}
    description="Check your connection and try again."
    action={
      <Button variant="secondary" onClick={() => location.reload()}>
        Try again
      </Button>
    }
  />
)

interface WaitingParts extends Pick<LoadingProps, 'shape' | 'count'>, Partial<BoundaryParts> {
  /** Name of the data, as in "The boats". */
  what?: string
  /** Shows nothing before its data, and nothing if it fails. */
  optional?: boolean
}

/** Streams the fallback, or skeletons, until the query resolves. */
function Waiting({
  what,
  shape,
  count,
  optional = false,
  fallback = optional ? null : <Loading shape={shape} count={count} />,
  failed = optional ? null : <LoadFailed what={what} />,
  ...boundary
}: WaitingParts & { query: Prefetched; children: ReactNode }) {
  return <Boundary fallback={fallback} failed={failed} {...boundary} />
}

export const Data = <T,>({ children, transfer = true, ...waiting }: QueryProps<T> & WaitingParts) => (
  <Waiting {...waiting}>
    <Loaded<T> query={waiting.query} transfer={transfer}>
      {children}
    </Loaded>
  </Waiting>
)

/** {@link Data} of a list that is read in pages. */
export const PagedData = <T,>({ children, ...waiting }: PagesProps<T> & WaitingParts) => (
  <Waiting {...waiting}>
    <LoadedPages<T> query={waiting.query}>{children}</LoadedPages>
  </Waiting>
)
