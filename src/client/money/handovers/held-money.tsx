import { type ReactNode, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { contains } from '#client/domain/find.ts'
import { clientId } from '#client/lib/client-id.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { handoversFilePath, recordHandover } from '#client/money/api/handovers.ts'
import { fundingsFilePath, tournamentFundingTotalsQuery } from '#client/money/api/refunds.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { Field, NumberField } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { FindField, findFrom } from '#client/ui/forms/list-filter.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { List, Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { MoneyStats } from '#client/ui/marks/money-stats.tsx'
import { RowAmount } from '#client/ui/marks/row-marks.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { TournamentFundingTotals } from '#contract/money/funding.ts'
import { handoverTexts } from '#contract/money/handover-texts.ts'
import { centsOf, exactMoney, formatCents } from '#contract/money.ts'
import { css } from '#styled/css/index.js'
import { HandoverLines } from './handover-lines.tsx'

const waiting = css({ height: '100vh' })
const wide = css({ display: { base: 'none', lg: 'inline' } })
const short = css({ color: 'danger', fontWeight: 'semibold' })

type EntryMoney = TournamentFundingTotals['entries'][number]

interface HeldMoneyProps {
  tournamentId: string
  /** Content below, shown at the same time. @param hasMoney whether a boat has raised any */
  children(hasMoney: boolean): ReactNode
}

/** Money raised for each boat, and the organiser's handovers. */
export const HeldMoney = ({ tournamentId, children }: HeldMoneyProps) => (
  <Data
    query={tournamentFundingTotalsQuery(tournamentId)}
    fallback={<Loading className={waiting} />}
    what="The money raised"
  >
    {totals => (
      <Stack gap="sections">
        {totals.entries.length > 0 && <Loaded tournamentId={tournamentId} totals={totals} />}
        {children(totals.entries.length > 0)}
      </Stack>
    )}
  </Data>
)

function Loaded({ tournamentId, totals }: { tournamentId: string; totals: TournamentFundingTotals }) {
  const { entries } = totals
  const [searchText, setSearchText] = useState('')
  const matches = entries.filter(({ boat }) => contains(boat, searchText))
  return (
    <Section
      id="money"
      title="Money Raised"
      description="Record here what you have given to the boats. Captains and backers see it."
      action={
        <Row>
          <LinkButton href={fundingsFilePath(tournamentId)} variant="secondary" download>
            Fundings CSV
          </LinkButton>
          <LinkButton href={handoversFilePath(tournamentId)} variant="secondary" download>
            Handovers CSV
          </LinkButton>
        </Row>
      }
    >
      <Stack>
        <Panel padding="md" lifted gap="4">
          <RaisedStats totals={totals} />
          <Muted small>{ageText(totals)}</Muted>
        </Panel>
        {entries.length > findFrom && <FindField onSearch={setSearchText} placeholder="Boat" />}
        <FirstItems items={matches} step={10} what="boats">
          {items =>
            matches.length === 0 ? (
              <EmptyState title="No boat matches" />
            ) : (
              <List aria-label="Money of each boat">
                {items.map(entry => (
                  <BoatMoney key={entry.entryId} entry={entry} />
                ))}
              </List>
            )
          }
        </FirstItems>
      </Stack>
    </Section>
  )
}

const RaisedStats = ({
  totals: { raised, handedOver, held, refunded },
}: {
  totals: Pick<EntryMoney, 'raised' | 'handedOver' | 'held' | 'refunded'>
}) => (
  <MoneyStats
    amounts={{
      Raised: raised,
      'Handed over': handedOver,
      Held: held,
      ...(centsOf(refunded) > 0 && { Refunded: refunded }),
    }}
  />
)

function ageText({ held, heldFor }: TournamentFundingTotals): string {
  if (centsOf(held) === 0) return 'You hold no money for the boats.'
  const ages = [
    [heldFor.upTo30Days, 'for up to 30 days'],
    [heldFor.upTo90Days, 'for up to 90 days'],
    [heldFor.longer, 'for longer'],
  ] as const
  const parts = ages
    .filter(([amount]) => centsOf(amount) > 0)
    .map(([amount, age]) => `${exactMoney(amount)} ${age}`)
  return `You hold ${parts.join(', ')}.`
}

function BoatMoney({ entry }: { entry: EntryMoney }) {
  const { entryId, boat, withdrawn, raised, refunding, handedOver, held, shortfall } = entry
  const dueCents = centsOf(held) - centsOf(refunding)
  return (
    <ListRow
      flat
      title={boat}
      line={
        <>
          {withdrawn && 'Withdrawn · '}
          {centsOf(shortfall) > 0 && <b className={short}>Short · </b>}
          <Money amount={raised} cents /> raised
          <span className={wide}>
            , <Money amount={handedOver} cents /> handed over
          </span>
        </>
      }
      figures={
        <>
          <RowAmount amount={held} />
          <Muted as="span" small>
            held
          </Muted>
        </>
      }
    >
      <RaisedStats totals={entry} />
      {centsOf(shortfall) > 0 && (
        <Text look="small" danger>
          <Money amount={shortfall} cents /> short: refunded after it was handed over
        </Text>
      )}
      {dueCents > 0 && (
        <div>
          <HandOver entryId={entryId} boat={boat} due={formatCents(dueCents)} />
        </div>
      )}
      <Handovers entryId={entryId} boat={boat} />
    </ListRow>
  )
}

/** Handovers of an entry, which load when they are opened. */
function Handovers({ entryId, boat }: { entryId: string; boat: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div>
        <Button
          variant="ghost"
          aria-expanded={open}
          aria-label={`Handovers to ${boat}`}
          onClick={() => setOpen(!open)}
        >
          Handovers
        </Button>
      </div>
      {open && <HandoverLines entryId={entryId} boat={boat} canReverse />}
    </>
  )
}

interface HandOverProps {
  entryId: string
  boat: string
  /** Held, and not on its way back to backers. */
  due: string
}

function HandOver({ entryId, boat, due }: HandOverProps) {
  const recording = useApiMutation(recordHandover, 'Failed to record it. Please try again.')
  // The same for repeated attempts, also those of a form that was closed before its answer.
  const [idempotencyKey, setIdempotencyKey] = useState(clientId)
  const record = async (data: FormData, close: () => void) => {
    const { amount } = await recording.send({
      params: { id: entryId },
      body: {
        amount: textOf(data, 'amount'),
        paidOn: textOf(data, 'paidOn'),
        reference: textOf(data, 'reference'),
      },
      headers: { 'Idempotency-Key': idempotencyKey },
    })
    setIdempotencyKey(clientId())
    close()
    toast({ title: 'Recorded', description: `${exactMoney(amount)} to ${boat}.` })
  }
  return (
    <DialogButton
      label="Hand Over"
      aria-label={`Hand Over: to ${boat}`}
      variant="secondary"
      title={`Hand money to ${boat}`}
      description={`You hold ${exactMoney(due)} for it. Record a handover once the money has left.`}
    >
      {close => (
        <Form
          onSubmit={data => record(data, close)}
          onError={recording.fail}
          messages={{
            amount: {
              valueMissing: handoverTexts.amountRequired,
              rangeUnderflow: handoverTexts.amountTooSmall,
              rangeOverflow: `At most ${exactMoney(due)} can be handed over`,
            },
            paidOn: { badInput: handoverTexts.dateInvalid },
          }}
          check={data => tooLong(data, { reference: textRules.reference })}
        >
          <NumberField
            label="Amount"
            name="amount"
            prefix="$"
            min={0.01}
            max={Number(due)}
            required
            defaultValue={due}
          />
          <Field label="Paid on" name="paidOn" type="date" hint="Optional" />
          <Field
            label="Reference"
            name="reference"
            autoComplete="off"
            hint="Optional: what the payment can be found by. Captain and backers see it."
          />
          <DialogActions submit="Record" onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}
