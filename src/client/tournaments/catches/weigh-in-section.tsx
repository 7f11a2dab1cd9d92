import Fish from 'lucide-react/icons/fish'
import Ship from 'lucide-react/icons/ship'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { catchesFilePath } from '#client/tournaments/api/catches.ts'
import { organiserViewQuery } from '#client/tournaments/api/tournaments.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { OwnLine } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { preloadDialog } from '#client/ui/overlays/dialog.tsx'
import type { Catch, OrganiserView } from '#contract/tournaments/catches.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { BoatChooser } from './boat-chooser.tsx'
import { CatchList } from './catch-list.tsx'
import { useDeskWorker } from './use-desk-worker.ts'
import { WaitingWeighIns } from './waiting-weigh-ins.tsx'
import { WeighInForm } from './weigh-in-form.tsx'
import { recentSpecies } from './weigh-in-text.ts'

const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 26rem)' },
  alignItems: 'start',
  gap: { base: '10', lg: '8' },
})

export function WeighInSection({ tournament }: { tournament: Tournament }) {
  useDeskWorker()
  return (
    <Data<OrganiserView>
      query={organiserViewQuery(tournament.id)}
      transfer={false}
      what="The catches"
      fallback={<Waiting />}
    >
      {({ catches }) => (
        <div className={columns}>
          <div>
            <WaitingWeighIns tournamentId={tournament.id} />
            <Section id="weigh-in" title="Weigh-in">
              {closed(tournament) ?? <OpenWeighIn tournament={tournament} catches={catches} />}
            </Section>
          </div>
          <Section
            id="catches"
            title="Catches"
            action={
              catches.length > 0 && (
                <LinkButton href={catchesFilePath(tournament.id)} variant="secondary" download>
                  Download CSV
                </LinkButton>
              )
            }
          >
            <CatchList tournament={tournament} changeable={tournament.status !== 'cancelled'} />
          </Section>
        </div>
      )}
    </Data>
  )
}

/** Null: open. */
function closed({ status, startDate, entries }: Tournament): ReactNode {
  const icon = <Fish size={26} aria-hidden />
  if (status === 'cancelled') return <EmptyState icon={icon} title="This tournament is cancelled" />
  if (status === 'upcoming')
    return (
      <EmptyState
        icon={icon}
        title="The scale is closed"
        description={
          <>
            It opens when the tournament starts:
            <OwnLine>
              <DateTime iso={startDate} withTime />
            </OwnLine>
          </>
        }
      />
    )
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<Ship size={26} aria-hidden />}
        title="No boats registered yet."
        description="Captains enter their boats on the tournament’s page."
      />
    )
  return null
}

function OpenWeighIn({ tournament, catches }: { tournament: Tournament; catches: readonly Catch[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const weight = useRef<HTMLInputElement>(null)
  const start = useRef<HTMLDivElement>(null)
  const entry = tournament.entries.find(({ id }) => id === chosen)
  useEffect(preloadOverlays, [])

  const choose = ({ id }: Entry) => {
    // Phones open the keypad only during the tap.
    flushSync(() => setChosen(id))
    weight.current?.focus()
  }
  const done = () => {
    flushSync(() => setChosen(null))
    start.current?.focus({ preventScroll: true })
    start.current?.closest('section')?.scrollIntoView()
  }

  return (
    <div ref={start} tabIndex={-1}>
      {entry ? (
        <WeighInForm
          key={entry.id}
          tournament={tournament}
          entry={entry}
          recent={recentSpecies(catches)}
          weightRef={weight}
          onDone={done}
        />
      ) : (
        <BoatChooser entries={tournament.entries} onChoose={choose} />
      )}
    </div>
  )
}

/** While there is a network. */
function preloadOverlays(): void {
  preloadDialog()
  void import('#client/ui/overlays/toast-view.tsx').catch(() => {})
}

function Waiting() {
  return (
    <div className={columns}>
      <Loading count={2} />
    </div>
  )
}
