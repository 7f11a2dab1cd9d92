import type { ReactNode } from 'react'
import { LoadingText } from '#client/ui/layout/skeleton.tsx'
import { css } from '#styled/css/index.js'

const stage = css({
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  flex: '1 1 0',
  minHeight: '0',
  overflow: 'hidden',
  // Dark in both themes.
  colorScheme: 'dark',
  backgroundColor: 'lens',
  color: 'onHull',
  _landscapePhone: {
    gridTemplateRows: 'minmax(0, 1fr)',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
  },
})
const picture = css({
  position: 'relative',
  minHeight: '0',
  minWidth: '0',
  display: 'flex',
  flexDirection: 'column',
  paddingTop: 'env(safe-area-inset-top)',
})
const controls = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  alignItems: 'center',
  justifyItems: 'center',
  gap: '12px',
  padding: '16px',
  backgroundColor: 'lens',
  _landscapePhone: {
    gridTemplateColumns: 'none',
    gridTemplateRows: 'minmax(0, 1fr) auto minmax(0, 1fr)',
    paddingBlock: '12px',
    width: '120px',
  },
})

export function Stage({ children, controls: buttons }: { children: ReactNode; controls?: ReactNode }) {
  return (
    <div className={stage}>
      <div className={picture}>{children}</div>
      {buttons !== undefined && <div className={controls}>{buttons}</div>}
    </div>
  )
}

const heading = css({ srOnly: true })
const notice = css({ margin: 'auto', paddingInline: '24px', maxWidth: '30rem', textAlign: 'center' })

/** Server-rendered. */
export function CaptureSkeleton() {
  return (
    <Stage>
      <h1 className={heading}>Capture</h1>
      <LoadingText />
      <div className={notice}>
        <noscript>
          <p>The crew app needs JavaScript. Turn it on in your browser's settings, then reload this page.</p>
        </noscript>
      </div>
    </Stage>
  )
}
