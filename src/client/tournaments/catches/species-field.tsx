import { useRef, useState } from 'react'
import { chip } from '#client/ui/forms/choice-fields.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { isSameSpecies } from '#contract/tournaments/scoring/fish.ts'

interface SpeciesFieldProps {
  /** Latest first. */
  recent?: readonly string[] | undefined
  value?: string | undefined
  onChange?(species: string): void
}

export function SpeciesField({ recent = [], value = '', onChange }: SpeciesFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [species, setSpecies] = useState(value)

  const choose = (name: string) => {
    const { current } = input
    if (!current) return
    current.value = name
    // Clears the field's error.
    current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <Stack gap="3">
      <Field
        ref={input}
        label="Species"
        name="species"
        autoComplete="off"
        autoCapitalize="words"
        defaultValue={value}
        onInput={event => {
          setSpecies(event.currentTarget.value)
          onChange?.(event.currentTarget.value)
        }}
        required
      />
      {recent.length > 0 && (
        <Row as="ul" align="stretch" aria-label="Weighed lately">
          {recent.map(name => (
            <li key={name}>
              <button
                type="button"
                aria-pressed={isSameSpecies(species, name)}
                className={chip}
                onClick={() => choose(name)}
              >
                {name}
              </button>
            </li>
          ))}
        </Row>
      )}
    </Stack>
  )
}
