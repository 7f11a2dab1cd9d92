import type { ReactNode } from 'react'
import { LoadingText } from '#client/ui/skeleton.tsx'
import { css } from '#styled/css/index.js'

/** Of the tab bar in portrait, for what fills the rest of the screen. */
const stage = css({
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  flexGrow: '1',
  height: 'calc(100dvh - 4rem - env(safe-area-inset-bottom))',
  minHeight: '16rem',
  overflow: 'hidden',
  // Always dark: a bright frame around the picture would blind whoever aims.
  colorScheme: 'dark',
  backgroundColor: '#000000',
  color: 'onHull',
  md: { height: '100dvh' },
  _landscapePhone: {
    height: '100dvh',
    gridTemplateRows: 'none',
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
  gap: '4',
  paddingInline: '4',
  paddingBlock: '4',
  minHeight: '7.5rem',
  backgroundColor: '#000000',
  _landscapePhone: {
    gridTemplateColumns: 'none',
    gridTemplateRows: 'minmax(0, 1fr) auto minmax(0, 1fr)',
    paddingBlock: '3',
    width: '7.5rem',
  },
})

/** The screen of the camera: its picture, and the controls where the thumb is. */
export function Stage({ children, controls: buttons }: { children: ReactNode; controls?: ReactNode }) {
  return (
    <div className={stage}>
      <div className={picture}>{children}</div>
      <div className={controls}>{buttons}</div>
    </div>
  )
}

const heading = css({ srOnly: true })

/** What stands there before the camera is asked for; what the server sends. */
export function CaptureSkeleton() {
  return (
    <Stage>
      <h1 className={heading}>Capture</h1>
      <LoadingText />
    </Stage>
  )
}
