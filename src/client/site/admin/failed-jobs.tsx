import { toast } from '#client/lib/toast.ts'
import { failedJobsQuery, retryJob } from '#client/site/api/admin.ts'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { countText } from '#contract/numbers.ts'
import type { AdminJob } from '#contract/site/admin.ts'
import { ActionButton, AdminPages, AdminRow } from './rows.tsx'

export const FailedJobs = () => (
  <Section id="jobs" title="Jobs and Mails" description="What failed and isn’t tried again by itself.">
    <AdminPages<AdminJob> query={failedJobsQuery()} what="The jobs" noun="jobs" empty="Nothing has failed">
      {job => <Job key={job.id} job={job} />}
    </AdminPages>
  </Section>
)

function Job({ job: { id, kind, subject, attempts, failedAt, error, mail } }: { job: AdminJob }) {
  const title = mail ? mail.subject : kind
  const subjectText = mail ? `To ${mail.to}` : subject
  return (
    <AdminRow
      action={
        <ActionButton
          call={retryJob}
          options={{ params: { id } }}
          label={mail ? 'Send Again' : 'Run Again'}
          about={`: ${title}, ${subjectText}`}
          onDone={() => toast({ title: 'It runs again within a minute' })}
        />
      }
    >
      <Text weight="semibold">{title}</Text>
      <Muted small>
        {subjectText} · {countText(attempts, 'attempt')}
      </Muted>
      {failedAt !== null && (
        <Muted small>
          <DateTime iso={failedAt} />
        </Muted>
      )}
      {error !== null && <Text look="small">{error}</Text>}
    </AdminRow>
  )
}
