import type { PagedList } from '#client/lib/query.tsx'
import { announcementsQuery } from '#client/tournaments/api/announcements.ts'
import { PagedData } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import { Announcements } from './announcements.tsx'

/** Announcements of a tournament; nothing without any. */
export const TournamentAnnouncements = ({ tournamentId }: { tournamentId: string }) => (
  <PagedData query={announcementsQuery(tournamentId)} optional>
    {list => list.items.length > 0 && <Announced list={list} />}
  </PagedData>
)

function Announced({ list }: { list: PagedList<Announcement> }) {
  return (
    <Section id="announcements" title="Announcements">
      <PagedItems list={list} what="announcements">
        <Announcements announcements={list.items} />
      </PagedItems>
    </Section>
  )
}
