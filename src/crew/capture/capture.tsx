import { useEffect, useRef, useState } from 'react'
import { isIos } from '#client/notifications/api/push.ts'
import { css } from '#styled/css/index.js'
import { getQueue } from '../queue/runtime.ts'
import { type CameraChoice, otherCamera, useCamera } from './camera.ts'
import { LiveCamera } from './live-camera.tsx'
import { showCameraError } from './messages.ts'
import { CameraProblem, NativeCapture, NoCamera } from './no-camera.tsx'
import { Stage } from './stage.tsx'

const heading = css({ srOnly: true })

function BrowserCapture({ lastId, onSaved }: { lastId: string | null; onSaved(id: string): void }) {
  const [choice, setChoice] = useState<CameraChoice>({ facing: 'environment', deviceId: null })
  const [attempt, setAttempt] = useState(0)
  const state = useCamera(choice, attempt)
  const retry = () => setAttempt(attempt + 1)
  const isRefused = state.kind === 'denied' || state.kind === 'failed'
  useEffect(() => {
    if (isRefused) showCameraError()
  }, [isRefused])

  if (state.kind === 'starting' || state.kind === 'live')
    return (
      <LiveCamera
        camera={state.kind === 'live' ? state : null}
        lastId={lastId}
        onSaved={onSaved}
        onFlip={async () => {
          if (state.kind === 'live') await otherCamera(state.stream, choice).then(setChoice, showCameraError)
        }}
      />
    )
  return (
    <Stage>
      {state.kind === 'none' ? (
        <NoCamera lastId={lastId} onSaved={onSaved} />
      ) : (
        <CameraProblem kind={state.kind} onRetry={retry} lastId={lastId} onSaved={onSaved} />
      )}
    </Stage>
  )
}

export function Capture() {
  const [lastId, setLastId] = useState<string | null>(null)
  const native = useRef(isIos())
  const handleSaved = (id: string) => {
    getQueue().refresh()
    setLastId(id)
  }
  return (
    <>
      <h1 className={heading}>Capture</h1>
      {native.current ? (
        <Stage>
          <NativeCapture lastId={lastId} onSaved={handleSaved} />
        </Stage>
      ) : (
        <BrowserCapture lastId={lastId} onSaved={handleSaved} />
      )}
    </>
  )
}
