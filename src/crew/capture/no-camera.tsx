import Camera from 'lucide-react/icons/camera'
import FolderOpen from 'lucide-react/icons/folder-open'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import VideoOff from 'lucide-react/icons/video-off'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { css } from '#styled/css/index.js'
import { FileChoice } from './file-choice.tsx'

const frame = css({
  flexGrow: '1',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'safe center',
  gap: '4',
  padding: '5',
  overflowY: 'auto',
  textAlign: 'center',
})
const heading = css({ textStyle: 'heading' })
const steps = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  maxWidth: '34ch',
  textAlign: 'start',
  listStyle: 'decimal',
  paddingInlineStart: '6',
})
const text = css({ maxWidth: '38ch' })
const buttons = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '3' })

interface Props {
  onSaved(id: string): void
}

function Notice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={frame}>
      {icon}
      <h2 className={heading}>{title}</h2>
      {children}
    </div>
  )
}

const Pick = ({ onSaved }: Props) => (
  <FileChoice variant="secondary" onSaved={onSaved}>
    <FolderOpen size={22} aria-hidden />
    Choose a Video
  </FileChoice>
)

/** The phone said no: how to allow it, and what to do meanwhile. */
export function CameraDenied({ onRetry, onSaved }: Props & { onRetry(): void }) {
  return (
    <Notice icon={<ShieldAlert size={48} aria-hidden />} title="Allow the camera">
      <ol className={steps}>
        <li>Tap the icon beside the address, or open this app’s settings on your phone.</li>
        <li>Under Permissions, allow Camera and Microphone.</li>
        <li>Come back and try again.</li>
      </ol>
      <div className={buttons}>
        <Button variant="action" size="wet" onClick={onRetry}>
          <RotateCw size={22} aria-hidden />
          Try Again
        </Button>
        <Pick onSaved={onSaved} />
      </div>
    </Notice>
  )
}

/** Another app has the camera, or it does not answer. */
export function CameraFailed({ onRetry, onSaved }: Props & { onRetry(): void }) {
  return (
    <Notice icon={<VideoOff size={48} aria-hidden />} title="The camera does not answer">
      <p className={text}>Another app may be using it. Close that app, then try again.</p>
      <div className={buttons}>
        <Button variant="action" size="wet" onClick={onRetry}>
          <RotateCw size={22} aria-hidden />
          Try Again
        </Button>
        <Pick onSaved={onSaved} />
      </div>
    </Notice>
  )
}

export function NoCamera({ onSaved }: Props) {
  return (
    <Notice icon={<VideoOff size={48} aria-hidden />} title="No camera here">
      <p className={text}>
        {isSecureContext
          ? 'This device has no camera that the browser can use.'
          : 'Browsers give the camera only to addresses that begin with https.'}{' '}
        Choose a video of 10 to 60 seconds.
      </p>
      <FileChoice onSaved={onSaved}>
        <FolderOpen size={22} aria-hidden />
        Choose a Video
      </FileChoice>
    </Notice>
  )
}

/** iOS: its own camera, which knows the phone better than a page does. */
export function NativeCapture({ onSaved }: Props) {
  return (
    <Notice icon={<Camera size={48} aria-hidden />} title="Record a video">
      <p className={text}>10 to 60 seconds. It uploads by itself.</p>
      <FileChoice capture onSaved={onSaved}>
        <Camera size={22} aria-hidden />
        Open Camera
      </FileChoice>
      <Pick onSaved={onSaved} />
    </Notice>
  )
}
