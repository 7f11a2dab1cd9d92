import { useId } from 'react'
import { FieldError, Hint, useFieldState } from '#client/ui/forms/field-parts.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { css } from '#styled/css/index.js'
import { TextCell } from './cells.tsx'
import { type RulesDraft, speciesName } from './rules-draft.ts'

const wide = css({ gridColumn: '1 / -1' })
const legend = css({ textStyle: 'label', color: 'ink' })
const chip = css({
  row: '2',
  minHeight: 'touch',
  paddingInline: '3',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'full',
  backgroundColor: 'surface',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&:hover': { borderColor: 'sea' },
  '&:has(:checked)': { borderColor: 'sea', backgroundColor: 'seaSoft', color: 'onSeaSoft' },
  '&:has(:focus-visible)': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'inkMuted', borderColor: 'line' },
  '& input': { accentColor: 'seaSolid', boxSize: '4' },
  '& input:focus-visible': { outline: 'none' },
})

interface KeysCellProps {
  label: string
  name: string
  /** Null for all. */
  value: readonly string[] | null
  onValue(value: string[] | null): void
  options: readonly { value: string; label: string }[]
}

/** Some of a list, or all. */
export function KeysCell({ label, name, value, onValue, options }: KeysCellProps) {
  const id = useId()
  const hint = 'None ticked: all.'
  const { error, aria } = useFieldState({ name, hint }, id)
  const toggle = (key: string, isOn: boolean) => {
    const keys = [...(value ?? []).filter(one => one !== key), ...(isOn ? [key] : [])]
    // Keeps the order of the list.
    const order = options.map(option => option.value)
    const next = keys.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    onValue(next.length === 0 ? null : next)
  }
  return (
    <Stack role="group" aria-labelledby={`${id}-legend`} {...aria} gap="1.5" className={wide}>
      <div id={`${id}-legend`} className={legend}>
        {label}
      </div>
      <Row>
        {options.map(option => (
          <label key={option.value} className={chip}>
            <input
              type="checkbox"
              name={name}
              value={option.value}
              data-label={label}
              checked={value?.includes(option.value) ?? false}
              onChange={event => toggle(option.value, event.currentTarget.checked)}
            />
            {option.label}
          </label>
        ))}
      </Row>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </Stack>
  )
}

type SpeciesCellProps = Omit<KeysCellProps, 'options'> & { draft: RulesDraft }

/** Choice of listed species; without a list their names, separated by commas. */
export function SpeciesCell({ draft, ...cell }: SpeciesCellProps) {
  const { value, onValue } = cell
  if (draft.species.length === 0)
    return (
      <TextCell
        {...cell}
        placeholder="All"
        hint="By commas, or all"
        value={value?.join(', ') ?? ''}
        onValue={text => onValue(namesIn(text))}
      />
    )
  const options = draft.species.map(({ id, name }) => ({ value: id, label: name || 'New species' }))
  const others = (value ?? []).filter(one => options.every(option => option.value !== one))
  return (
    <KeysCell
      {...cell}
      options={[
        ...options,
        ...others.map(one => ({ value: one, label: `${speciesName(draft, one)} (not listed)` })),
      ]}
    />
  )
}

function namesIn(text: string): string[] | null {
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  return names.length === 0 ? null : names
}
