import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { approveRequest, declineRequest, requestsQuery } from '#client/site/api/admin.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { OrganiserRequest } from '#contract/people/site-roles.ts'
import { css } from '#styled/css/index.js'
import { AdminPages, AdminRow, tellDone } from './rows.tsx'

const quote = css({ whiteSpace: 'pre-line', paddingBlock: '1' })

export const Requests = () => (
  <Section id="requests" title="Requests" description="People who ask to run tournaments.">
    <AdminPages<OrganiserRequest>
      query={requestsQuery()}
      what="The requests"
      noun="requests"
      empty="No open requests"
    >
      {request => <Request key={request.id} request={request} />}
    </AdminPages>
  </Section>
)

function Request({ request: { id, content, createdAt, person } }: { request: OrganiserRequest }) {
  const who = person.name ?? person.email
  const approval = useApiMutation(approveRequest, 'That did not work. Please try again.')
  const refusal = useApiMutation(declineRequest, 'That did not work. Please try again.')
  const done = (title: string) => () => tellDone({ title, description: 'They get a mail.' })
  const of = { params: { id } }
  return (
    <AdminRow
      action={
        <>
          <Button
            variant="secondary"
            pending={refusal.pending}
            onClick={() => void refusal.run(of, done('Request declined'))}
          >
            Decline<VisuallyHidden> {who}</VisuallyHidden>
          </Button>
          <Button
            pending={approval.pending}
            onClick={() => void approval.run(of, done(`${who} can run tournaments`))}
          >
            Approve<VisuallyHidden> {who}</VisuallyHidden>
          </Button>
        </>
      }
    >
      <Text weight="semibold">{who}</Text>
      <Text className={quote}>{content}</Text>
      {person.name !== null && <Muted small>{person.email}</Muted>}
      <Muted small>
        <DateTime iso={createdAt} withTime />
      </Muted>
    </AdminRow>
  )
}
