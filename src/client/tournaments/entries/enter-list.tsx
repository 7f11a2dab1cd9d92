import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { toast } from '#client/lib/toast.ts'
import { listBoats } from '#client/tournaments/api/entries.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { issuesOf } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Failure, Muted } from '#client/ui/layout/text.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { countText } from '#contract/numbers.ts'
import type { BoatList } from '#contract/tournaments/entries.ts'
import { css } from '#styled/css/index.js'
import { boatsIn, type ListedLine } from './boat-list.ts'

const checkedList = css({
  overflowWrap: 'anywhere',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'md',
  padding: '3',
})

interface Props {
  tournamentId: string
}

/** Step that sends captains their links where the site can't. */
const inviteText = 'Show each captain their link with “Invite Captain” in the list of entries.'

export function EnterList({ tournamentId }: Props) {
  const { sendsMail } = useBoot()
  return (
    <DialogButton
      label="Enter a List"
      variant="secondary"
      title="Enter a List of Boats"
      description={`${sendsMail ? 'Each captain gets a link by mail to take the boat over.' : inviteText} Until then it fishes, but backers can’t fund it.`}
    >
      {close => <ListForm tournamentId={tournamentId} onDone={close} />}
    </DialogButton>
  )
}

type CheckedBoat = BoatList['boats'][number] & Pick<ListedLine, 'line'>
/** `text`: that was checked. */
type CheckResult = { text: string } & ({ problems: readonly string[] } | { boats: readonly CheckedBoat[] })

function ListForm({ tournamentId, onDone }: Props & { onDone(): void }) {
  const { sendsMail } = useBoot()
  const list = useApiMutation(listBoats, 'Failed to enter the boats. Please try again.')
  const [text, setText] = useState('')
  const [lastResult, setResult] = useState<CheckResult | null>(null)
  const result = lastResult?.text === text ? lastResult : null
  const newCount = result && 'boats' in result ? result.boats.filter(({ known }) => !known).length : null
  const isChecked = newCount !== null

  const submit = async () => {
    const lines = boatsIn(text)
    if (lines.length === 0 || lines.length > limits.listedBoats)
      return setResult({ text, problems: [fieldTexts.boatListInvalid] })
    let answer: BoatList
    try {
      const boats = lines.map(({ line, ...boat }) => boat)
      answer = await list.send({ params: { id: tournamentId }, body: { boats, preview: !isChecked } })
    } catch (error) {
      const issues = issuesOf(error)
      if (issues.length === 0) throw error
      return setResult({ text, problems: problemsOf(issues, lines) })
    }
    if (!isChecked)
      return setResult({
        text,
        boats: answer.boats.map((boat, i) => ({ ...boat, line: lines[i]?.line ?? i })),
      })
    const newBoats = answer.boats.filter(({ known }) => !known)
    const unsentCount = newBoats.filter(({ mailed }) => !mailed).length
    toast({
      title: `${countText(newBoats.length, 'boat')} entered`,
      description: !sendsMail
        ? inviteText
        : unsentCount === 0
          ? 'Their captains get a link by mail.'
          : `${countText(unsentCount, 'link')} couldn’t be sent. Send them again from the list of entries.`,
    })
    onDone()
  }

  return (
    <Form onSubmit={submit} onError={list.fail}>
      <TextareaField
        label="Boats"
        name="list"
        hint={`One a line, at most ${limits.listedBoats}: boat, captain, e-mail, goal in dollars, share in percent.`}
        placeholder="Reel Deal, Ana Reyes, ana@example.com, 10000, 40"
        rows={8}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        required
      />
      <Field
        label="Or choose a CSV file"
        name="file"
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={async event => {
          const [file] = event.currentTarget.files ?? []
          if (!file) return
          if (file.size <= limits.jsonBody) setText(await file.text())
          else setResult({ text, problems: [fieldTexts.boatListTooLarge] })
        }}
      />
      <div role="status">{result && <CheckedList result={result} />}</div>
      <DialogActions
        submit={newCount === null ? 'Check the List' : `Enter ${countText(newCount, 'Boat')}`}
        disabled={newCount === 0}
        onCancel={onDone}
      />
    </Form>
  )
}

/** Returns the messages of the server's issues, each once, with the lines that they are about. */
function problemsOf(issues: ReturnType<typeof issuesOf>, lines: readonly ListedLine[]): string[] {
  const problems = issues.map(({ path, message }) => {
    const line = lines[Number(path.split('.')[1])]
    return line ? `Line ${line.line}: ${message}` : message
  })
  return [...new Set(problems)]
}

/** Most boats or problems that are shown. */
const linesShown = 10

function CheckedList({ result }: { result: CheckResult }) {
  const count = 'boats' in result ? result.boats.length : result.problems.length
  return (
    <div className={checkedList}>
      {'boats' in result ? (
        <ul>
          {result.boats.slice(0, linesShown).map(({ line, name, captainName, known }) => (
            <li key={line}>
              {name}, {captainName}
              {known && <Muted small>Entered already: stays as it is</Muted>}
            </li>
          ))}
        </ul>
      ) : (
        result.problems.slice(0, linesShown).map(problem => <Failure key={problem}>{problem}</Failure>)
      )}
      {count > linesShown && <Muted small>And {count - linesShown} more</Muted>}
    </div>
  )
}
