import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { slipQrPath } from '#client/tournaments/api/log.ts'
import { pageOf } from '#client/tournaments/log-window.ts'
import { WholeAmounts } from '#client/tournaments/whole-amounts.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { RowText } from '#client/ui/layout/stack.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { measureText } from '#contract/tournaments/catch-texts.ts'
import type { Slip } from '#contract/tournaments/slips.ts'
import { whyTexts } from '#contract/tournaments/why-texts.ts'
import { css } from '#styled/css/index.js'
import { changeTexts, stateTexts } from './slip-texts.ts'

// The printed sheet fits 80 mm and A6.
const sheet = css({
  column: '4',
  width: 'full',
  maxWidth: '30rem',
  marginInline: 'auto',
  padding: { base: '4', sm: '6' },
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
  overflowWrap: 'anywhere',
  _print: {
    gap: '2',
    maxWidth: 'full',
    padding: '0',
    borderWidth: '0',
    fontSize: '9pt',
    lineHeight: '1.25',
    '& h1': { fontSize: '13pt' },
  },
})
// At 200 % text size the code is below.
const top = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'start',
  gap: '3',
})
const code = css({
  flexShrink: '0',
  width: { base: '24', sm: '32' },
  height: 'auto',
  aspectRatio: '1',
  // A camera needs the white.
  backgroundColor: '#FFFFFF',
  borderRadius: 'sm',
  _print: { width: '24mm' },
})
const number = css({ textStyle: 'heading' })
const fish = css({ textStyle: 'title', _print: { fontSize: '16pt' } })
const state = css({
  padding: '3',
  borderRadius: 'md',
  backgroundColor: 'sunken',
  fontWeight: 'semibold',
  '&[data-state=disqualified], &[data-state=deleted]': {
    backgroundColor: 'dangerSoft',
    color: 'onDangerSoft',
  },
  _print: {
    padding: '1mm',
    borderWidth: '1px',
    borderColor: 'ink',
    backgroundColor: 'surface',
    color: 'ink',
  },
})
const facts = css({
  column: '1.5',
  // A value that has no room beside its name is below it, whole.
  '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: '4' },
  '& dt': { color: 'inkMuted' },
  '& dd': { marginInlineStart: 'auto', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  _print: { gap: '0' },
})
const small = css({ textStyle: 'small', color: 'inkMuted', _print: { fontSize: '7pt' } })
const photo = css({ width: 'full', height: 'auto', borderRadius: 'md', _print: { display: 'none' } })

const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === null || children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )

/** @param confirm for the boat's own people */
export function SlipView({ slip, confirm }: { slip: Slip; confirm: ReactNode }) {
  const { tournament, markNames } = slip
  return (
    <article className={sheet}>
      <div className={top}>
        <RowText basis="8rem">
          <h1 className={number}>Weigh Slip {slip.number}</h1>
          <p>
            <TextLink href={paths.tournament(tournament.id)}>{tournament.name}</TextLink>
          </p>
        </RowText>
        <img
          src={slipQrPath(slip.number)}
          width={128}
          height={128}
          alt="QR code of this slip"
          className={code}
        />
      </div>
      <p className={fish}>
        {slip.boat}
        <br />
        {slip.species} <WholeAmounts>{measureText(slip)}</WholeAmounts>
      </p>
      <State slip={slip} />
      <dl className={facts}>
        <Fact name="Captain">{slip.captain}</Fact>
        <Fact name="Angler">{slip.angler}</Fact>
        <Fact name="Caught">
          <DateTime iso={slip.caughtAt} />
        </Fact>
        <Fact name="Weighed">
          <DateTime iso={slip.weighedAt} />
        </Fact>
        <Fact name="Weigh master">{slip.weighMaster}</Fact>
        <Fact name="Witness">{slip.witness}</Fact>
        <Fact name="Scale">{slip.scale}</Fact>
        <Fact name="Marks">{markNames.join(', ')}</Fact>
        {slip.boards.map(({ category, day, place, tied, why }) => (
          <Fact key={`${category} ${day}`} name={day === null ? category : `${category}, ${day}`}>
            {place === null
              ? `Not counted: ${why === null ? 'by the rules' : whyTexts[why]}`
              : `Counts, ${tied ? 'shares ' : ''}place ${place}`}
          </Fact>
        ))}
        {slip.confirmations.map(({ at, role, name }) => (
          <Fact key={`${at} ${role}`} name={`Confirmed by the ${role}`}>
            {name ?? '(erased)'}
          </Fact>
        ))}
      </dl>
      {confirm}
      <Photo slip={slip} />
      <Button variant="secondary" onClick={() => print()}>
        <Printer size={20} />
        Print
      </Button>
      <p className={small}>
        Event {slip.seq} of the <TextLink href={logPath(slip)}>catch log</TextLink>
        <br />
        {slip.hash}
        <br />
        Keep this slip: it proves whether the log was rewritten.
      </p>
    </article>
  )
}

const logPath = ({ tournament, seq }: Slip) => `${paths.tournamentLog(tournament.id, pageOf(seq))}#e${seq}`

function State({ slip: { state: is, boat, corrections, reason, withdrawn } }: { slip: Slip }) {
  const changes = corrections.flatMap(correction =>
    changeTexts(correction).map(text => ({ key: `${correction.seq} ${text}`, text })),
  )
  return (
    <div data-state={is} className={state}>
      <p>
        {stateTexts[is]}
        {reason !== undefined && `: ${reason}`}
      </p>
      {withdrawn && <p>{boat} withdrew: its fish don’t count.</p>}
      {changes.map(({ key, text }) => (
        <p key={key}>
          <WholeAmounts>{is === 'corrected' ? text : `Corrected: ${text}`}</WholeAmounts>
        </p>
      ))}
    </div>
  )
}

function Photo({ slip: { photo: picture, boat, species } }: { slip: Slip }) {
  if (picture === null) return null
  return (
    <>
      <img src={picture.url} alt={`${species} of ${boat}`} className={photo} loading="lazy" />
      <p className={small}>Picture, SHA-256: {picture.sha256}</p>
    </>
  )
}
