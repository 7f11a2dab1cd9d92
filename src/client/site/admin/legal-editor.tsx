import { useEffect, useRef, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { RequestError } from '#client/lib/request.ts'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import {
  changeLegalText,
  ownerLegalQuery,
  previewLegalText,
  restoreLegalText,
} from '#client/site/api/admin.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { NameLink, TextLink } from '#client/ui/controls/link.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { List, Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { LegalVersionInfo, OwnerLegalText } from '#contract/site/legal.ts'
import { type LegalKind, legalTitles } from '#contract/site/legal-kinds.ts'
import { css } from '#styled/css/index.js'
import { AdminRow } from './rows.tsx'

const source = css({ '& textarea': { minHeight: '60dvh', fontFamily: 'mono', fontSize: 'sm' } })
const anchor = css({ scrollMarginTop: '20', overflowWrap: 'anywhere' })

/** Origin of a version: "Your own text, since 22 Nov 2026, by Ana Reyes". */
export function VersionWords({ version: { createdAt, source, by } }: { version: LegalVersionInfo }) {
  return (
    <>
      {source === 'default' ? 'Default text' : 'Your own text'}, since <DateOnly iso={createdAt} />
      {source === 'owner' && `, by ${by ?? 'a deleted account'}`}
      {source === 'command line' && ', by the command line'}
    </>
  )
}

interface EditorProps {
  kind: LegalKind
  onBack(): void
}

export const LegalEditor = ({ kind, onBack }: EditorProps) => (
  <Section
    id={`legal-${kind}`}
    title={legalTitles[kind]}
    action={
      <Button variant="secondary" onClick={onBack}>
        All Texts
      </Button>
    }
  >
    <Data query={ownerLegalQuery(kind)} what="The text" shape="block">
      {legalText => <Editor legalText={legalText} />}
    </Data>
  </Section>
)

/** Initial text. */
interface Start {
  text: string
  /** Null after a conflict, if the next save replaces the version in force. */
  version: number | null
  /** A new one shows `text` in place of the typed text. */
  key: number
}

function Editor({ legalText: { kind, text, versions } }: { legalText: OwnerLegalText }) {
  const [latest] = versions
  const now = latest?.version ?? 0
  /** Part of the draft, so that a reload doesn't hide a conflict. */
  const base = useRef<HTMLInputElement>(null)
  const [start, setStart] = useState<Start>({ text, version: now, key: 0 })
  const [isTouched, setTouched] = useState(false)
  const [preview, setPreview] = useState<string | null>(null)
  const change = useApiMutation(changeLegalText)
  const restoration = useApiMutation(restoreLegalText)
  const previewing = useApiMutation(previewLegalText, 'Failed to show the preview. Please try again.')
  const baseName = `base-${kind}`

  // Another owner saved a version.
  if (!isTouched && start.version !== now) setStart({ text, version: now, key: start.key + 1 })

  const setBase = (value: string) => {
    if (base.current) base.current.value = value
  }
  const begin = ({ text, versions: [current] }: OwnerLegalText, key: number) => {
    setStart({ text, version: current?.version ?? now, key })
    setTouched(false)
    setBase('')
  }
  const save = async (data: FormData) => {
    const baseVersion = Number(textOf(data, baseName)) || (start.version ?? now)
    const answer = await change.send({
      params: { kind },
      body: { text: textOf(data, 'text'), base: baseVersion },
    })
    begin(answer, start.key)
    toast({
      title: `Version ${answer.versions[0]?.version} is in force`,
      link: { label: 'Read it', href: paths.legal(kind) },
    })
  }
  const refuse = (error: unknown) => {
    if (error instanceof RequestError && error.status === 409) {
      setStart({ ...start, version: null })
      setBase('')
    }
    return toastFailure(error, 'Failed to save the text. Please try again.')
  }
  const restore = async () => {
    const answer = await restoration.send({ params: { kind }, body: { base: now } })
    // Drops the draft.
    base.current?.form?.reset()
    base.current?.form?.dispatchEvent(new Event('input', { bubbles: true }))
    begin(answer, start.key + 1)
    toast({ title: 'The default text is in force' })
  }
  const show = () => {
    const form = base.current?.form
    if (!form) return
    const body = { text: textOf(new FormData(form), 'text') }
    void previewing.run({ body }, ({ html }) => setPreview(html))
  }
  return (
    <Stack gap="6">
      {latest && (
        <Muted>
          Version {now} is in force. <VersionWords version={latest} />.{' '}
          <TextLink href={paths.legal(kind)}>Read it</TextLink>
        </Muted>
      )}
      <Form
        key={start.key}
        onSubmit={save}
        onError={refuse}
        onInput={({ target }) => {
          if (!(target instanceof HTMLTextAreaElement)) return
          setTouched(true)
          if (base.current?.value === '') setBase(String(start.version ?? now))
        }}
      >
        <TextareaField
          label="Text"
          name="text"
          required
          defaultValue={start.text}
          className={source}
          hint="Markdown: ## Heading, **bold**, - item, [link](/support). HTML isn’t shown."
        />
        <input ref={base} name={baseName} defaultValue="" aria-hidden hidden readOnly />
        <FormActions>
          <SubmitButton pendingLabel="Saving...">Put in Force</SubmitButton>
          <Button variant="secondary" pending={previewing.pending} onClick={show}>
            Preview
          </Button>
          {latest && latest.source !== 'default' && (
            <ConfirmButton
              variant="secondary"
              label="Use the Default Text Again"
              title="Use the default text again?"
              description="It follows new releases and settings. Your own text stays readable as an earlier version; what you typed since then is dropped."
              confirmLabel="Use the Default Text"
              onConfirm={restore}
              onError={restoration.fail}
            />
          )}
        </FormActions>
      </Form>
      {preview !== null && <Preview html={preview} />}
      <Versions kind={kind} versions={versions.slice(1)} />
    </Stack>
  )
}

function Preview({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new preview
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'start' })
  }, [html])
  return (
    <Stack gap="3">
      <Text as="h3" look="label">
        Preview
      </Text>
      <Panel padding="lg">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders Markdown, never HTML of the text */}
        <div ref={ref} tabIndex={-1} className={anchor} dangerouslySetInnerHTML={{ __html: html }} />
      </Panel>
    </Stack>
  )
}

function Versions({ kind, versions }: { kind: LegalKind; versions: readonly LegalVersionInfo[] }) {
  if (versions.length === 0) return null
  return (
    <Stack gap="3">
      <Text as="h3" look="label">
        Earlier versions
      </Text>
      <FirstItems items={versions} step={10} what="versions">
        {items => (
          <List>
            {items.map(version => (
              <AdminRow key={version.version}>
                <Text weight="semibold">
                  <NameLink href={paths.legal(kind, version.version)}>Version {version.version}</NameLink>
                </Text>
                <Muted small>
                  <VersionWords version={version} />
                </Muted>
              </AdminRow>
            ))}
          </List>
        )}
      </FirstItems>
    </Stack>
  )
}
