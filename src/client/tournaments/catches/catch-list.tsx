import Fish from 'lucide-react/icons/fish'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type RefObject, useRef } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { toast } from '#client/lib/toast.ts'
import { catchesQuery, deleteCatch } from '#client/tournaments/api/catches.ts'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { List, Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { CorrectionNote } from '#client/ui/marks/correction-note.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { catchText, measureText } from '#contract/tournaments/catch-texts.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { CorrectCatch } from './correct-catch.tsx'

const item = css({ paddingInlineStart: '4', paddingInlineEnd: '1', paddingBlock: '2' })
const words = css({ flex: '1 1 8rem', minWidth: '0', overflowWrap: 'anywhere' })
const actions = css({ display: 'flex', marginInlineStart: 'auto' })

interface CatchListProps {
  tournament: Tournament
  /** False after settlement. */
  changeable: boolean
}

export const CatchList = (props: CatchListProps) => (
  <PagedData<Catch> query={catchesQuery(props.tournament.id)} what="The catches" shape="row" count={3}>
    {list => <Catches list={list} {...props} />}
  </PagedData>
)

function Catches({ list, tournament, changeable }: CatchListProps & { list: PagedList<Catch> }) {
  const listRef = useRef<HTMLDivElement>(null)
  const boats = new Map(tournament.entries.map(entry => [entry.id, entry.boat.name]))
  if (list.items.length === 0)
    return <EmptyState icon={<Fish size={26} aria-hidden />} title="No catch yet" as="p" />
  return (
    <div ref={listRef} tabIndex={-1}>
      <List>
        {list.items.map(caught => (
          <CatchItem
            key={caught.id}
            caught={caught}
            boat={boats.get(caught.entryId) ?? ''}
            changeable={changeable}
            listRef={listRef}
          />
        ))}
      </List>
      <MorePages list={list} what="catches" listRef={listRef} />
    </div>
  )
}

interface CatchItemProps {
  caught: Catch
  boat: string
  changeable: boolean
  listRef: RefObject<HTMLDivElement | null>
}

function CatchItem({ caught, boat, changeable, listRef }: CatchItemProps) {
  const deletion = useApiMutation(deleteCatch, 'Failed to delete the catch. Please try again.')
  const what = `${boat}, ${catchText(caught)}`

  const remove = async () => {
    await deletion.send({ params: { id: caught.id } })
    toast({ title: 'Catch deleted', description: `${what}. Positions are up to date.` })
    listRef.current?.focus({ preventScroll: true })
  }

  return (
    <Row as="li" rowGap="none" className={item}>
      <div className={words}>
        <Text look="figure">
          {measureText(caught)} · {boat}
        </Text>
        <Muted small>
          {caught.species}, <DateTime iso={caught.caughtAt} withTime />
        </Muted>
        {caught.correction && <CorrectionNote correction={caught.correction} />}
      </div>
      {changeable && (
        <div className={actions}>
          <DialogButton
            label={`Correct ${what}`}
            icon={<Pencil size={20} aria-hidden />}
            title="Correct the Catch"
            description={boat}
          >
            {close => <CorrectCatch caught={caught} onDone={close} />}
          </DialogButton>
          <ConfirmButton
            label={`Delete ${what}`}
            icon={<Trash2 size={20} aria-hidden />}
            title="Delete this catch?"
            description={`${what}. Its update goes with it, and the positions follow.`}
            confirmLabel="Delete Catch"
            destructive
            onConfirm={remove}
            onError={deletion.fail}
          />
        </div>
      )}
    </Row>
  )
}
