import { useEffect, useState } from 'react'
import { canRecord } from './device.ts'

export type CameraState =
  | { kind: 'starting' }
  | { kind: 'live'; stream: MediaStream; canFlip: boolean; isMirrored: boolean; hasTorch: boolean }
  | { kind: 'denied' }
  | { kind: 'none' }
  | { kind: 'failed' }

export interface CameraChoice {
  facing: 'environment' | 'user'
  deviceId: string | null
}

const picture = { width: { ideal: 1280 }, height: { ideal: 720 } }

async function open({ facing, deviceId }: CameraChoice): Promise<MediaStream> {
  const side = deviceId === null ? { facingMode: { ideal: facing } } : { deviceId: { exact: deviceId } }
  const video = { ...picture, ...side }
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: true })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error
    return navigator.mediaDevices.getUserMedia({ video })
  }
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

const isProblem = ({ kind }: CameraState) => kind !== 'starting' && kind !== 'live'

function stateOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return { kind: 'denied' }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return { kind: 'none' }
  return { kind: 'failed' }
}

const cameras = async () =>
  (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput')

/** Returns the camera of the other side, or the next device where cameras have no side. */
export async function otherCamera(stream: MediaStream, { facing }: CameraChoice): Promise<CameraChoice> {
  const { facingMode, deviceId } = stream.getVideoTracks()[0]?.getSettings() ?? {}
  if (facingMode) return { facing: facing === 'user' ? 'environment' : 'user', deviceId: null }
  const all = await cameras()
  const index = all.findIndex(device => device.deviceId === deviceId)
  return { facing, deviceId: all[(index + 1) % all.length]?.deviceId ?? null }
}

export async function setTorch(stream: MediaStream, on: boolean): Promise<void> {
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: on }] })
}

async function describe(stream: MediaStream): Promise<CameraState> {
  const [track] = stream.getVideoTracks()
  return {
    kind: 'live',
    stream,
    canFlip: (await cameras()).length > 1,
    isMirrored: track?.getSettings().facingMode === 'user',
    // Firefox lacks getCapabilities.
    hasTorch: track?.getCapabilities?.().torch === true,
  }
}

/** Stops every track when the page is hidden or left. @param choice another object opens the camera again */
export function useCamera(choice: CameraChoice): CameraState {
  const [state, setState] = useState<CameraState>({ kind: 'starting' })

  useEffect(() => {
    if (!canRecord()) {
      setState({ kind: 'none' })
      return
    }
    let current: MediaStream | null = null
    let opening = 0
    const close = () => {
      opening += 1
      if (current) stop(current)
      current = null
    }
    const start = async (isReturn: boolean) => {
      close()
      const mine = opening
      // The view of a problem may be waiting for a file from the system's chooser, which hides the page.
      setState(before => (isReturn && isProblem(before) ? before : { kind: 'starting' }))
      try {
        const stream = await open(choice)
        if (mine !== opening) return stop(stream)
        current = stream
        for (const track of stream.getVideoTracks())
          track.onended = () => {
            if (mine !== opening) return
            close()
            setState({ kind: 'failed' })
          }
        const live = await describe(stream)
        if (mine === opening) setState(live)
      } catch (error) {
        if (mine === opening) setState(stateOf(error))
      }
    }
    const update = () => {
      if (document.visibilityState === 'visible') void start(true)
      else close()
    }
    if (document.visibilityState === 'visible') void start(false)
    document.addEventListener('visibilitychange', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      close()
    }
  }, [choice])

  return state
}
