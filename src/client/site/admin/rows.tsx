import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import type { CallOptions } from '#client/api/client.ts'
import type { Mutation } from '#client/api/mutation.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import type { PagedList, PagesQuery } from '#client/lib/query.tsx'
import { type ToastOptions, toast } from '#client/lib/toast.ts'
import { Button, type ButtonProps } from '#client/ui/controls/button.tsx'
import { Labelled, type LabelledProps } from '#client/ui/controls/labelled.tsx'
import { FindField } from '#client/ui/forms/list-filter.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { List, Row, Stack } from '#client/ui/layout/stack.tsx'
import type { ApiKey } from '#contract/endpoints.ts'
import { css } from '#styled/css/index.js'

const item = css({ paddingInline: '4', paddingBlock: '3' })
const words = css({ flex: '1 1 16rem', minWidth: '0', overflowWrap: 'anywhere' })
const shortWords = css({ flex: '1 1 10rem', minWidth: '0', overflowWrap: 'anywhere' })
const actions = css({ marginInlineStart: { sm: 'auto' } })

interface AdminRowProps {
  /** Id for links, which mark the row. */
  id?: string
  /** Action beside the text. */
  action?: ReactNode
  /** Short text: a button stays beside it on a phone. */
  short?: boolean
  children: ReactNode
}

export const AdminRow = ({ id, action, short = false, children }: AdminRowProps) => (
  <Row as="li" id={id} between gap="snug" rowGap="sm" className={item}>
    <div className={short ? shortWords : words}>{children}</div>
    {action && <Row className={actions}>{action}</Row>}
  </Row>
)

/** Shows the toast and moves the focus, after an action that removed its row with the focused button. */
export function finish(options: ToastOptions): void {
  toast(options)
  document.getElementById('main')?.focus({ preventScroll: true })
}

interface ActionButtonProps<Key extends ApiKey> extends Pick<ButtonProps, 'variant'>, LabelledProps {
  call: Mutation<Key>
  options: CallOptions<Key>
  onDone(): void
}

/** A button that makes a call. */
export function ActionButton<Key extends ApiKey>({
  call,
  options,
  label,
  about,
  variant = 'secondary',
  onDone,
}: ActionButtonProps<Key>) {
  const { run, pending } = useApiMutation(call, 'That did not work. Please try again.')
  return (
    <Button variant={variant} pending={pending} onClick={() => void run(options, onDone)}>
      <Labelled label={label} about={about} />
    </Button>
  )
}

interface PagesProps<T> {
  query: PagesQuery<T>
  /** Name of the list, as in "The people". */
  what: string
  /** Noun of the button, as in "Show more people". */
  noun: string
  empty: string
  children(item: T): ReactNode
}

/** A list in pages. */
export const AdminPages = <T extends { id: string }>({ query, what, ...items }: PagesProps<T>) => (
  <PagedData<T> query={query} what={what} shape="block">
    {list => <Items<T> {...items} list={list} />}
  </PagedData>
)

interface ItemsProps<T> extends Pick<PagesProps<T>, 'noun' | 'empty' | 'children'> {
  list: PagedList<T>
}

function Items<T extends { id: string }>({ list, noun, empty, children }: ItemsProps<T>) {
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <div ref={listRef} tabIndex={-1}>
      <Stack>
        {list.items.length === 0 ? <EmptyState title={empty} /> : <List>{list.items.map(children)}</List>}
        <MorePages list={list} what={noun} listRef={listRef} />
      </Stack>
    </div>
  )
}

interface SearchedProps<T> extends Omit<PagesProps<T>, 'query'> {
  queryOf(q: string): PagesQuery<T>
  placeholder: string
}

/** A list in pages that can be searched. The shown one stays until the next is loaded. */
export function SearchedPages<T extends { id: string }>({
  queryOf,
  placeholder,
  ...pages
}: SearchedProps<T>) {
  const [input, setInput] = useState('')
  return (
    <Stack>
      <FindField onSearch={setInput} placeholder={placeholder} />
      <AdminPages<T> {...pages} query={queryOf(useDeferredValue(input))} />
    </Stack>
  )
}
