import { checklistQuery } from '#client/site/api/admin.ts'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import type { Check, CheckState } from '#contract/site/admin.ts'
import { AdminRow } from './rows.tsx'
import { TestMailButton } from './test-mail-button.tsx'

const marks: Record<CheckState, readonly [BadgeTone, string]> = {
  risk: ['cancelled', 'To do'],
  note: ['info', 'Note'],
  ok: ['completed', 'Ready'],
}

/** Open points, which `bun run admin doctor` prints too. */
export function Checks() {
  return (
    <Section
      id="checklist"
      title="Checklist"
      description="What needs your attention comes first."
      action={<TestMailButton />}
    >
      <Data query={checklistQuery()} what="The checklist" shape="block">
        {({ checks }) => (
          <List>
            {checks.map(check => (
              <CheckRow key={check.id} check={check} />
            ))}
          </List>
        )}
      </Data>
    </Section>
  )
}

/** @param note for a check that isn't a risk, instead of "Note" */
export function CheckMark({ state, note }: { state: CheckState; note?: string }) {
  const [tone, usual] = marks[state]
  const word = state === 'note' ? (note ?? usual) : usual
  return <Badge tone={tone}>{word}</Badge>
}

function CheckRow({ check: { state, title, text, href, doc } }: { check: Check }) {
  return (
    <AdminRow action={<CheckMark state={state} />}>
      <Text weight="semibold">{href === null ? title : <NameLink href={href}>{title}</NameLink>}</Text>
      <Muted small>{text}</Muted>
      {state !== 'ok' && doc !== null && <Muted small>See {doc}</Muted>}
    </AdminRow>
  )
}
