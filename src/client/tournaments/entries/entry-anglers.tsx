import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { anglersQuery, setAnglers } from '#client/tournaments/api/rules.ts'
import { Button, IconButton } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import type { Anglers } from '#contract/tournaments/rulings.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { TickGroup, ticksIn } from './tick-group.tsx'
import { useRows } from './use-rows.ts'

/** Returns whether the rules ask who caught a fish. */
export const haveAnglers = ({ divisions, categories }: RulesJson): boolean =>
  divisions.length > 0 || categories.some(({ rank }) => rank === 'anglers')

interface EntryAnglersProps {
  entry: Entry
  rules: RulesJson
}

export function EntryAnglers(props: EntryAnglersProps) {
  const { boat } = props.entry
  return (
    <DialogButton
      label="Anglers"
      about={` of ${boat.name}`}
      variant="secondary"
      title={`Anglers of ${boat.name}`}
      description="Who fishes on this boat. Once the tournament starts, only organisers and weigh masters can change the list."
    >
      {close => <LoadedForm {...props} onDone={close} />}
    </DialogButton>
  )
}

function LoadedForm(props: EntryAnglersProps & { onDone(): void }) {
  const { data, isError } = useQuery(anglersQuery(props.entry.id))
  if (!data && isError)
    return <EmptyState title="The anglers could not be loaded" description="Close this and try again." />
  if (!data) return <Loading shape="row" count={2} />
  return <AnglersForm {...props} anglers={data.anglers} />
}

interface Angler {
  /** None before it is saved. */
  id?: string
  name: string
  divisions: readonly string[]
}

const list = css({ column: '4' })
const row = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '2',
  alignItems: 'end',
  '& > :nth-child(3)': { gridColumn: '1 / -1' },
})

interface AnglersFormProps extends EntryAnglersProps {
  anglers: Anglers['anglers']
  onDone(): void
}

function AnglersForm({ entry, rules, anglers, onDone }: AnglersFormProps) {
  const saving = useApiMutation(setAnglers, 'Failed to save the anglers. Please try again.')
  const { list: listRef, rows, add, change, remove } = useRows<Angler>(anglers)
  const divisionsField = (key: number) => `divisions.${key}`

  const save = async (data: FormData) => {
    const anglers = rows.map(({ key, id, name }) => ({
      ...(id !== undefined && { id }),
      name,
      divisions: ticksIn(data, divisionsField(key)),
    }))
    await saving.send({ params: { id: entry.id }, body: { anglers } })
    toast({ title: 'Saved', description: `The anglers of ${entry.boat.name} are changed.` })
    onDone()
  }

  return (
    <Form row={entry.id} onSubmit={save} onError={saving.fail}>
      <ul ref={listRef} tabIndex={-1} className={list}>
        {rows.map(({ key, name, divisions }, index) => (
          <li key={key} className={row}>
            <Field
              label={`Angler ${index + 1}`}
              name={`anglers.${index}.name`}
              autoComplete="off"
              maxLength={textRules.anglerName.max}
              value={name}
              onChange={event => change(key, { name: event.currentTarget.value })}
              required
            />
            <IconButton label={`Remove ${name || 'this angler'}`} onClick={() => remove(key)}>
              <Trash2 size={20} />
            </IconButton>
            {rules.divisions.length > 0 && (
              <TickGroup
                label="Divisions"
                name={divisionsField(key)}
                options={rules.divisions.map(division => ({ value: division.key, label: division.name }))}
                values={divisions}
              />
            )}
          </li>
        ))}
      </ul>
      <Stack gap="3">
        {rows.length < limits.anglers && (
          <Row>
            <Button variant="secondary" size="sm" onClick={() => add({ name: '', divisions: [] })}>
              <Plus size={18} />
              Add an Angler
            </Button>
          </Row>
        )}
        <DialogActions submit="Save Anglers" onCancel={onDone} />
      </Stack>
    </Form>
  )
}
