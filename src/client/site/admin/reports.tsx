import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { closeReports, hideReportedPost, siteReportsQuery } from '#client/site/api/admin.ts'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import { countText } from '#contract/numbers.ts'
import type { AdminReport } from '#contract/site/moderation.ts'
import { ActionButton, AdminRow } from './rows.tsx'

export const Reports = () => (
  <Section id="reports" title="Reports" description="Crew videos that people reported, the latest first.">
    <Data query={siteReportsQuery()} what="The reports" shape="block">
      {reports =>
        reports.length === 0 ? (
          <EmptyState title="No reports" />
        ) : (
          <FirstItems items={reports} step={30} what="reports" gap="4">
            {items => (
              <List>
                {items.map(report => (
                  <Report key={report.id} report={report} />
                ))}
              </List>
            )}
          </FirstItems>
        )
      }
    </Data>
  </Section>
)

function Report({ report }: { report: AdminReport }) {
  const { id, caption, tag, boat, author, reports, reasons, createdAt } = report
  const title = caption ?? (boat === null ? tag : `${tag} on ${boat}`)
  const buttonProps = { options: { params: { id } }, about: `: ${title}` }
  return (
    <AdminRow
      action={
        <>
          <ActionButton
            {...buttonProps}
            call={closeReports}
            label="Keep It"
            onDone={() => toast({ title: 'Reports settled' })}
          />
          <ActionButton
            {...buttonProps}
            call={hideReportedPost}
            label="Take It Off"
            onDone={() => toast({ title: 'Taken off the feed' })}
          />
        </>
      }
    >
      <Text weight="semibold">
        <NameLink href={paths.crewVideo(id)}>{title}</NameLink>
      </Text>
      <Muted small>
        {countText(reports, 'report')} · {author.name ?? 'A deleted account'}
      </Muted>
      <Muted small>
        <DateOnly iso={createdAt} />
      </Muted>
      {reasons.length > 0 && (
        <Text look="small" multiline>
          {reasons.map(reason => `“${reason}”`).join('\n')}
        </Text>
      )}
    </AdminRow>
  )
}
