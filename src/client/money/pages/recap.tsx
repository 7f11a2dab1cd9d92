import { LivePage } from '#client/event-stream/live-page.tsx'
import { recapQuery } from '#client/money/api/payouts.ts'
import { RecapView } from '#client/money/recap/recap-view.tsx'
import type { PageProps } from '#client/page.ts'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { TournamentNotFound } from '#client/tournaments/tournaments/tournament-states.tsx'
import { ShareButton } from '#client/ui/controls/share-button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { VideoCard } from '#client/videos/crew-videos/video-card.tsx'

export default function RecapPage({ params: { id = '' } }: PageProps) {
  return (
    <Shell width="reading" missing={<TournamentNotFound />}>
      <Data query={recapQuery(id)} what="The recap">
        {recap => (
          <RecapView
            recap={recap}
            share={<ShareButton title={`${recap.tournament.name}: The Recap`} />}
            clip={
              recap.clip && (
                <Grid as="ul" columns="tiles">
                  <VideoCard clip={recap.clip} href={paths.crewVideo(recap.clip.id)} />
                </Grid>
              )
            }
          />
        )}
      </Data>
      <LivePage />
    </Shell>
  )
}
