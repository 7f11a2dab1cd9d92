import { useId } from 'react'
import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { Hint } from '#client/ui/forms/field-parts.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'

interface TickGroupProps {
  label: string
  name: string
  hint?: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  values: readonly string[]
}

/** Checkboxes for some of a short list. */
export function TickGroup({ label, name, hint, options, values }: TickGroupProps) {
  const id = useId()
  return (
    <Stack role="group" aria-labelledby={`${id}-legend`} gap="1">
      <Text as="div" look="label" id={`${id}-legend`}>
        {label}
      </Text>
      <Hint id={id}>{hint}</Hint>
      {options.map(({ value, label: text, disabled }) => (
        <CheckboxField
          key={value}
          label={text}
          name={name}
          value={value}
          disabled={disabled}
          defaultChecked={values.includes(value)}
        />
      ))}
    </Stack>
  )
}

/** Returns the values that are ticked. */
export const ticksIn = (data: FormData, name: string): string[] =>
  data.getAll(name).filter(value => typeof value === 'string')
