import { type InputEvent, useDeferredValue, useRef, useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { limits } from '#contract/limits.ts'
import { css } from '#styled/css/index.js'

const chips = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
const search = css({ width: { base: 'full', sm: '18rem' }, _print: { display: 'none' } })

/** Milliseconds after the last key. */
const typingMs = 250

/** Returns the text of a {@link FindField} and its setter. The shown list stays until the next is loaded. */
export function useSearchText() {
  const [input, setInput] = useState('')
  return [useDeferredValue(input), setInput] as const
}

/** Props of a {@link ListFilter}, and its values once their list is loaded. */
export function useListFilter<Filter extends string>(first: Filter) {
  const [filter, setFilter] = useState(first)
  const [searchText, onSearch] = useSearchText()
  return { field: { filter, setFilter, onSearch }, filter: useDeferredValue(filter), searchText }
}

/** Returns the handler of a search field's input: it calls back once the person pauses. */
export function useTyping(onPause: (text: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return ({ currentTarget: { value } }: InputEvent<HTMLInputElement>) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onPause(value.trim()), typingMs)
  }
}

interface FindProps {
  onSearch(text: string): void
  /** Names the items to search. */
  placeholder: string
}

/** Lists that are shorter need no search. */
export const findFrom = 10

export function FindField({ onSearch, placeholder }: FindProps) {
  const type = useTyping(onSearch)
  return (
    <Field
      label="Find"
      name="find"
      type="search"
      placeholder={placeholder}
      autoComplete="off"
      maxLength={limits.searchMax}
      className={search}
      onInput={type}
    />
  )
}

interface ListFilterProps<Filter extends string> extends FindProps {
  /** Label such as "Which payouts". */
  label: string
  options: readonly (readonly [filter: Filter, name: string])[]
  filter: Filter
  setFilter(filter: Filter): void
}

export function ListFilter<Filter extends string>(props: ListFilterProps<Filter>) {
  const { label, options, filter, setFilter, ...find } = props
  return (
    <Row between align="end" gap="3">
      <fieldset className={chips} aria-label={label}>
        {options.map(([value, name]) => (
          <Button
            key={value}
            variant={filter === value ? 'primary' : 'secondary'}
            aria-pressed={filter === value}
            onClick={() => setFilter(value)}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      <FindField {...find} />
    </Row>
  )
}
