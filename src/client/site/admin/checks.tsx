import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { checklistQuery, sendTestMail } from '#client/site/api/admin.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import type { Check, Checklist, CheckState } from '#contract/site/admin.ts'
import { AdminRow } from './rows.tsx'

const marks: Record<CheckState, readonly [BadgeTone, string]> = {
  risk: ['cancelled', 'To do'],
  note: ['info', 'Note'],
  ok: ['completed', 'Ready'],
}

/** What is not ready, which `bun run admin doctor` prints too. */
export function Checks() {
  const test = useApiMutation(sendTestMail, 'The mail was not sent. Please try again.')
  const send = () =>
    test.run({}, ({ to, sent, answer }) =>
      toast(
        sent
          ? { title: `Mail sent to ${to}`, description: answer }
          : {
              title: 'Not sent, but written to a file',
              description: `${answer}. Set SMTP_URL to send mail.`,
            },
      ),
    )
  return (
    <Section
      id="checklist"
      title="Checklist"
      description="What needs your attention comes first."
      action={
        <Button variant="secondary" pending={test.pending} onClick={() => void send()}>
          Send Me a Test Mail
        </Button>
      }
    >
      <Data<Checklist> query={checklistQuery()} what="The checklist" shape="block">
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

function CheckRow({ check: { state, title, text, href, doc } }: { check: Check }) {
  const [tone, word] = marks[state]
  return (
    <AdminRow action={<Badge tone={tone}>{word}</Badge>}>
      <Text weight="semibold">{href === null ? title : <NameLink href={href}>{title}</NameLink>}</Text>
      <Muted small>{text}</Muted>
      {state !== 'ok' && doc !== null && <Muted small>See {doc}</Muted>}
    </AdminRow>
  )
}
