import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { SectionLink } from '#client/ui/controls/link.tsx'
import { LoadFailed } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { lazyPart } from '#client/ui/overlays/lazy-part.ts'
import { css } from '#styled/css/index.js'
import type { RulesEditorProps } from './rules-editor.tsx'

// Reserves the height, so that nothing moves when the editor has loaded.
const tall = css({ minHeight: '100dvh' })

// The editor with standings, awards and sentences weighs as much as the rest of the page.
const editor = lazyPart(async () => (await import('./rules-editor.tsx')).RulesEditor)

/** The organiser's section to change the rules. */
export const RulesSection = (props: RulesEditorProps) => (
  <Section
    id="rules"
    title="Rules"
    description="Change a row, and the preview shows what it means. Everyone reads the rules as sentences."
    action={<SectionLink href={paths.rules(props.tournament.id)}>Read the Rules</SectionLink>}
  >
    <div className={tall}>
      <LoadedEditor {...props} />
    </div>
  </Section>
)

function LoadedEditor(props: RulesEditorProps) {
  const [hasFailed, setFailed] = useState(false)
  const Editor = editor.usePart(!hasFailed, () => setFailed(true))
  if (hasFailed) return <LoadFailed what="The editor" />
  return Editor ? <Editor {...props} /> : <Loading shape="block" count={3} />
}
