import { type RefObject, useRef, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatDateTime } from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { UserError } from '#client/lib/request.ts'
import { listBoats } from '#client/tournaments/api/entries.ts'
import { Field, NumberField } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { problemsOf, tooLong } from '#client/ui/forms/form-rules.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Grid, List, ListItem, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { fieldTexts, nameProblem, textRules } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { formatMoney } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { goalRuleNames, goalRules } from '#contract/tournaments/goal-rules.ts'
import type { Tournament, TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { goalRuleTexts, isGoalRule, termsMessages } from './terms-fields.tsx'

/** Names of the fields of one boat, as the server has them. */
const names = {
  boat: 'boats.0.name',
  captain: 'boats.0.captainName',
  goal: 'boats.0.fundingGoal',
  share: 'boats.0.payoutPercentage',
  rule: 'boats.0.ifGoalMissed',
} as const
type BoatValues = Record<keyof typeof names, string>

const messages = {
  [names.boat]: { valueMissing: textRules.boatName.required },
  [names.captain]: { valueMissing: textRules.captainName.required },
  [names.goal]: termsMessages.fundingGoal,
  [names.share]: termsMessages.payoutPercentage,
}
const nameRule = { max: limits.listedNameMax, tooLong: fieldTexts.listedNameTooLong }
const check = (data: FormData) => ({
  ...tooLong(data, { [names.boat]: nameRule, [names.captain]: nameRule }),
  ...problemsOf(data, [names.boat, names.captain], nameProblem),
})

/** Percent. */
const usualShare = '40'

/** Returns empty names, and the terms of the tournament's latest boat. */
function firstValues({ entries }: Tournament): BoatValues {
  const { payoutPercentage: share = usualShare, ifGoalMissed: rule = 'share' } = entries.at(-1) ?? {}
  return { boat: '', captain: '', goal: '', share: String(share), rule }
}

/** Columns of the same size on wide screens; one column on phones. */
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '2fr 2fr minmax(8rem, 1fr)' },
  alignItems: 'start',
  gap: { base: '3', sm: '4' },
})

export function AddBoats({ tournament }: { tournament: Tournament }) {
  // The text stays while the sheet is closed.
  const [values, setValues] = useState(() => firstValues(tournament))
  const boatRef = useRef<HTMLInputElement>(null)
  return (
    <DialogButton
      label="Add Boats"
      variant="primary"
      wide
      title="Add Boats"
      description="For their captains, who take them over by a link. Backers can fund a boat from then on."
      initialFocus={boatRef}
    >
      {close => (
        <Sheet
          tournament={tournament}
          values={values}
          onType={change => setValues(former => ({ ...former, ...change }))}
          boatRef={boatRef}
          onDone={close}
        />
      )}
    </DialogButton>
  )
}

interface SheetProps {
  tournament: Tournament
  values: BoatValues
  onType(change: Partial<BoatValues>): void
  boatRef: RefObject<HTMLInputElement | null>
  onDone(): void
}

function Sheet({ tournament, values, onType, boatRef, onDone }: SheetProps) {
  const entering = useApiMutation(listBoats, 'Failed to add the boat. Please try again.')
  const [additions, setAdditions] = useState<readonly BoatValues[]>([])
  const now = useNow()
  const isTooLate = Date.parse(tournament.fundingClosesAt ?? tournament.startDate) <= now
  const { boat, captain, goal, share, rule } = values

  const add = async () => {
    const answer = await entering.send({
      params: { id: tournament.id },
      body: {
        boats: [
          {
            name: boat,
            captainName: captain,
            fundingGoal: goal,
            payoutPercentage: Number(share),
            ...(isGoalRule(rule) && { ifGoalMissed: rule }),
          },
        ],
      },
    })
    if (answer.boats[0]?.known) {
      const issues = [{ path: names.boat, message: `${boat.trim()} of ${captain.trim()} is entered already` }]
      throw Object.assign(new UserError(), { issues })
    }
    setAdditions([values, ...additions])
    onType({ boat: '', captain: '' })
    boatRef.current?.focus()
  }

  const field = (key: keyof BoatValues) => ({
    name: names[key],
    value: values[key],
    onChange: (event: { currentTarget: { value: string } }) => onType({ [key]: event.currentTarget.value }),
    autoComplete: 'off',
    required: true,
  })

  return (
    <Form onSubmit={add} onError={entering.fail} messages={messages} check={check}>
      <Grid columns="fields">
        <NumberField
          {...field('share')}
          label="Payout Percentage"
          suffix="%"
          min={0.01}
          max={limits.payoutMax}
          hint="Of what each boat wins, for its backers."
        />
        <SelectField
          {...field('rule')}
          label="If the goal is missed"
          options={goalRules
            .filter(each => each !== 'refund' || !isTooLate)
            .map(value => ({ value, label: goalRuleNames[value] }))}
          hint={isGoalRule(rule) && goalRuleTexts[rule]}
        />
      </Grid>
      <Muted small>{closingText(tournament, now)}</Muted>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset’s legend cannot be laid out */}
      <div role="group" aria-label={`Boat ${additions.length + 1}`} className={row}>
        <Field {...field('boat')} label="Boat Name" ref={boatRef} />
        <Field {...field('captain')} label="Captain Name" />
        <NumberField
          {...field('goal')}
          label="Funding Goal"
          prefix="$"
          min={limits.fundingGoalMinCents / 100}
          onFocus={event => event.currentTarget.select()}
        />
      </div>
      <DialogActions submit="Add Boat" cancel="Done" onCancel={onDone} />
      <AddedBoats boats={additions} />
    </Form>
  )
}

function closingText({ fundingClosesAt, startDate, endDate }: TournamentSummary, now: number): string {
  const at = fundingClosesAt ?? endDate
  if (Date.parse(at) <= now) return 'Funding is closed.'
  if (at === startDate) return 'Funding closes when the tournament starts.'
  return at === endDate
    ? 'Funding closes when the tournament ends.'
    : `Funding closes ${formatDateTime(at, 'local')}.`
}

/** The latest first. */
function AddedBoats({ boats }: { boats: readonly BoatValues[] }) {
  const [latest] = boats
  return (
    <Stack gap="3">
      <p role="status">{latest && `${latest.boat} is in. ${countText(boats.length, 'boat')} added.`}</p>
      {latest && (
        <List aria-label="Boats that you added">
          {boats.map(({ boat, captain, goal }) => (
            <ListItem gap="4" key={`${boat} of ${captain}`}>
              <Text as="div" breakable>
                <Text weight="semibold">{boat}</Text>
                <Muted small>Captain: {captain}</Muted>
              </Text>
              <Text tabular>{formatMoney(goal)}</Text>
            </ListItem>
          ))}
        </List>
      )}
    </Stack>
  )
}
