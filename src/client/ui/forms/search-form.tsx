import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { limits } from '#contract/limits.ts'
import { css } from '#styled/css/index.js'

const form = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
  alignItems: 'end',
  gap: '4',
})

interface SearchFormProps {
  /** Path of the page that lists what matches. */
  action: string
  /** Names what is searched. */
  label: string
  searchText: string | undefined
  /** Other parameters of the address. */
  parameters?: Record<string, string>
}

/** Searches without script: the address gets the text as `q`. */
export const SearchForm = ({ action, label, searchText, parameters = {} }: SearchFormProps) => (
  <search>
    <form action={action} className={form}>
      <Field
        label={label}
        name="q"
        type="search"
        defaultValue={searchText}
        maxLength={limits.searchMax}
        enterKeyHint="search"
        autoComplete="off"
      />
      {Object.entries(parameters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">Search</Button>
    </form>
  </search>
)
