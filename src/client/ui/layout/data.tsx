import type { ReactNode } from 'react'
import { PagesBoundary, type PagesProps, QueryBoundary, type QueryProps } from '#client/lib/query.tsx'
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

interface WaitingParts extends Pick<LoadingProps, 'shape' | 'count'> {
  /** Name of the data, as in "The boats". */
  what?: string
  /** Replaces the skeletons. */
  fallback?: ReactNode
  /** Replaces {@link LoadFailed}. */
  failed?: ReactNode
}

export type DataProps<T> = QueryProps<T> & WaitingParts

/** Streams skeletons until the query resolves. */
export const Data = <T,>({
  what,
  shape,
  count,
  fallback = <Loading shape={shape} count={count} />,
  failed = <LoadFailed what={what} />,
  ...query
}: DataProps<T>) => <QueryBoundary<T> fallback={fallback} failed={failed} {...query} />

/** {@link Data} of a list that is read in pages. */
export const PagedData = <T,>({
  what,
  shape,
  count,
  fallback = <Loading shape={shape} count={count} />,
  failed = <LoadFailed what={what} />,
  ...pages
}: PagesProps<T> & WaitingParts) => <PagesBoundary<T> fallback={fallback} failed={failed} {...pages} />
