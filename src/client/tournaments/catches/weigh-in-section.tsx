import Fish from 'lucide-react/icons/fish'
import Ship from 'lucide-react/icons/ship'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { catchesFilePath } from '#client/tournaments/api/catches.ts'
import { DownloadCsv } from '#client/ui/controls/download-csv.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { OwnLine } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { preloadDialog } from '#client/ui/overlays/dialog.tsx'
import type { OrganiserView } from '#contract/tournaments/catches.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { BoatChooser } from './boat-chooser.tsx'
import { CatchList } from './catch-list.tsx'
import { useDeskWorker } from './use-desk-worker.ts'
import { useNeedsPerson, WaitingWeighIns } from './waiting-weigh-ins.tsx'
import { type LastFish, WeighInForm } from './weigh-in-form.tsx'
import { recentSpecies } from './weigh-in-text.ts'

const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 26rem)' },
  alignItems: 'start',
  gap: { base: '10', lg: '8' },
})

interface WeighInSectionProps {
  tournament: Tournament
  view: OrganiserView
  /** Starts an upcoming tournament. */
  startNow: ReactNode
}

export function WeighInSection({ tournament, view, startNow }: WeighInSectionProps) {
  useDeskWorker()
  // What is sent by itself comes after the boats, which would move under a finger when it goes.
  const waitingFirst = useNeedsPerson(tournament.id)
  const waiting = <WaitingWeighIns tournamentId={tournament.id} />
  return (
    <div className={columns}>
      <div>
        {waitingFirst && waiting}
        <Section id="weigh-in" title="Weigh-in">
          {closedReason(tournament, startNow) ?? <OpenWeighIn tournament={tournament} view={view} />}
        </Section>
        {!waitingFirst && waiting}
      </div>
      <Section
        id="catches"
        title="Catches"
        action={view.catches.length > 0 && <DownloadCsv href={catchesFilePath(tournament.id)} />}
      >
        <CatchList tournament={tournament} view={view} />
      </Section>
    </div>
  )
}

/** Returns why the weigh-in is closed, or null if it is open. */
function closedReason({ status, startDate, entries }: Tournament, startNow: ReactNode): ReactNode {
  const icon = <Fish size={26} />
  if (status === 'cancelled') return <EmptyState icon={icon} title="This tournament is cancelled" />
  if (status === 'upcoming')
    return (
      <EmptyState
        icon={icon}
        title="Weigh-in hasn’t started"
        description={
          <>
            It opens when the tournament starts:
            <OwnLine>
              <DateTime iso={startDate} />
            </OwnLine>
          </>
        }
        action={startNow}
      />
    )
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<Ship size={26} />}
        title="No boats registered yet."
        description="Captains enter their boats on the tournament’s page."
      />
    )
  return null
}

interface Choice {
  entryId: string
  /** The boat's fish since it was chosen. */
  fish: number
  last?: LastFish | undefined
}

function OpenWeighIn({ tournament, view }: { tournament: Tournament; view: OrganiserView }) {
  const { rules = null, anglers = [], catches } = view
  const [choice, setChoice] = useState<Choice | null>(null)
  const measure = useRef<HTMLInputElement>(null)
  const start = useRef<HTMLDivElement>(null)
  const entry = tournament.entries.find(({ id }) => id === choice?.entryId)
  useEffect(preloadOverlays, [])

  const firstField = () =>
    measure.current ?? start.current?.querySelector<HTMLInputElement>('form input') ?? null
  const choose = ({ id }: Entry) => {
    // Phones open the keypad only during the tap.
    flushSync(() => setChoice({ entryId: id, fish: 0 }))
    firstField()?.focus()
  }
  const finish = (last?: LastFish) => {
    flushSync(() => setChoice(last && choice ? { ...choice, fish: choice.fish + 1, last } : null))
    const next = last ? firstField() : null
    if (next) {
      next.focus({ preventScroll: true })
      // Keeps the field clear of the toast and the button.
      next.scrollIntoView({ block: 'center' })
    } else {
      const section = start.current?.closest('section')
      const heading = section?.querySelector('h2')
      if (heading) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
      section?.scrollIntoView()
    }
  }

  return (
    <div ref={start}>
      {entry && choice ? (
        <WeighInForm
          key={`${entry.id} ${choice.fish}`}
          tournament={tournament}
          entry={entry}
          catches={catches}
          recent={recentSpecies(catches)}
          rules={rules}
          anglers={anglers.filter(({ entryId }) => entryId === entry.id)}
          last={choice.last}
          measureRef={measure}
          onDone={finish}
        />
      ) : (
        <BoatChooser entries={tournament.entries} onChoose={choose} />
      )}
    </div>
  )
}

/** Loads overlays while there is a network. */
function preloadOverlays(): void {
  preloadDialog()
  void import('#client/ui/overlays/toast-view.tsx').catch(() => {})
}
