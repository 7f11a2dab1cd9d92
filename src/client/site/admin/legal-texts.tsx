import { useRef, useState } from 'react'
import { paths } from '#client/paths.ts'
import { legalTextsQuery } from '#client/site/api/admin.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { LegalInForce } from '#contract/site/legal.ts'
import { type LegalKind, legalTitles } from '#contract/site/legal-kinds.ts'
import { LegalEditor, VersionWords } from './legal-editor.tsx'
import { AdminRow } from './rows.tsx'

export function LegalTexts() {
  const [editing, setEditing] = useState<LegalKind | null>(null)
  // Editors stay mounted, to keep typed text.
  const [editors, setEditors] = useState<readonly LegalKind[]>([])
  const top = useRef<HTMLDivElement>(null)

  const show = (kind: LegalKind | null) => {
    setEditing(kind)
    if (kind !== null && !editors.includes(kind)) setEditors([...editors, kind])
    // The pressed button is hidden.
    top.current?.focus()
  }
  return (
    <div ref={top} tabIndex={-1}>
      <div hidden={editing !== null}>
        <Section
          id="legal"
          title="Terms and policies"
          description="The pages behind the links at the foot of every page. Each change is a new version; earlier ones stay readable."
        >
          <Data query={legalTextsQuery()} what="The texts" shape="block">
            {({ texts }) => (
              <List>
                {texts.map(text => (
                  <TextRow key={text.kind} text={text} onEdit={() => show(text.kind)} />
                ))}
              </List>
            )}
          </Data>
        </Section>
      </div>
      {editors.map(kind => (
        <div key={kind} hidden={kind !== editing}>
          <LegalEditor kind={kind} onBack={() => show(null)} />
        </div>
      ))}
    </div>
  )
}

function TextRow({ text, onEdit }: { text: LegalInForce; onEdit(): void }) {
  const title = legalTitles[text.kind]
  return (
    <AdminRow
      action={
        <Button variant="secondary" onClick={onEdit}>
          Edit<VisuallyHidden> {title}</VisuallyHidden>
        </Button>
      }
    >
      <Text weight="semibold">
        <NameLink href={paths.legal(text.kind)}>{title}</NameLink>
      </Text>
      <Muted small>
        Version {text.version}. <VersionWords version={text} />
      </Muted>
    </AdminRow>
  )
}
