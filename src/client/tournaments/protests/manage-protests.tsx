import Gavel from 'lucide-react/icons/gavel'
import type { PagedList } from '#client/lib/query.tsx'
import {
  closedProtestsQuery,
  openProtestsQuery,
  protestWindowQuery,
} from '#client/tournaments/api/protests.ts'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Badge, OnHull } from '#client/ui/marks/badge.tsx'
import { useDialogSubject } from '#client/ui/overlays/dialog-subject.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Protest } from '#contract/tournaments/protests.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import {
  DecideButtons,
  type Decision,
  DecisionDialog,
  ReopenButton,
  ReopeningDialog,
} from './decide-protest.tsx'
import { FileProtest } from './file-protest.tsx'
import { HoldsSection } from './holds-section.tsx'
import { ProtestCard } from './protest-card.tsx'
import { WindowText } from './protest-window.tsx'

interface ManageProtestsProps {
  tournament: Tournament
  role: TournamentRole
  rules: RulesJson
}

/** Section in which organisers decide protests and hold awards. */
export function ManageProtests({ tournament, role, rules }: ManageProtestsProps) {
  const { id } = tournament
  return (
    <Stack gap="sections">
      <Section
        id="open-protests"
        title="Protests"
        description={
          <Data query={protestWindowQuery(id)} shape="line">
            {window => <WindowText window={window} />}
          </Data>
        }
        action={<FileProtest tournament={tournament} from={tournament.entries} organises />}
      >
        <Data query={openProtestsQuery(id)} what="The protests" shape="block" count={2}>
          {protests => <OpenProtests protests={protests} tournament={tournament} rules={rules} />}
        </Data>
      </Section>
      <PagedData query={closedProtestsQuery(id)} what="The decided protests" fallback={null}>
        {list => <ClosedProtests list={list} role={role} />}
      </PagedData>
      <HoldsSection tournament={tournament} canLift={role === 'organiser'} />
    </Stack>
  )
}

interface OpenProps {
  protests: readonly Protest[]
  tournament: Tournament
  rules: RulesJson
}

function OpenProtests({ protests, tournament, rules }: OpenProps) {
  const { opening, open, close } = useDialogSubject<Decision>()
  const current = protests.find(({ id }) => id === opening?.subject.protest.id)
  return (
    <>
      {protests.length === 0 ? (
        <EmptyState icon={<Gavel size={26} />} title="No open protest" as="p" />
      ) : (
        <Stack as="ul" gap="3">
          {protests.map(protest => (
            <ProtestCard
              key={protest.id}
              protest={protest}
              actions={<DecideButtons protest={protest} onDecide={outcome => open({ protest, outcome })} />}
            />
          ))}
        </Stack>
      )}
      {opening && (
        <DecisionDialog
          {...{ tournament, rules }}
          outcome={opening.subject.outcome}
          protest={current ?? opening.subject.protest}
          open={opening.open}
          isOpenProtest={current !== undefined}
          onClose={close}
        />
      )}
    </>
  )
}

/** Decided and withdrawn ones; nothing without any. */
function ClosedProtests({ list, role }: { list: PagedList<Protest>; role: TournamentRole }) {
  const { opening, open, close } = useDialogSubject<Protest>()
  return (
    <>
      {list.items.length > 0 && (
        <Section id="closed-protests" title="Decided">
          <PagedItems list={list} what="protests">
            <Stack as="ul" gap="3">
              {list.items.map(protest => (
                <ProtestCard
                  key={protest.id}
                  protest={protest}
                  actions={
                    role === 'organiser' &&
                    protest.decision !== null && (
                      <ReopenButton protest={protest} onOpen={() => open(protest)} />
                    )
                  }
                />
              ))}
            </Stack>
          </PagedItems>
        </Section>
      )}
      {opening && <ReopeningDialog protest={opening.subject} open={opening.open} onClose={close} />}
    </>
  )
}

/** Number of open protests beside the section's name. */
export const OpenProtestCount = ({ tournamentId }: { tournamentId: string }) => (
  <Data query={protestWindowQuery(tournamentId)} optional>
    {({ open }) =>
      open > 0 && (
        <OnHull>
          <Badge tone="soon">
            {open}
            <VisuallyHidden> open</VisuallyHidden>
          </Badge>
        </OnHull>
      )
    }
  </Data>
)
