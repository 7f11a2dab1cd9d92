import { auditQuery } from '#client/site/api/admin.ts'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { AuditEntry } from '#contract/site/admin.ts'
import { actorOf, auditWords, subjectOf } from './audit-words.ts'
import { AdminRow, SearchedPages } from './rows.tsx'

export const AuditTrail = () => (
  <Section
    id="audit"
    title="Audit Trail"
    description="What owners and operators did. It can’t be changed or deleted."
  >
    <SearchedPages<AuditEntry>
      queryOf={auditQuery}
      placeholder="Name or address"
      what="The audit trail"
      noun="of the audit trail"
      empty="Nothing yet"
    >
      {entry => <Entry key={entry.id} entry={entry} />}
    </SearchedPages>
  </Section>
)

const Entry = ({ entry }: { entry: AuditEntry }) => (
  <AdminRow
    action={
      <Muted as="span" small tabular>
        {entry.by !== null && `${entry.address} · `}
        <DateTime iso={entry.createdAt} />
      </Muted>
    }
  >
    <p>
      <Text as="span" weight="semibold">
        {actorOf(entry)}
      </Text>{' '}
      {auditWords[entry.kind]}
    </p>
    <Muted small>{subjectOf(entry)}</Muted>
  </AdminRow>
)
