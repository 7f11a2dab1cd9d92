import { isOpen } from '#client/domain/status.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { qrPath } from '#client/tournaments/api/tournaments.ts'
import { useFlip } from '#client/ui/layout/use-flip.ts'
import { CorrectionTime, DisqualifiedTime } from '#client/ui/marks/correction-note.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { css, cx } from '#styled/css/index.js'
import { SideClip } from './side-clip.tsx'
import { codeText, type SideView } from './side-views.ts'
import { useSideView } from './use-side-view.ts'

const side = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // The code's height is kept while the page still arrives.
  gridTemplateRows: { _wall: 'minmax(0, 1fr) minmax({spacing.32}, auto)' },
  gap: '3',
  minHeight: '0',
  minWidth: '0',
})
const panel = css({ column: '2', minHeight: '0' })
const heading = css({ textStyle: 'eyebrow', fontSize: 'xl' })
/** List of whole updates: others overflow into a hidden column. */
const list = css({
  position: 'relative',
  column: '1',
  _wall: { flexWrap: 'wrap', flexGrow: '1', minHeight: '0', overflow: 'clip' },
})
const item = css({
  width: 'full',
  paddingBlock: '2',
  paddingInline: '3',
  backgroundColor: 'surface',
  borderRadius: 'sm',
  borderInlineStartWidth: '3px',
  borderColor: 'sea',
})
/** Height of a whole card, so that one that doesn't fit is never shown while the page still arrives. */
const fundingItem = css({ minHeight: '5.2rem' })
const top = css({ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', columnGap: '3' })
const boatName = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: 'xl',
  lineHeight: 'clipped',
  minWidth: '0',
  truncate: true,
})
const age = css({ fontFamily: 'heading', fontSize: 'md', color: 'inkMuted', whiteSpace: 'nowrap' })
const content = css({
  flexGrow: '1',
  minWidth: '0',
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'lg',
  lineHeight: 'snug',
  overflowWrap: 'anywhere',
  lineClamp: '3',
})
const cup = css({
  fontFamily: 'heading',
  fontSize: 'md',
  lineHeight: 'clipped',
  color: 'inkMuted',
  truncate: true,
})
const body = css({ display: 'flex', alignItems: 'flex-start', columnGap: '3' })
const picture = css({
  width: '1/3',
  maxWidth: '13rem',
  flexShrink: '0',
  aspectRatio: '4/3',
  objectFit: 'cover',
  marginTop: '1',
  borderRadius: 'sm',
  backgroundColor: 'sunken',
})
const note = css({ fontFamily: 'heading', fontSize: 'md', color: 'inkMuted' })
const banner = css({
  paddingBlock: '2',
  paddingInline: '3',
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: 'xl',
  lineHeight: 'snug',
  overflowWrap: 'anywhere',
  lineClamp: '4',
  flexShrink: '0',
  backgroundColor: 'amberSoft',
  color: 'onAmberSoft',
  borderRadius: 'sm',
})
const empty = css({ fontFamily: 'heading', fontSize: 'xl', color: 'inkMuted' })

const code = css({
  display: 'flex',
  flexWrap: { base: 'wrap', _wall: 'nowrap' },
  alignItems: 'center',
  columnGap: '3',
  padding: '2',
  // Many cameras read only dark on light.
  colorScheme: 'light',
  backgroundColor: 'surface',
  color: 'ink',
  borderRadius: 'md',
})
const codeImage = css({ boxSize: '28', aspectRatio: '1', flexShrink: '0' })
const codeTitle = css({
  flex: '1 1 6rem',
  minWidth: '0',
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: '2xl',
  lineHeight: 'tight',
})

const gateNote = css({ display: 'block', textStyle: 'small', fontFamily: 'body', fontWeight: 'normal' })

interface KioskSideProps {
  tournament: Tournament | undefined
  updates: readonly Update[]
  announcement: Announcement | undefined
  /** The view stays, and a clip stops. */
  isHeld: boolean
}

const titles: Record<SideView, string> = {
  updates: 'Live Updates',
  clip: 'Crew Videos',
  funding: 'Back a Boat',
}

export function KioskSide({ tournament, updates, announcement, isHeld }: KioskSideProps) {
  const { view, clip, fundable, skip } = useSideView(tournament, updates, isHeld)
  return (
    <aside aria-label="Updates" className={side}>
      <section aria-labelledby="kiosk-side" className={panel}>
        <h2 id="kiosk-side" className={heading}>
          {titles[view]}
        </h2>
        {announcement && (
          <p className={banner}>
            <VisuallyHidden>Announcement: </VisuallyHidden>
            {announcement.content}
          </p>
        )}
        {view === 'updates' && <Updates updates={updates} tournament={tournament} />}
        {view === 'clip' && clip && (
          <SideClip key={clip.id} clip={clip} isPaused={isHeld} onBroken={() => skip(clip)} />
        )}
        {view === 'funding' && <Fundings fundable={fundable} />}
      </section>
      {tournament && <Code tournament={tournament} />}
    </aside>
  )
}

function Updates({ updates, tournament }: Pick<KioskSideProps, 'updates' | 'tournament'>) {
  const listRef = useFlip<HTMLUListElement>()
  return (
    <>
      {updates.length === 0 && (
        <p className={empty}>{tournament && !isOpen(tournament.status) ? 'No updates' : 'No updates yet'}</p>
      )}
      <ul ref={listRef} className={list}>
        {updates.map(update => (
          <UpdateView
            key={update.id}
            update={update}
            isOfOther={update.tournamentEntry.tournament.id !== tournament?.id}
          />
        ))}
      </ul>
    </>
  )
}

const Fundings = ({ fundable }: { fundable: readonly Entry[] }) => (
  <ul className={list}>
    {fundable.map(({ id, boat, currentFunding, fundingGoal }) => (
      <li key={id} className={cx(item, fundingItem)}>
        <h3 className={boatName}>{boat.name}</h3>
        <FundingBar raised={currentFunding} goal={fundingGoal} label={`Funding of ${boat.name}`} />
      </li>
    ))}
  </ul>
)

function UpdateView({ update, isOfOther }: { update: Update; isOfOther: boolean }) {
  const { boat, tournament } = update.tournamentEntry
  return (
    <li data-flip={update.id} className={item}>
      <div className={top}>
        <h3 className={boatName}>{boat.name}</h3>
        <span className={age}>
          <RelativeTime iso={update.createdAt} />
        </span>
      </div>
      {isOfOther && <p className={cup}>{tournament.name}</p>}
      <div className={body}>
        <p className={content}>{update.content}</p>
        {update.imageUrl !== null && (
          <img src={update.imageUrl} alt="" decoding="async" className={picture} />
        )}
      </div>
      {update.disqualified && (
        <p className={note}>
          <DisqualifiedTime {...update.disqualified} />
        </p>
      )}
      {update.correction && (
        <p className={note}>
          <CorrectionTime correction={update.correction} />
        </p>
      )}
    </li>
  )
}

function Code({ tournament }: { tournament: Tournament }) {
  const { hasGate } = useBoot()
  return (
    <div className={code}>
      <img
        src={qrPath(tournament.id)}
        width={128}
        height={128}
        alt={`QR code of the page of ${tournament.name}`}
        className={codeImage}
      />
      <p className={codeTitle}>
        {codeText(tournament)}
        {hasGate && <span className={gateNote}>Visitors need the site password.</span>}
      </p>
    </div>
  )
}
