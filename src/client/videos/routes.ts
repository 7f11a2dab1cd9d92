import { tagIn } from '#client/lib/post-tag.ts'
import { type RouteFacts, subject } from '#client/route.ts'
import { feedQuery, postQuery } from '#client/videos/api/posts.ts'

/** One page: the app routes its views itself, so that they work offline. */
const crewRoutes = [
  '/crew',
  '/crew/queue',
  '/crew/posts',
  '/crew/posts/:id',
  '/crew/posts/:id/edit',
  '/crew/compose/:itemId',
  '/crew/live',
  '/crew/settings',
].map(
  (path): RouteFacts => ({
    id: 'crew',
    path,
    access: 'member',
    title: 'Crew',
    description: 'Record, upload and publish videos from the boat.',
    manifest: '/crew/manifest.webmanifest',
    fonts: 'late',
  }),
)

/** The list, or a video over it. */
const crewVideos = {
  id: 'crew-videos',
  title: 'Crew Videos',
  description: 'Catches, hookups and runs, as the crews filmed them.',
  indexable: true,
  preload: (_: Record<string, string>, search: string) => [feedQuery(tagIn(search))],
} as const

export const videosRoutes: readonly RouteFacts[] = [
  ...crewRoutes,
  { ...crewVideos, path: '/crew-videos' },
  {
    ...crewVideos,
    path: '/crew-videos/:id',
    subject: subject(
      ({ id = '' }) => postQuery(id),
      ({ caption, tag, boat, video }) => ({
        title: caption ?? (boat ? `${tag} on ${boat.name}` : tag),
        description: boat ? `${tag}, filmed by the crew of ${boat.name}.` : crewVideos.description,
        ...(video.thumbnailUrl !== null && { image: video.thumbnailUrl }),
      }),
    ),
  },
]
