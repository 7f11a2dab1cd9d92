import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { dayOutsideText, hasDayOutside } from '#client/domain/fishing-days.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { share } from '#client/lib/share.ts'
import { paths } from '#client/paths.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { countText } from '#contract/numbers.ts'
import type { Day } from '#contract/tournaments/scoring/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css, cva } from '#styled/css/index.js'
import { markDone, useDoneSteps } from './done-steps.ts'

interface ChecklistProps {
  tournament: Tournament
  /** The viewer may enter boats for their captains. */
  canAdd: boolean
  /** Of the rules. */
  days: readonly Day<string>[]
}

/** Steps that make a new tournament ready. */
export function Checklist({ tournament, canAdd, days }: ChecklistProps) {
  const { id, name, entries } = tournament
  const { canonical, hasGate } = useBoot()
  const done = useDoneSteps(id)
  const hasBoats = entries.length > 0
  // Short enough to type with a remote control: it shows all live tournaments.
  const screenAddress = new URL(paths.kiosk(), canonical).href.replace(/^https?:\/\//, '')
  const isDayOutside = hasDayOutside(days, tournament)
  const stepsToGo =
    ['share', 'print', 'kiosk'].filter(step => !done.has(step)).length +
    (hasBoats ? 0 : 1) +
    (isDayOutside ? 1 : 0)
  const shareIt = () => {
    markDone(id, 'share')
    void share(name, new URL(paths.tournament(id), canonical).href)
  }
  return (
    <Section
      id="checklist"
      title="Checklist"
      description={stepsToGo === 0 ? 'Everything is ready.' : `${countText(stepsToGo, 'step')} to go.`}
    >
      <Stack as="ol" gap="3">
        {isDayOutside && (
          <Step title="Move the fishing days" text={dayOutsideText} isDone={false}>
            <LinkButton href={paths.manageTournament(id, 'rules')} variant="secondary">
              Rules
            </LinkButton>
          </Step>
        )}
        <Step
          title="Share the page"
          text="Captains enter their boats there, and backers fund them."
          isDone={done.has('share')}
        >
          <Button variant="secondary" onClick={shareIt}>
            Share
          </Button>
        </Step>
        <Step
          title="Print the QR code"
          text={
            hasGate
              ? 'Put it up at the dock. With a pass, anyone who scans it needs no site password until 30 days after the tournament.'
              : 'Put it up at the dock: anyone who scans it can back a boat.'
          }
          isDone={done.has('print')}
        >
          <Stack gap="2">
            <LinkButton href={paths.dockBoard(id)} variant="secondary" onClick={() => markDone(id, 'print')}>
              QR Code
            </LinkButton>
            {hasGate && (
              <LinkButton
                href={paths.dockBoard(id, { withPass: true })}
                variant="secondary"
                onClick={() => markDone(id, 'print')}
              >
                Code with Pass
              </LinkButton>
            )}
          </Stack>
        </Step>
        <Step
          title="Enter boats"
          text={
            hasBoats
              ? `${countText(entries.length, 'boat')} entered.`
              : canAdd
                ? 'Add them for their captains, or captains enter their own on the tournament’s page.'
                : 'Captains enter their own on the tournament’s page.'
          }
          isDone={hasBoats}
        >
          {canAdd ? (
            <LinkButton href={paths.manageTournament(id, 'entries')} variant="secondary">
              Add Boats
            </LinkButton>
          ) : (
            <LinkButton href={paths.tournament(id)} variant="secondary">
              Tournament Page
            </LinkButton>
          )}
        </Step>
        <Step
          title="Open the kiosk"
          text={`The leaderboard for a large screen. On the screen’s own browser, open ${screenAddress}${hasGate ? ', enter the site password' : ''} and leave it running.`}
          isDone={done.has('kiosk')}
        >
          <LinkButton href={paths.kiosk(id)} variant="secondary" onClick={() => markDone(id, 'kiosk')}>
            Kiosk
          </LinkButton>
        </Step>
      </Stack>
    </Section>
  )
}

const item = css({
  display: 'grid',
  gridTemplateColumns: { base: 'auto minmax(0, 1fr)', md: 'auto minmax(0, 1fr) 11rem' },
  alignItems: 'center',
  columnGap: '4',
  rowGap: '3',
  padding: '4',
  '& > :last-child': { gridColumn: { base: '1 / -1', md: 'auto' } },
})
const mark = cva({
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '10',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'edge',
  },
  variants: {
    done: { true: { backgroundColor: 'kelpSoft', color: 'onKelpSoft', borderColor: 'transparent' } },
  },
})

interface StepProps {
  title: string
  text: string
  isDone: boolean
  children: ReactNode
}

const Step = ({ title, text, isDone, children }: StepProps) => (
  <Panel as="li" className={item}>
    <span className={mark({ done: isDone })}>
      {isDone && <Check size={22} />}
      <VisuallyHidden>{isDone ? 'Done' : 'To do'}</VisuallyHidden>
    </span>
    <Text as="div" breakable>
      <Text as="h3" look="figure">
        {title}
      </Text>
      <Muted small>{text}</Muted>
    </Text>
    {children}
  </Panel>
)
