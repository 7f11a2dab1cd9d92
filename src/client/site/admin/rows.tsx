import type { ReactNode } from 'react'
import type { CallOptions } from '#client/api/client.ts'
import type { Mutation } from '#client/api/mutation.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import type { PagedList, PagesQuery } from '#client/lib/query.tsx'
import { Button, type ButtonProps } from '#client/ui/controls/button.tsx'
import { Labelled, type LabelledProps } from '#client/ui/controls/labelled.tsx'
import { FindField, useSearchText } from '#client/ui/forms/list-filter.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, ListItem, Row, RowText, Stack } from '#client/ui/layout/stack.tsx'
import type { ApiKey } from '#contract/endpoints.ts'
import { css } from '#styled/css/index.js'

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
  <ListItem id={id} gap="3" rowGap="2">
    <RowText basis={short ? '10rem' : '16rem'}>{children}</RowText>
    {action && <Row className={actions}>{action}</Row>}
  </ListItem>
)

interface ActionButtonProps<Key extends ApiKey> extends Pick<ButtonProps, 'variant'>, LabelledProps {
  call: Mutation<Key>
  options: CallOptions<Key>
  onDone(): void
}

/** A button that makes a call. The focus moves as {@link useApiMutation} says, if its row goes. */
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
  <PagedData query={query} what={what} shape="block">
    {list => <Items<T> {...items} list={list} />}
  </PagedData>
)

interface ItemsProps<T> extends Pick<PagesProps<T>, 'noun' | 'empty' | 'children'> {
  list: PagedList<T>
}

function Items<T extends { id: string }>({ list, noun, empty, children }: ItemsProps<T>) {
  return (
    <PagedItems list={list} what={noun} gap="4">
      {list.items.length === 0 ? <EmptyState title={empty} /> : <List>{list.items.map(children)}</List>}
    </PagedItems>
  )
}

interface SearchedProps<T> extends Omit<PagesProps<T>, 'query'> {
  queryOf(q: string): PagesQuery<T>
  placeholder: string
}

/** A list in pages that can be searched. */
export function SearchedPages<T extends { id: string }>({
  queryOf,
  placeholder,
  ...pages
}: SearchedProps<T>) {
  const [searchText, setSearchText] = useSearchText()
  return (
    <Stack>
      <FindField onSearch={setSearchText} placeholder={placeholder} />
      <AdminPages<T> {...pages} query={queryOf(searchText)} />
    </Stack>
  )
}
