import { Fragment, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useNow } from '#client/lib/now.tsx'
import { UserError } from '#client/lib/request.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { setRules } from '#client/tournaments/api/rules.ts'
import { TextButton } from '#client/ui/controls/link.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { controlsOf, issuesOf } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Grid, Panel, Stack } from '#client/ui/layout/stack.tsx'
import { fieldTexts, textRules } from '#contract/field-texts.ts'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { CategoryRows } from './category-rows.tsx'
import { DayRows } from './day-rows.tsx'
import { FormatRows } from './format-rows.tsx'
import { DivisionRows, MarkRows, PenaltyRows } from './mark-rows.tsx'
import { withNamedKeys } from './named-keys.ts'
import { PotRows } from './pot-rows.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { type Quick, QuickDialog } from './quick-dialogs.tsx'
import { heaviestFish, inUnit, ofFormat } from './replace-rules.ts'
import { PayoutRow, ProtestRow } from './result-rows.tsx'
import { controlOf, draftOf, type RulesDraft, rulesIn } from './rules-draft.ts'
import { SpeciesRows } from './species-rows.tsx'
import { useUnsavedRules } from './unsaved-rules.ts'

const paidText =
  'Backers have paid, or the tournament has started: you can change the rules, but not remove them.'

interface Editing {
  /** Null to rank as without rules. */
  draft: RulesDraft | null
  reason: string
  /** Rows that are replaced show their values anew. */
  revision: number
  /** Draft before the format was changed. */
  undo: RulesDraft | null | undefined
}

const startEditing = (rules: RulesJson | null, revision: number): Editing => ({
  draft: rules && draftOf(rules),
  reason: '',
  revision,
  undo: undefined,
})

export interface RulesEditorProps {
  tournament: Tournament
  version: TournamentRules
  /** A backer has paid. */
  hasMoney: boolean
  isSettled: boolean
}

/** The rules row by row, beside what they mean. */
export function RulesEditor(props: RulesEditorProps) {
  if (props.isSettled) return <p>The results are confirmed: the rules stand.</p>
  return <OpenEditor {...props} />
}

function OpenEditor({ tournament, version, hasMoney }: RulesEditorProps) {
  const [unsavedRules, keepUnsaved] = useUnsavedRules()
  const [base, setBase] = useState(() => ({ ...version, number: unsavedRules?.number ?? version.number }))
  const [{ draft, reason, revision, undo }, setEditing] = useState(() => ({
    ...startEditing(version.rules, 0),
    ...(unsavedRules && { draft: unsavedRules.draft, reason: unsavedRules.reason }),
  }))
  const [quick, setQuick] = useState<Quick | null>(null)
  // The server knows of payments that are under way.
  const [isAsked, setAsked] = useState(reason !== '')
  const isStarted = Date.parse(tournament.startDate) <= useNow()
  const set = useApiMutation(setRules, 'Failed to save the rules. Please try again.')
  const previewDraft = useDeferredValue(draft)
  const isChanged =
    reason !== '' || JSON.stringify(draft) !== JSON.stringify(base.rules && draftOf(base.rules))
  useEffect(
    () => keepUnsaved(isChanged ? { number: base.number, draft, reason } : null),
    [isChanged, base.number, draft, reason, keepUnsaved],
  )

  const begin = (version: TournamentRules) => {
    setBase(version)
    setEditing(before => startEditing(version.rules, before.revision + 1))
  }
  /** Jackpots and protests turn "as now" into rules. */
  const update = (change: (draft: RulesDraft) => RulesDraft) =>
    setEditing(before => ({ ...before, draft: change(before.draft ?? heaviestFish(tournament)) }))
  /** Rules of another format; `undefined` to undo. */
  const replace = (next: RulesDraft | null, before: RulesDraft | null | undefined) =>
    setEditing(({ revision: last, reason }) => ({ draft: next, reason, revision: last + 1, undo: before }))
  const save = async (data: FormData, form: HTMLFormElement) => {
    const sentReason = textOf(data, 'reason').trim()
    const rules = draft && withNamedKeys(rulesIn(draft), base.rules)
    if (JSON.stringify(rules) === JSON.stringify(base.rules)) {
      toast({ title: 'Nothing has changed', description: 'These rules are in force already.' })
      return
    }
    try {
      const body = { rules, ...(sentReason !== '' && { reason: sentReason }) }
      const saved = await set.send({ params: { id: tournament.id }, body })
      setBase(saved)
      // Text that was typed since the request stays, unsaved.
      setEditing(before =>
        before.draft === draft && before.reason === reason
          ? startEditing(saved.rules, before.revision + 1)
          : before,
      )
      toast({ title: 'Rules saved', description: 'They are in force now.' })
    } catch (error) {
      if (issuesOf(error).some(({ path }) => path === 'reason')) setAsked(true)
      throw draft ? atControls(error, draft, form) : error
    }
  }

  const edit = draft && { draft, update }
  const effectiveDraft = draft ?? heaviestFish(tournament)
  const lockReason = (parts: string) =>
    isStarted ? `The tournament has started: ${parts} can’t change now.` : null
  const needsReason = hasMoney || isStarted || isAsked
  return (
    <Grid columns="sidebar">
      <Stack gap="6">
        {version.number > base.number && !set.pending && (
          <Notice>
            The rules have changed meanwhile.{' '}
            <TextButton onClick={() => begin(version)}>Show version {version.number}</TextButton>
          </Notice>
        )}
        <Form
          onSubmit={save}
          onError={set.fail}
          keepsDraft={false}
          messages={{ reason: { valueMissing: fieldTexts.rulesReasonRequired } }}
        >
          <FormatRows
            draft={draft}
            update={update}
            asNowLocked={needsReason && base.rules !== null ? paidText : null}
            onFormat={format => replace(ofFormat(format, draft, tournament), draft)}
            onUnit={unit => draft && replace(inUnit(draft, unit), undo)}
          />
          {undo !== undefined && (
            <Notice>
              The rows are those of the format now.{' '}
              <TextButton onClick={() => replace(undo, undefined)}>Undo</TextButton>
            </Notice>
          )}
          <Fragment key={revision}>
            {edit ? (
              <>
                <DayRows {...edit} tournament={tournament} />
                <SpeciesRows {...edit} />
                <CategoryRows {...edit} />
              </>
            ) : (
              <p>
                The heaviest fish wins: each boat is ranked by its heaviest fish of any species, and you can
                set places yourself.
                {!isStarted &&
                  ' A jackpot, a prize or protests turn this into rules: then places follow from them.'}
              </p>
            )}
            <PotRows
              draft={effectiveDraft}
              update={update}
              lockReason={lockReason('jackpots and prizes')}
              onQuick={setQuick}
            />
            <ProtestRow draft={effectiveDraft} update={update} lockReason={lockReason('protests')} />
            {edit && (
              <>
                <MarkRows {...edit} />
                <PenaltyRows {...edit} />
                <DivisionRows {...edit} />
                <PayoutRow {...edit} />
              </>
            )}
            {needsReason && (
              <TextareaField
                label="Reason for the Change"
                name="reason"
                hint="Backers and captains read it with the new rules."
                rows={2}
                defaultValue={reason}
                onInput={({ currentTarget: { value } }) =>
                  setEditing(before => ({ ...before, reason: value }))
                }
                maxLength={textRules.reason.max}
                counter
                required
              />
            )}
          </Fragment>
          <FormActions>
            <SubmitButton>Save Rules</SubmitButton>
          </FormActions>
        </Form>
      </Stack>
      {previewDraft && <PreviewPanel draft={previewDraft} />}
      <QuickDialog
        kind={quick}
        draft={effectiveDraft}
        boats={tournament.entries.length}
        onClose={() => setQuick(null)}
        onDone={update}
      />
    </Grid>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <Panel padding="md" role="status">
    <p>{children}</p>
  </Panel>
)

/** Names the controls of the form where the server names rows by their place. */
function atControls(error: unknown, draft: RulesDraft, form: HTMLFormElement): unknown {
  const issues = issuesOf(error)
  if (issues.length === 0) return error
  const names = controlsOf(form).map(({ name }) => name)
  const controlIssues = issues.map(({ path, message }) => ({
    path: controlOf(draft, path, names) ?? path,
    message,
  }))
  const [first] = controlIssues.filter(({ path }) => !names.includes(path))
  return Object.assign(new UserError(first?.message ?? controlIssues[0]?.message), { issues: controlIssues })
}
