import Gavel from 'lucide-react/icons/gavel'
import Pencil from 'lucide-react/icons/pencil'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Row, RowText } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { CorrectionNote } from '#client/ui/marks/correction-note.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { catchText, formatLength, measureText } from '#contract/tournaments/catch-texts.ts'
import type { Catch, OrganiserView } from '#contract/tournaments/catches.ts'
import type { Why } from '#contract/tournaments/scoring/boards.ts'
import { capital } from '#contract/tournaments/scoring/rule-words.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { whyTexts } from '#contract/tournaments/why-texts.ts'
import { css } from '#styled/css/index.js'
import { CorrectCatch } from './correct-catch.tsx'
import { DeleteCatch } from './delete-catch.tsx'
import { RuleOnCatch } from './rule-on-catch.tsx'
import { scaleText } from './scale-line.tsx'

const item = css({ paddingInlineStart: '4', paddingInlineEnd: '1', paddingBlock: '2' })
const actions = css({ display: 'flex', marginInlineStart: 'auto' })

export interface CatchListProps {
  tournament: Tournament
  view: OrganiserView
}

export interface CatchItemProps extends CatchListProps {
  fish: Catch
  /** Reason that no board counts it, or null. */
  why: Why | null
}

export function CatchItem({ fish, why, tournament, view }: CatchItemProps) {
  const { rules = null, role } = view
  const boat = tournament.entries.find(({ id }) => id === fish.entryId)?.boat.name ?? ''
  const what = `${boat}, ${catchText(fish)}`
  const slip = view.slips?.[fish.id]
  return (
    <Row as="li" rowGap="0" className={item}>
      <RowText basis="8rem">
        <Text look="figure">
          {capital(measureText(fish))} · {boat}
        </Text>
        <Muted small>
          {fish.species}, <DateTime iso={fish.caughtAt} />
          {slip !== undefined && (
            <>
              {' · '}
              <TextLink href={paths.slip(slip)} aria-label={`Slip of ${what}`}>
                Slip
              </TextLink>
            </>
          )}
        </Muted>
        {rules && <RuledLines fish={fish} why={why} view={view} />}
        {fish.correction && <CorrectionNote correction={fish.correction} />}
      </RowText>
      {tournament.status !== 'cancelled' && (
        <div className={actions}>
          <DialogButton
            label={`Correct ${what}`}
            icon={<Pencil size={20} />}
            title="Correct the Catch"
            description={what}
          >
            {close => <CorrectCatch fish={fish} entries={tournament.entries} view={view} onDone={close} />}
          </DialogButton>
          {rules && role !== 'weigh-master' && (
            <DialogButton
              label={`Decide on ${what}`}
              icon={<Gavel size={20} />}
              title="Decide on the Catch"
              description={what}
            >
              {close => <RuleOnCatch fish={fish} rules={rules} what={what} onDone={close} />}
            </DialogButton>
          )}
          <DeleteCatch fish={fish} what={what} needsReason={rules !== null} />
        </div>
      )}
    </Row>
  )
}

/** Facts of a catch that only rules need. */
function RuledLines({ fish, why, view }: Pick<CatchItemProps, 'fish' | 'why' | 'view'>) {
  const { rules, anglers = [] } = view
  const { weight, length, marks = [], disqualified, allowed } = fish
  const facts = [
    anglers.find(({ id }) => id === fish.anglerId)?.name,
    weight !== null && length !== undefined && formatLength(length),
    ...marks.map(mark => rules?.marks.find(({ key }) => key === mark)?.name ?? mark),
    scaleText(fish),
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && <Muted small>{facts.join(' · ')}</Muted>}
      {disqualified && (
        <Text look="small" weight="medium" danger>
          Disqualified: {disqualified.reason}
        </Text>
      )}
      {!disqualified && why !== null && (
        <Text look="small" weight="medium">
          Not counted: {whyTexts[why]}
        </Text>
      )}
      {allowed && <Muted small>Counts outside the times: {allowed.reason}</Muted>}
    </>
  )
}
