import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import {
  payoutFilePath,
  payoutFilesQuery,
  payoutImportsQuery,
  undoImport,
} from '#client/money/api/payouts.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { FormActions } from '#client/ui/forms/form.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { List, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { leftOutTexts, payoutProviderNames, payoutProviders } from '#contract/money/payout-file-texts.ts'
import type { PayoutFile, PayoutImport } from '#contract/money/payout-files.ts'
import { exactMoney } from '#contract/money.ts'
import { css } from '#styled/css/index.js'
import { FileLine } from './file-line.tsx'
import { ImportForm } from './import-form.tsx'
import { people } from './totals.ts'

const importRow = css({ paddingInline: '4', paddingBlock: '2' })

interface PayByFileProps {
  tournamentId: string
  isOwed: boolean
}

/** Files that a provider takes, imports of its result files, and their undo. */
export const PayByFile = ({ tournamentId, isOwed }: PayByFileProps) => (
  <>
    {isOwed && (
      <Stack gap="2">
        <Text weight="semibold">Pay everyone at once</Text>
        <Muted small>
          Download a file and upload it at PayPal or Wise. When they have paid, import their result file: only
          then are shares marked as paid.
        </Muted>
        <Row gap="3">
          {payoutProviders.map(provider => (
            <DialogButton
              key={provider}
              label={`${payoutProviderNames[provider]} File`}
              variant="secondary"
              title={`Pay with ${payoutProviderNames[provider]}`}
              description="Downloading marks nothing as paid."
            >
              {() => (
                <Data query={payoutFilesQuery(tournamentId)} shape="row" what="The payout file">
                  {files =>
                    files
                      .filter(file => file.provider === provider)
                      .map(file => <FilePreview key={provider} tournamentId={tournamentId} file={file} />)
                  }
                </Data>
              )}
            </DialogButton>
          ))}
          <DialogButton
            label="Import Results"
            variant="secondary"
            title="Import results"
            description="The report that you download from PayPal or Wise after they have paid, as CSV."
          >
            {close => <ImportForm tournamentId={tournamentId} onDone={close} />}
          </DialogButton>
        </Row>
      </Stack>
    )}
    <Data query={payoutImportsQuery(tournamentId)} optional>
      {imports => <Imports imports={imports} />}
    </Data>
  </>
)

function FilePreview({ tournamentId, file }: { tournamentId: string; file: PayoutFile }) {
  const { provider, lines, total, leftOut } = file
  const name = payoutProviderNames[provider]
  const [isDownloaded, setDownloaded] = useState(false)
  return (
    <Stack>
      {lines.length === 0 ? (
        <Text weight="semibold">{name} can’t pay any backer now.</Text>
      ) : (
        <FirstItems items={lines} step={5} what="people">
          {items => (
            <>
              <Text weight="semibold">
                {people(lines.length)}, {exactMoney(total)}
              </Text>
              <ul>
                {items.map(line => (
                  <FileLine key={line.reference} amount={line.amount}>
                    {line.name}{' '}
                    <Muted small as="span">
                      {line.email}
                    </Muted>
                  </FileLine>
                ))}
              </ul>
            </>
          )}
        </FirstItems>
      )}
      {leftOut.length > 0 && (
        <div>
          <Text weight="semibold">Not in this file</Text>
          <ul>
            {leftOut.map(({ reason, people: count, amount }) => (
              <FileLine key={reason} amount={amount}>
                {leftOutTexts[reason]}{' '}
                <Muted small as="span">
                  {people(count)}
                </Muted>
              </FileLine>
            ))}
          </ul>
        </div>
      )}
      {provider === 'wise' && lines.length > 0 && (
        <Muted small>Wise asks each person by email for their bank account.</Muted>
      )}
      <div role="status">
        {isDownloaded && <Text weight="semibold">Send it in {name}, then import its result here.</Text>}
      </div>
      {lines.length > 0 && (
        <FormActions>
          <LinkButton
            href={payoutFilePath(tournamentId, provider)}
            variant="action"
            download
            onClick={() => setDownloaded(true)}
          >
            <Download size={20} />
            Download File
          </LinkButton>
        </FormActions>
      )}
    </Stack>
  )
}

function Imports({ imports }: { imports: readonly PayoutImport[] }) {
  const undoing = useApiMutation(undoImport, 'Failed to undo the import. Please try again.')
  if (imports.length === 0) return null
  const undo = async ({ id }: PayoutImport) => {
    await undoing.send({ params: { id } })
    toast({
      title: 'Import undone',
      description: 'Its shares are owed again, except those that changed since.',
    })
  }
  return (
    <FirstItems items={imports} step={3} what="imports">
      {items => (
        <List aria-label="Imports">
          {items.map(each => {
            const { id, provider, at, people: count, amount, undoneAt } = each
            const sum = exactMoney(amount)
            return (
              <Row as="li" key={id} between className={importRow}>
                <Text as="div" breakable>
                  {payoutProviderNames[provider]}: {sum} to {people(count)}
                  <Muted small>
                    {undoneAt === null ? (
                      <>
                        Imported <DateTime iso={at} />
                      </>
                    ) : (
                      <>
                        Undone <DateTime iso={undoneAt} />
                      </>
                    )}
                  </Muted>
                </Text>
                {undoneAt === null && (
                  <ConfirmButton
                    label="Undo"
                    aria-label={`Undo: ${sum} to ${people(count)}`}
                    variant="ghost"
                    title="Undo this import?"
                    description={`What it marked as paid, ${sum} in all, is owed again, and backers see it so. Shares that you marked by hand since, or that a backer returned money of, stay as they are.`}
                    confirmLabel="Undo This Import"
                    onConfirm={() => undo(each)}
                    onError={undoing.fail}
                  />
                )}
              </Row>
            )
          })}
        </List>
      )}
    </FirstItems>
  )
}
