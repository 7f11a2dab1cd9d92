import { useRef } from 'react'
import { Field } from '#client/ui/forms/field.tsx'
import { limits } from '#contract/limits.ts'

/** Milliseconds after the last key. */
const typingMs = 250

interface FindFieldProps {
  label?: string
  /** What can be found. */
  placeholder: string
  className?: string
  onFind(typed: string): void
}

/** Finds when typing pauses. */
export function FindField({ label = 'Find', onFind, ...field }: FindFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const type = (value: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onFind(value.trim()), typingMs)
  }
  return (
    <Field
      {...field}
      label={label}
      name="find"
      type="search"
      autoComplete="off"
      maxLength={limits.searchMax}
      onInput={event => type(event.currentTarget.value)}
    />
  )
}
