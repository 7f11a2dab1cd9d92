import { Button } from '#client/ui/controls/button.tsx'
import type { Pot } from '#contract/tournaments/scoring/rules.ts'
import { css } from '#styled/css/index.js'
import { AwardRow } from './award-row.tsx'
import { ChoiceCell, MoneyCell, NameCell, NumberCell } from './cells.tsx'
import type { Quick } from './quick-dialogs.tsx'
import { type EditProps, RuleGroup, RuleRow } from './rule-rows.tsx'
import { addRow, editRow, newKey } from './rules-draft.ts'

const list = css({ column: '2', '&:empty': { display: 'none' } })
const indent = css({ paddingInlineStart: { base: '3', sm: '6' } })

interface PotRowsProps extends EditProps {
  lockReason: string | null
  onQuick(kind: Quick): void
}

/** Pots, each with its awards. */
export function PotRows({ draft, update, lockReason, onQuick }: PotRowsProps) {
  return (
    <RuleGroup
      title="Jackpots and Prizes"
      description="The fees of a jackpot are paid to you outside the program, as entry fees are."
      lockReason={lockReason}
      actions={
        <>
          <Button size="sm" onClick={() => onQuick('jackpot')}>
            Add a Jackpot
          </Button>
          <Button variant="secondary" size="sm" onClick={() => onQuick('prize')}>
            Add a Prize
          </Button>
        </>
      }
    >
      <ul className={list}>
        {draft.pots.flatMap(pot => [
          <PotRow key={pot.key} pot={pot} update={update} />,
          ...draft.awards
            .filter(award => award.pot === pot.key)
            .map(award => (
              <li key={`${pot.key} ${award.key}`} className={indent}>
                <ul>
                  <AwardRow award={award} draft={draft} update={update} />
                </ul>
              </li>
            )),
        ])}
      </ul>
    </RuleGroup>
  )
}

const entryOptions = [
  { value: 'chosen', label: 'Boats that choose it' },
  { value: 'all', label: 'All boats' },
] as const

function PotRow({ pot, update }: Pick<EditProps, 'update'> & { pot: Pot<string> }) {
  const { cell, remove } = editRow('pots', pot, update)
  const addAward = () =>
    update(before =>
      addRow(before, 'awards', {
        key: newKey(`${pot.key}-award`, before.awards),
        name: '',
        pot: pot.key,
        percent: 100,
        category: before.categories[0]?.key ?? '',
        split: { percents: [[100]] },
        unclaimed: 'kept',
      }),
    )
  return (
    <RuleRow
      label={pot.name || 'New jackpot'}
      onRemove={remove}
      more={
        <div>
          <Button variant="secondary" size="sm" onClick={addAward}>
            Divide It Among More Awards
          </Button>
        </div>
      }
    >
      <NameCell label="Jackpot" {...cell('name')} />
      <ChoiceCell label="Who Is In" {...cell('entry')} options={entryOptions} />
      <MoneyCell label="Fee per Boat" {...cell('fee')} />
      <NumberCell label="Paid Out" {...cell('payback')} suffix="%" max={100} empty={100} required />
      <MoneyCell label="Added Money" {...cell('added')} />
    </RuleRow>
  )
}
