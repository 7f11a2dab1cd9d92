import type { ReactNode } from 'react'
import { copy } from '#client/lib/share.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Fold } from '#client/ui/layout/fold.tsx'
import { css } from '#styled/css/index.js'

const code = css({
  padding: '3',
  borderRadius: 'md',
  backgroundColor: 'track',
  fontFamily: 'mono',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})

interface ServerLinesProps {
  /** Purpose of the lines, as in "Send mail". */
  summary: string
  /** Lines such as `SITE_GATE=off`. */
  lines: readonly string[]
  /** Note about the values. */
  children?: ReactNode
}

/** Settings that only the server's environment can set, folded. */
export function ServerLines({ summary, lines, children }: ServerLinesProps) {
  const text = lines.join('\n')
  return (
    <Fold summary={summary}>
      <p>
        {lines.length === 1 ? 'Add this line' : 'Add these lines'} to <code>.env</code> beside{' '}
        <code>compose.yaml</code>, then restart the server; with Docker, run <code>docker compose up -d</code>
        . {children}
      </p>
      <pre className={code}>{text}</pre>
      <div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void copy(lines.length === 1 ? 'Line' : 'Lines', text)}
        >
          Copy
        </Button>
      </div>
    </Fold>
  )
}
