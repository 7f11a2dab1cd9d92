import { PublicFeed } from '#client/features/crew-videos/public-feed.tsx'
import { VideoMissing } from '#client/features/crew-videos/video-missing.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { PageHeader } from '#client/ui/layout.tsx'

export default function CrewVideosPage() {
  const { head } = useBoot()
  return (
    <Shell>
      <PageHeader title="Crew Videos" description="Straight from the cockpit, as it happens." />
      {head === null && <VideoMissing />}
      <PublicFeed />
      <LivePage />
    </Shell>
  )
}
