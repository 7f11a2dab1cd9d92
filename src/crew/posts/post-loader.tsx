import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RequestError } from '#client/lib/request.ts'
import { paths } from '#client/paths.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { ownPostQuery } from '#client/videos/api/posts.ts'
import type { CrewPost } from '#contract/videos/crew-posts.ts'
import { CrewLinkButton } from '../lib/crew-link.tsx'

export function PostLoader({ id, children }: { id: string; children: (post: CrewPost) => ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(ownPostQuery(id))
  if (data) return children(data)
  if (!error)
    return (
      <>
        <LoadingText />
        <Skeleton shape="card" />
      </>
    )
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        title="Post not found"
        description="It may have been deleted."
        action={<CrewLinkButton href={paths.crewPosts()}>My Posts</CrewLinkButton>}
      />
    )
  return (
    <EmptyState
      title="Failed to fetch post"
      description="Check your connection and try again."
      action={
        <Button size="wet" pending={isFetching} pendingLabel="Loading..." onClick={() => void refetch()}>
          Try again
        </Button>
      }
    />
  )
}
