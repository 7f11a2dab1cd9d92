import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RequestError } from '#client/lib/request.ts'
import { paths } from '#client/paths.ts'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { ownPostQuery } from '#client/videos/api/posts.ts'
import type { CrewPost } from '#contract/videos/crew-posts.ts'
import { CrewLinkButton } from '../lib/crew-link.tsx'
import { FailureState } from '../lib/screen.tsx'

export function PostLoader({ id, children }: { id: string; children: (post: CrewPost) => ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(ownPostQuery(id))
  if (data) return children(data)
  if (!error) return <Loading />
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        title="Post not found"
        description="It may have been deleted."
        action={<CrewLinkButton href={paths.crewPosts()}>My Posts</CrewLinkButton>}
      />
    )
  return <FailureState title="Failed to fetch post" pending={isFetching} onRetry={() => void refetch()} />
}
