import Megaphone from 'lucide-react/icons/megaphone'
import Trash2 from 'lucide-react/icons/trash-2'
import { type RefObject, useRef, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { useRetryId } from '#client/lib/use-retry-id.ts'
import {
  announcementsQuery,
  changeAnnouncement,
  deleteAnnouncement,
  postAnnouncement,
} from '#client/tournaments/api/announcements.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { type Messages, tooLong } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Items, MorePages } from '#client/ui/layout/show-more.tsx'
import { Grid, List, Row, RowText } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import { css } from '#styled/css/index.js'

const item = css({ paddingInlineStart: '4', paddingInlineEnd: '1', paddingBlock: '3' })
// They wrap together.
const actions = css({ row: '2', marginInlineStart: 'auto' })

const messages: Messages = { content: { valueMissing: textRules.update.required } }
const check = (data: FormData) => tooLong(data, { content: textRules.update })

export function ManageAnnouncements({ tournamentId }: { tournamentId: string }) {
  const [postCount, setPostCount] = useState(0)
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <Grid columns="halves">
      <Section id="announce" title="Announce" description="News for everyone, such as “Weigh-in until 6 PM”.">
        <FormCard>
          <AnnouncementForm
            key={postCount}
            tournamentId={tournamentId}
            onDone={() => setPostCount(postCount + 1)}
          />
        </FormCard>
      </Section>
      <Section id="announcements" title="Announced">
        <Items what="announcements" listRef={listRef}>
          <PagedData
            query={announcementsQuery(tournamentId)}
            what="The announcements"
            shape="block"
            count={2}
          >
            {list =>
              list.items.length === 0 ? (
                <EmptyState icon={<Megaphone size={26} />} title="Nothing announced yet" />
              ) : (
                <>
                  <List>
                    {list.items.map(announcement => (
                      <Item key={announcement.id} announcement={announcement} listRef={listRef} />
                    ))}
                  </List>
                  <MorePages list={list} what="announcements" listRef={listRef} />
                </>
              )
            }
          </PagedData>
        </Items>
      </Section>
    </Grid>
  )
}

function AnnouncementForm({ tournamentId, onDone }: { tournamentId: string; onDone(): void }) {
  const posting = useApiMutation(postAnnouncement, 'Failed to announce it. Please try again.')
  const idOf = useRetryId()
  const post = async (data: FormData) => {
    const body = { content: textOf(data, 'content'), pinned: data.has('pinned') }
    await posting.send({ params: { id: tournamentId }, body: { ...body, id: idOf(body) } })
    toast({ title: 'Announced', description: 'It is on the tournament’s page, the kiosk and home.' })
    onDone()
  }
  return (
    <Form onSubmit={post} onError={posting.fail} messages={messages} check={check}>
      <TextareaField label="Announcement" name="content" rows={2} required />
      <CheckboxField label="Pin it to the top" name="pinned" hint="It replaces the one that is pinned." />
      <FormActions>
        <SubmitButton>Announce</SubmitButton>
      </FormActions>
    </Form>
  )
}

interface ItemProps {
  announcement: Announcement
  listRef: RefObject<HTMLDivElement | null>
}

function Item({ announcement: { id, content, pinned, createdAt }, listRef }: ItemProps) {
  const change = useApiMutation(changeAnnouncement, 'Failed to change the pin. Please try again.')
  const deletion = useApiMutation(deleteAnnouncement, 'Failed to delete it. Please try again.')
  const start = content.slice(0, 60)

  const remove = async () => {
    await deletion.send({ params: { id } })
    toast({ title: 'Announcement deleted' })
    listRef.current?.focus({ preventScroll: true })
  }

  return (
    <Row as="li" rowGap="1" className={item}>
      <RowText basis="10rem">
        <Text multiline>{content}</Text>
        <Muted small>
          <RelativeTime iso={createdAt} />
          {pinned && ' · pinned'}
        </Muted>
      </RowText>
      <span className={actions}>
        <Button
          variant="ghost"
          pending={change.pending}
          aria-label={`${pinned ? 'Unpin' : 'Pin'}: ${start}`}
          onClick={() => void change.run({ params: { id }, body: { pinned: !pinned } })}
        >
          {pinned ? 'Unpin' : 'Pin'}
        </Button>
        <ConfirmButton
          label={`Delete the announcement: ${start}`}
          icon={<Trash2 size={20} />}
          title="Delete this announcement?"
          description="It disappears for everybody."
          confirmLabel="Delete Announcement"
          destructive
          onConfirm={remove}
          onError={deletion.fail}
        />
      </span>
    </Row>
  )
}
