import { useBoot } from '#client/lib/boot.tsx'
import { toast } from '#client/lib/toast.ts'
import { approveRequest, declineRequest, requestsQuery } from '#client/site/api/admin.ts'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { EmailText } from '#client/ui/marks/email-text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { OrganiserRequest } from '#contract/people/site-roles.ts'
import { css } from '#styled/css/index.js'
import { ActionButton, AdminPages, AdminRow } from './rows.tsx'

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
  const { sendsMail } = useBoot()
  const name = person.name ?? person.email
  const onDone = (title: string) => () =>
    toast({ title, ...(sendsMail && { description: 'They get a mail.' }) })
  const buttonProps = {
    options: { params: { id } },
    about: person.name === null ? ` ${name}` : ` ${name}, ${person.email}`,
  }
  return (
    <AdminRow
      action={
        <>
          <ActionButton
            {...buttonProps}
            call={declineRequest}
            label="Decline"
            onDone={onDone('Request declined')}
          />
          <ActionButton
            {...buttonProps}
            call={approveRequest}
            label="Approve"
            variant="primary"
            onDone={onDone(`${name} can run tournaments`)}
          />
        </>
      }
    >
      <Text weight="semibold">{name}</Text>
      <Text className={quote}>{content}</Text>
      {person.name !== null && (
        <Muted small>
          <EmailText text={person.email} />
        </Muted>
      )}
      <Muted small>
        <DateTime iso={createdAt} />
      </Muted>
    </AdminRow>
  )
}
