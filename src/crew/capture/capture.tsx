import { useEffect, useState } from 'react'
import { isIos } from '#client/notifications/api/push.ts'
import { css } from '#styled/css/index.js'
import { getQueue } from '../queue/runtime.ts'
import { type CameraChoice, otherCamera, useCamera } from './camera.ts'
import { LiveCamera } from './live-camera.tsx'
import { showCameraError } from './messages.ts'
import { CameraProblem, NativeCapture, NoCamera, type SavedProps } from './no-camera.tsx'
import { Stage } from './stage.tsx'

const heading = css({ srOnly: true })

function BrowserCapture(saved: SavedProps) {
  const [choice, setChoice] = useState<CameraChoice>({ facing: 'environment', deviceId: null })
  const state = useCamera(choice)
  const isRefused = state.kind === 'denied' || state.kind === 'failed'
  useEffect(() => {
    if (isRefused) showCameraError()
  }, [isRefused])

  if (state.kind === 'starting' || state.kind === 'live')
    return (
      <LiveCamera
        {...saved}
        camera={state.kind === 'live' ? state : null}
        onFlip={async () => {
          if (state.kind === 'live') await otherCamera(state.stream, choice).then(setChoice, showCameraError)
        }}
      />
    )
  return (
    <Stage>
      {state.kind === 'none' ? (
        <NoCamera {...saved} />
      ) : (
        <CameraProblem {...saved} kind={state.kind} onRetry={() => setChoice({ ...choice })} />
      )}
    </Stage>
  )
}

export function Capture() {
  const [lastId, setLastId] = useState<string | null>(null)
  const [isNative] = useState(isIos)
  const saved: SavedProps = {
    lastId,
    onSaved(id) {
      getQueue().refresh()
      setLastId(id)
    },
  }
  return (
    <>
      <h1 className={heading}>Capture</h1>
      {isNative ? (
        <Stage>
          <NativeCapture {...saved} />
        </Stage>
      ) : (
        <BrowserCapture {...saved} />
      )}
    </>
  )
}
