import SwitchCamera from 'lucide-react/icons/switch-camera'
import Zap from 'lucide-react/icons/zap'
import ZapOff from 'lucide-react/icons/zap-off'
import { useEffect, useRef, useState } from 'react'
import { Spinner } from '#client/ui/controls/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css, cva, cx } from '#styled/css/index.js'
import { videoMax, videoMin } from '../lib/video-length.ts'
import { getQueue, queueOwner } from '../queue/runtime.ts'
import { type CameraState, setTorch } from './camera.ts'
import { isFullError } from './device.ts'
import { showEnding, showFullDevice, showRecordingError } from './messages.ts'
import type { SavedProps } from './no-camera.tsx'
import { AddCaption, Conditions } from './notices.tsx'
import { RecordButton } from './record-button.tsx'
import { type Recording, record } from './recording.ts'
import { Stage } from './stage.tsx'
import { stillOf } from './still.ts'

type Live = Extract<CameraState, { kind: 'live' }>

const preview = cva({
  base: { position: 'absolute', inset: '0', boxSize: 'full', objectFit: 'cover' },
  variants: { mirrored: { true: { transform: 'scaleX(-1)' } } },
})
const waiting = css({ position: 'absolute', inset: '0', display: 'grid', placeItems: 'center' })
const readout = css({
  position: 'absolute',
  insetInline: '3',
  top: 'max(0.75rem, env(safe-area-inset-top))',
  column: '2',
  alignItems: 'center',
})
const next = css({
  position: 'absolute',
  insetInline: '3',
  bottom: '3',
  display: 'grid',
  placeItems: 'center',
})
const plate = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2.5',
  paddingInline: '4',
  paddingBlock: '1.5',
  borderRadius: '24px',
  backgroundColor: 'overLens',
})
const timer = css({
  textStyle: 'stat',
  fontSize: 'min(1.875rem, 44px)',
  whiteSpace: 'nowrap',
  color: 'onHull',
})
const dot = css({ boxSize: '3.5', borderRadius: 'full', backgroundColor: 'record', animation: 'beacon' })
const warning = css({ fontWeight: 'semibold', lineHeight: 'snug', textAlign: 'center', color: 'onAmberSoft' })
const round = css({
  boxSize: '64px',
  borderRadius: 'full',
  display: 'grid',
  placeItems: 'center',
  color: 'onHull',
  backgroundColor: 'knob',
  cursor: 'pointer',
  '&:disabled': { opacity: '0.4', cursor: 'not-allowed' },
  '&[aria-pressed=true]': { backgroundColor: 'gold', color: 'onMedal' },
  '&:focus-visible': { outlineColor: 'onHull' },
})

const tickMs = 200

/** 0 without a recording. */
function useSeconds(recording: Recording | null): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    if (!recording) return
    const tick = setInterval(() => setSeconds(recording.length() / 1000), tickMs)
    return () => clearInterval(tick)
  }, [recording])
  return seconds
}

interface Props extends SavedProps {
  /** Null while opening. */
  camera: Live | null
  onFlip(): Promise<void>
}

export function LiveCamera({ camera, lastId, onSaved, onFlip }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [recording, setRecording] = useState<Recording | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  const [torch, setTorchOn] = useState(false)
  const seconds = useSeconds(recording)
  const stream = camera?.stream ?? null

  useEffect(() => {
    if (video.current) video.current.srcObject = stream
    setTorchOn(false)
  }, [stream])

  // Leaving or hiding the page saves the recording.
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') recording?.stop()
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      recording?.stop()
    }
  }, [recording])

  const start = async () => {
    const owner = queueOwner()
    if (!stream || owner === null || isPreparing) return
    setPreparing(true)
    const still = () => (video.current ? stillOf(video.current) : null)
    let next: Recording
    try {
      next = await record(getQueue().store, stream, owner, still)
    } catch (error) {
      return isFullError(error) ? showFullDevice() : showRecordingError()
    } finally {
      setPreparing(false)
    }
    setRecording(next)
    const ending = await next.ending
    setRecording(null)
    showEnding(ending)
    if (ending.kind === 'saved') onSaved(ending.id)
  }

  const toggleTorch = async () => {
    if (!stream) return
    await setTorch(stream, !torch).then(
      () => setTorchOn(!torch),
      () => setTorchOn(false),
    )
  }

  const isEarly = recording !== null && seconds < videoMin
  const whole = Math.min(videoMax, Math.floor(seconds))
  return (
    <Stage
      controls={
        <>
          {camera?.canFlip ? (
            <button
              type="button"
              title="Flip camera"
              aria-label="Flip camera"
              disabled={recording !== null || isPreparing}
              onClick={() => void onFlip()}
              className={round}
            >
              <SwitchCamera size={28} />
            </button>
          ) : (
            <span />
          )}
          <RecordButton
            isRecording={recording !== null}
            disabled={stream === null || isPreparing}
            seconds={seconds}
            onPress={() => (recording ? recording.stop() : void start())}
          />
          {camera?.hasTorch && (
            <button
              type="button"
              title="Flash"
              aria-label="Flash"
              aria-pressed={torch}
              onClick={() => void toggleTorch()}
              className={round}
            >
              {torch ? <Zap size={28} /> : <ZapOff size={28} />}
            </button>
          )}
        </>
      }
    >
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label="What the camera sees"
        className={preview({ mirrored: camera?.isMirrored ?? false })}
      />
      {!camera && (
        <div className={waiting}>
          <Spinner size={40} />
          <VisuallyHidden role="status">Opening the camera...</VisuallyHidden>
        </div>
      )}
      <div className={readout}>
        {recording && (
          <p role="timer" className={cx(plate, timer)}>
            <span className={dot} aria-hidden />
            {whole}s / {videoMax}s
          </p>
        )}
        {(!recording || isEarly) && <p className={cx(plate, warning)}>Minimum {videoMin}s required</p>}
        <Conditions lastId={lastId} />
        <VisuallyHidden role="status">{recording ? 'Recording' : ''}</VisuallyHidden>
      </div>
      {!recording && lastId !== null && (
        <div className={next}>
          <AddCaption id={lastId} />
        </div>
      )}
    </Stage>
  )
}
