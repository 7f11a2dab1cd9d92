import { JoinCrew } from '#client/boats/boats/join-crew.tsx'
import { LivePage } from '#client/event-stream/live-page.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { boatQuery } from '#client/tournaments/api/boat-profiles.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function JoinCrewPage({ params: { id = '' } }: PageProps) {
  return (
    <Shell
      width="narrow"
      missing={<MissingPage title="Boat Not Found" lead="The boat you're looking for doesn't exist." />}
    >
      <PageHeader title="Join the Crew" description="Of a boat that fishes our tournaments." />
      <Data query={boatQuery(id)} what="The boat">
        {boat => <JoinCrew boat={boat} />}
      </Data>
      <LivePage />
    </Shell>
  )
}
