import Download from 'lucide-react/icons/download'
import { useRef } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatDate } from '#client/domain/dates.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { dataExportQuery, requestDataExport } from '#client/site/api/account.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { FormActions } from '#client/ui/forms/form.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Failure, Muted, Text } from '#client/ui/layout/text.tsx'
import { formatBytes } from '#contract/numbers.ts'
import type { DataExport } from '#contract/site/data-exports.ts'
import { css } from '#styled/css/index.js'

const words = css({ '&:focus': { outline: 'none' } })

export const OwnDataExport = () => (
  <Data query={dataExportQuery()} what="Your data" shape="row" count={1}>
    {answer => <Archive {...answer} />}
  </Data>
)

/** An archive is made by the server, then downloaded. */
function Archive({ state, diskFull, file }: DataExport) {
  const { sendsMail } = useBoot()
  const request = useApiMutation(requestDataExport, 'Your data could not be asked for. Please try again.')
  const status = useRef<HTMLDivElement>(null)
  // The button goes.
  const ask = () => request.run({}, () => status.current?.focus({ preventScroll: true }))
  const again = (
    <Button variant="secondary" pending={request.pending} onClick={() => void ask()}>
      {state === 'none' ? 'Download my data' : state === 'ready' ? 'Make a new one' : 'Try again'}
    </Button>
  )
  return (
    <>
      <div role="status" ref={status} tabIndex={-1} className={words}>
        {state === 'none' && (
          <Muted>
            {sendsMail ? 'You get a mail when it is ready.' : 'This page shows when it is ready.'} With many
            videos, that takes a while.
          </Muted>
        )}
        {state === 'waiting' && (
          <Text>
            Your data is being put together.{' '}
            {sendsMail
              ? 'You get a mail when it is ready; you can leave this page.'
              : 'This page shows when it is ready.'}
          </Text>
        )}
        {state === 'failed' && (
          <Failure>
            {diskFull
              ? 'Your data could not be put together: the server’s disk is nearly full. Please try again tomorrow.'
              : 'Your data could not be put together. Please try again.'}
          </Failure>
        )}
        {file && (
          <Text>
            Your data is ready. You can download it until {formatDate(file.until)}, then it is deleted here.
          </Text>
        )}
      </div>
      {state !== 'waiting' && (
        <FormActions>
          {file && (
            <LinkButton href={file.url} download>
              <Download size={20} />
              Download ({formatBytes(file.bytes)})
            </LinkButton>
          )}
          {again}
        </FormActions>
      )}
    </>
  )
}
