import Radio from 'lucide-react/icons/radio'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { isOpen } from '#client/domain/status.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { toast } from '#client/lib/toast.ts'
import { deleteUpdate, managedUpdatesQuery } from '#client/tournaments/api/updates.ts'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Grid, List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { OrganiserView } from '#contract/tournaments/catches.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { css } from '#styled/css/index.js'
import { UpdateForm } from './update-form.tsx'

const item = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: '2',
  paddingInlineStart: '4',
  paddingInlineEnd: '1',
  paddingBlock: '3',
})
const words = css({ minWidth: '0', overflowWrap: 'anywhere', paddingInlineEnd: '2' })
const picture = css({
  width: '40',
  maxWidth: 'full',
  aspectRatio: '16/9',
  objectFit: 'cover',
  borderRadius: 'md',
  backgroundColor: 'sunken',
  marginTop: '2',
})

interface ManageUpdatesProps {
  tournament: Tournament
  view: OrganiserView
}

export function ManageUpdates({ tournament, view }: ManageUpdatesProps) {
  const [postCount, setPostCount] = useState(0)
  const { id, status, entries } = tournament
  return (
    <Grid columns="halves">
      <Section id="post-update" title="Post an Update">
        {status === 'cancelled' || entries.length === 0 ? (
          <EmptyState
            icon={<Radio size={26} />}
            title={status === 'cancelled' ? 'This tournament is cancelled' : 'No boats registered yet.'}
          />
        ) : (
          <FormCard>
            <UpdateForm key={postCount} entries={entries} onDone={() => setPostCount(postCount + 1)} />
          </FormCard>
        )}
      </Section>
      <Section id="updates" title="Posted">
        <PagedData query={managedUpdatesQuery(id)} what="The updates" shape="block" count={2}>
          {list => (
            <UpdateList
              list={list}
              isOver={!isOpen(status)}
              weighIns={new Set(view.weighInUpdates)}
              own={view.ownUpdates && new Set(view.ownUpdates)}
            />
          )}
        </PagedData>
      </Section>
    </Grid>
  )
}

interface UpdateListProps {
  list: PagedList<Update>
  isOver: boolean
  weighIns: ReadonlySet<string>
  /** Updates that the viewer can delete, or undefined for all. */
  own: ReadonlySet<string> | undefined
}

function UpdateList({ list, isOver, weighIns, own }: UpdateListProps) {
  if (list.items.length === 0)
    return <EmptyState icon={<Radio size={26} />} title={isOver ? 'No updates' : 'No updates yet'} />
  return (
    <PagedItems list={list} what="updates">
      <List>
        {list.items.map(update => (
          <UpdateItem
            key={update.id}
            update={update}
            isWeighIn={weighIns.has(update.id)}
            canDelete={!weighIns.has(update.id) && (own === undefined || own.has(update.id))}
          />
        ))}
      </List>
    </PagedItems>
  )
}

interface UpdateItemProps {
  update: Update
  isWeighIn: boolean
  canDelete: boolean
}

function UpdateItem({ update, isWeighIn, canDelete }: UpdateItemProps) {
  const deletion = useApiMutation(deleteUpdate, 'Failed to delete the update. Please try again.')
  const { boat } = update.tournamentEntry

  const remove = async () => {
    await deletion.send({ params: { id: update.id } })
    toast({ title: 'Update deleted' })
  }

  return (
    <li className={item}>
      <div className={words}>
        <Text as="h3" look="figure">
          {boat.name}
        </Text>
        <Text multiline>{update.content}</Text>
        <Muted small>
          <RelativeTime iso={update.createdAt} />
          {update.location && ` · ${update.location}`}
          {isWeighIn && ' · Delete its catch to remove it'}
        </Muted>
        {update.imageUrl !== null && (
          <img
            src={update.imageUrl}
            alt={`From ${boat.name}`}
            loading="lazy"
            decoding="async"
            className={picture}
          />
        )}
      </div>
      {canDelete && (
        <ConfirmButton
          label={`Delete the update of ${boat.name}: ${update.content.slice(0, 60)}`}
          icon={<Trash2 size={20} />}
          title="Delete this update?"
          description={`From ${boat.name}. It disappears for everybody.`}
          confirmLabel="Delete Update"
          destructive
          onConfirm={remove}
          onError={deletion.fail}
        />
      )}
    </li>
  )
}
