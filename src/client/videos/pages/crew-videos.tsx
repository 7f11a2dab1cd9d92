import { LivePage } from '#client/event-stream/live-page.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Shell } from '#client/shell/shell.tsx'
import { BoatNow } from '#client/tournaments/boat-profiles/boat-now.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { PublicFeed } from '#client/videos/crew-videos/public-feed.tsx'
import { VideoMissing } from '#client/videos/crew-videos/video-missing.tsx'

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
      <PublicFeed boatNow={id => <BoatNow key={id} id={id} />} />
      <LivePage />
    </Shell>
  )
}
