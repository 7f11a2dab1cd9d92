import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offlineFirst } from '#client/api/query.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { boatChoices, boatChoicesQuery } from '#client/boats/api/boats.ts'
import { assignBoat, assignmentQuery } from '#client/boats/api/crew.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { useTyping } from '#client/ui/forms/list-filter.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import type { Assignment } from '#contract/boats/crew-members.ts'
import { limits } from '#contract/limits.ts'
import { css } from '#styled/css/index.js'

/** The list may lack the assigned boat. */
function choicesOf(boats: readonly Boat[], { boat }: Assignment) {
  const choices = boats.map(({ id, name, captain_name }) => ({
    value: id,
    label: `${name} (${captain_name})`,
  }))
  if (boat && !choices.some(({ value }) => value === boat.id))
    choices.unshift({ value: boat.id, label: `${boat.name} (${boat.captainName})` })
  return [{ value: '', label: 'No boat assigned' }, ...choices]
}

function resultText(search: string, count: number, hasMore: boolean): string {
  if (hasMore)
    return search === ''
      ? `These are the newest ${boatChoices}. Find others by name.`
      : `These are the first ${boatChoices}. Type more of the name.`
  if (count === 0) return 'No boat matches.'
  return count === 1 ? 'One boat matches.' : `${count} boats match.`
}

const statusText = ({ boat, approved }: Assignment): string => {
  if (!boat) return 'No boat yet. Choose one so that its backers see your posts.'
  return approved
    ? `You crew ${boat.name}. Your posts show its name.`
    : `Waiting for the owner of ${boat.name} to approve you.`
}

// The choice takes as much before it is loaded.
const frame = css({ column: '4', minHeight: '48' })

export function BoatAssignment() {
  const [search, setSearch] = useState('')
  const find = useTyping(setSearch)
  const boats = useQuery({
    ...boatChoicesQuery(search),
    ...offlineFirst,
    placeholderData: keepPreviousData,
  })
  const current = useQuery(assignmentQuery())
  const { pending, run } = useApiMutation(assignBoat, 'We couldn’t save your boat. Please try again.')
  const [choice, setChoice] = useState<string | null>(null)

  const assign = (boatId: string | null) => {
    setChoice(boatId)
    void run({ body: { boatId } }, answer =>
      toast({ title: 'Boat assignment saved', description: statusText(answer) }),
    )
  }

  if (current.isError || (boats.isError && search === ''))
    return (
      <Stack align="start" gap="3">
        <p>We couldn’t load your boat. Check your connection.</p>
        <Button
          size="wet"
          variant="secondary"
          onClick={() => void Promise.all([boats.refetch(), current.refetch()])}
        >
          Try again
        </Button>
      </Stack>
    )
  if (!current.data || (!boats.data && !boats.isError))
    return (
      <div className={frame}>
        <Loading shape="row" />
      </div>
    )
  const { items = [], next = null } = boats.data ?? {}
  const isFindable = search !== '' || next !== null
  const hint = boats.isError
    ? 'We couldn’t search. Check your connection and type again.'
    : resultText(search, items.length, next !== null)
  const value = pending ? (choice ?? '') : (current.data.boatId ?? '')
  return (
    <div className={frame}>
      {isFindable && (
        <Field
          label="Find a boat"
          name="find"
          type="search"
          autoComplete="off"
          maxLength={limits.searchMax}
          onInput={find}
        />
      )}
      <SelectField
        label="Boat assignment"
        name="boatId"
        hint={isFindable ? hint : undefined}
        options={choicesOf(items, current.data)}
        value={value}
        disabled={pending}
        onChange={event => assign(event.currentTarget.value || null)}
      />
      <Text weight="semibold" role="status">
        {statusText(current.data)}
      </Text>
    </div>
  )
}
