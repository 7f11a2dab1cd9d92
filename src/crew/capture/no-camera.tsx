import Camera from 'lucide-react/icons/camera'
import FolderOpen from 'lucide-react/icons/folder-open'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import VideoOff from 'lucide-react/icons/video-off'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { limits } from '#contract/limits.ts'
import { css } from '#styled/css/index.js'
import { FileChoice } from './file-choice.tsx'
import { AddCaption, Conditions } from './notices.tsx'

const frame = css({
  flexGrow: '1',
  column: '4',
  alignItems: 'center',
  justifyContent: 'safe center',
  padding: '5',
  overflowY: 'auto',
  textAlign: 'center',
  '& > *': { flexShrink: '0' },
  _landscapePhone: { gap: '3', paddingBlock: '3' },
})
const steps = css({
  column: '2',
  maxWidth: '34ch',
  textAlign: 'start',
  listStyle: 'decimal',
  paddingInlineStart: '6',
})
const text = css({ maxWidth: '38ch' })
const buttons = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '3' })

const lengthRange = `${limits.videoMin} to ${limits.videoMax} seconds`

export interface SavedProps {
  /** The video that was saved last. */
  lastId: string | null
  onSaved(id: string): void
}

interface NoticeProps extends Pick<SavedProps, 'lastId'> {
  icon: ReactNode
  title: string
  children: ReactNode
  actions: ReactNode
}

function Notice({ icon, title, children, actions, lastId }: NoticeProps) {
  return (
    <div className={frame}>
      {icon}
      <Text as="h2" look="heading">
        {title}
      </Text>
      {/* Toasts cover what is above. */}
      <Conditions lastId={lastId} />
      {children}
      <div className={buttons}>
        {actions}
        {lastId !== null && <AddCaption id={lastId} />}
      </div>
    </div>
  )
}

const ChooseVideo = (props: Pick<SavedProps, 'onSaved'> & { variant?: 'secondary' }) => (
  <FileChoice {...props}>
    <FolderOpen size={22} />
    Choose a Video
  </FileChoice>
)

interface CameraProblemProps extends SavedProps {
  kind: 'denied' | 'failed'
  onRetry(): void
}

export function CameraProblem({ kind, onRetry, onSaved, lastId }: CameraProblemProps) {
  const isDenied = kind === 'denied'
  return (
    <Notice
      icon={isDenied ? <ShieldAlert size={48} /> : <VideoOff size={48} />}
      title={isDenied ? 'Allow the camera' : 'The camera doesn’t respond'}
      lastId={lastId}
      actions={
        <>
          <Button variant="action" size="wet" onClick={onRetry}>
            <RotateCw size={22} />
            Try Again
          </Button>
          <ChooseVideo variant="secondary" onSaved={onSaved} />
        </>
      }
    >
      {isDenied ? (
        <ol className={steps}>
          <li>Tap the icon beside the address, or open this app’s settings on your phone.</li>
          <li>Under Permissions, allow Camera and Microphone.</li>
          <li>Come back and try again.</li>
        </ol>
      ) : (
        <p className={text}>Another app may be using it. Close that app, then try again.</p>
      )}
    </Notice>
  )
}

export function NoCamera({ onSaved, lastId }: SavedProps) {
  return (
    <Notice
      icon={<VideoOff size={48} />}
      title="No camera here"
      lastId={lastId}
      actions={<ChooseVideo onSaved={onSaved} />}
    >
      <p className={text}>
        {isSecureContext
          ? 'The browser found no camera on this device.'
          : 'Browsers allow the camera only on https addresses.'}{' '}
        Choose a video of {lengthRange}.
      </p>
    </Notice>
  )
}

/** iOS: opens the system camera. */
export function NativeCapture({ onSaved, lastId }: SavedProps) {
  return (
    <Notice
      icon={<Camera size={48} />}
      title="Record a video"
      lastId={lastId}
      actions={
        <>
          <FileChoice capture onSaved={onSaved}>
            <Camera size={22} />
            Open Camera
          </FileChoice>
          <ChooseVideo variant="secondary" onSaved={onSaved} />
        </>
      }
    >
      <p className={text}>{lengthRange}. It uploads automatically.</p>
    </Notice>
  )
}
