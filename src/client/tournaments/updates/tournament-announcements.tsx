import { useRef } from 'react'
import type { PagedList } from '#client/lib/query.tsx'
import { announcementsQuery } from '#client/tournaments/api/announcements.ts'
import { PagedData } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import { Announcements } from './announcements.tsx'

/** Announcements of a tournament; nothing without any. */
export const TournamentAnnouncements = ({ tournamentId }: { tournamentId: string }) => (
  <PagedData query={announcementsQuery(tournamentId)} optional>
    {list => list.items.length > 0 && <Announced list={list} />}
  </PagedData>
)

function Announced({ list }: { list: PagedList<Announcement> }) {
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <Section id="announcements" title="Announcements">
      <div ref={listRef} tabIndex={-1}>
        <Announcements announcements={list.items} />
        <MorePages list={list} what="announcements" listRef={listRef} />
      </div>
    </Section>
  )
}
