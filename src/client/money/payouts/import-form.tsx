import { useRef, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { importReport, previewImport } from '#client/money/api/payouts.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { issuesOf } from '#client/ui/forms/form-rules.ts'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { limits } from '#contract/limits.ts'
import { payoutProviderNames, reportStateTexts } from '#contract/money/payout-file-texts.ts'
import type { PayoutImportPreview } from '#contract/money/payout-files.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { exactMoney } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { FileLine } from './file-line.tsx'
import { isReportTooLarge } from './report-size.ts'
import { people } from './totals.ts'

interface ImportFormProps {
  tournamentId: string
  onDone(): void
}

interface Report {
  file: string
  preview: PayoutImportPreview
}

/** Shows what a result file would mark as paid, then marks it. */
export function ImportForm({ tournamentId, onDone }: ImportFormProps) {
  const previewing = useApiMutation(previewImport, 'Failed to read the file. Please try again.')
  const importing = useApiMutation(importReport, 'Failed to import the file. Please try again.')
  const [report, setReport] = useState<Report | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const latest = useRef<File>(null)
  const params = { id: tournamentId }

  const read = async (selection: File) => {
    latest.current = selection
    setReport(null)
    setProblem(undefined)
    if (selection.size > limits.jsonBody) return setProblem(payoutTexts.reportTooLarge)
    try {
      const file = await selection.text()
      if (latest.current !== selection) return
      if (isReportTooLarge(file)) return setProblem(payoutTexts.reportTooLarge)
      const preview = await previewing.send({ params, body: { file } })
      // The person may have chosen another file since.
      if (latest.current === selection) setReport({ file, preview })
    } catch (error) {
      if (latest.current !== selection) return
      setProblem(issuesOf(error)[0]?.message ?? previewing.fail(error) ?? undefined)
    }
  }
  const submit = async () => {
    if (!report) return setProblem(payoutTexts.reportRequired)
    const result = await importing.send({ params, body: { file: report.file } })
    onDone()
    toast({
      title: 'Marked as paid',
      description: `${exactMoney(result.amount)} to ${people(result.people)}.`,
    })
  }

  return (
    <Form onSubmit={submit} onError={importing.fail}>
      <Field
        label="Result file"
        name="file"
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        error={problem}
        required
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          if (file) void read(file)
        }}
      />
      <div role="status">{report && <Preview preview={report.preview} />}</div>
      <DialogActions
        submit={
          report && report.preview.people > 0
            ? `Mark ${countText(report.preview.people, 'Person', 'People')} as Paid`
            : 'Mark as Paid'
        }
        disabled={report !== null && report.preview.people === 0}
        onCancel={onDone}
      />
    </Form>
  )
}

function Preview({ preview: { provider, people: count, amount, rows } }: { preview: PayoutImportPreview }) {
  const others = rows.filter(({ state }) => state === 'unknown').length
  const unmarkedRows = rows.filter(({ state }) => state !== 'paid' && state !== 'unknown')
  return (
    <Stack gap="2">
      <Text weight="semibold">
        {count === 0
          ? 'Nothing to mark as paid'
          : `${reportStateTexts.paid}: ${people(count)}, ${exactMoney(amount)} by ${payoutProviderNames[provider]}`}
      </Text>
      {unmarkedRows.length > 0 && (
        <FirstItems items={unmarkedRows} step={5} what="rows">
          {items => (
            <>
              <Text weight="semibold">Not marked: {countText(unmarkedRows.length, 'row')}</Text>
              <ul>
                {items.map(({ row, name, amount: each, state, note }) => (
                  <FileLine key={row} amount={each}>
                    {name}
                    <Muted small>
                      Row {row}: {reportStateTexts[state]}
                      {note !== null && `. ${note}`}
                    </Muted>
                  </FileLine>
                ))}
              </ul>
            </>
          )}
        </FirstItems>
      )}
      {others > 0 && <Muted small>{countText(others, 'row')} of other payments: skipped.</Muted>}
    </Stack>
  )
}
