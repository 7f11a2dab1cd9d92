import { useSession } from '#client/api/use-session.ts'
import { PublicFeed } from '#client/features/crew-videos/public-feed.tsx'
import { VideoMissing } from '#client/features/crew-videos/video-missing.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function CrewVideosPage() {
  const { head } = useBoot()
  const { user } = useSession()
  return (
    <Shell>
      <PageHeader
        title="Crew Videos"
        description="Straight from the cockpit, as it happens."
        action={
          user && (
            <LinkButton href={paths.crew()} variant="secondary">
              Open Crew App
            </LinkButton>
          )
        }
      />
      {head === null && <VideoMissing />}
      <PublicFeed />
      <LivePage />
    </Shell>
  )
}
