import ArrowLeft from 'lucide-react/icons/arrow-left'
import { paths } from '#client/paths.ts'
import { type FramedSection, SectionFrame } from '#client/ui/layout/section-frame.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { DetailStatusBadge } from '#client/ui/marks/status-badge.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const back = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'touch',
  color: 'onHullMuted',
  textDecoration: 'none',
  '&:hover': { color: 'onHull', textDecoration: 'underline' },
})

export interface ManageFrameProps {
  tournament: Tournament
  sections: readonly FramedSection[]
  /** The default section. */
  first: string
}

export const ManageFrame = ({ tournament, sections, first }: ManageFrameProps) => (
  <SectionFrame
    label="Manage"
    sections={sections}
    first={first}
    hrefOf={id => paths.manageTournament(tournament.id, id)}
    heading={
      <>
        <a href={paths.tournament(tournament.id)} className={back}>
          <ArrowLeft size={18} />
          Tournament page
        </a>
        <Row gap="4" rowGap="2">
          <Text as="h1" look="heading" breakable>
            {tournament.name}
          </Text>
          <DetailStatusBadge status={tournament.status} />
        </Row>
      </>
    }
  />
)
