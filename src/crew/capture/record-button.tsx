import { css, cva } from '#styled/css/index.js'
import { videoMax, videoMin } from '../lib/video-length.ts'

const button = cva({
  base: {
    position: 'relative',
    // Pixels: doesn't grow with the font.
    boxSize: '88px',
    borderRadius: 'full',
    cursor: 'pointer',
    display: 'grid',
    placeItems: 'center',
    color: 'onHull',
    '&[aria-disabled]': { cursor: 'not-allowed', opacity: '0.5' },
    '&:focus-visible': { outlineColor: 'onHull', outlineOffset: '4px' },
    _after: {
      content: '""',
      backgroundColor: 'record',
      transitionProperty: 'width, height, border-radius',
      transitionDuration: 'normal',
    },
    '@media (forced-colors: active)': { borderWidth: '2px' },
  },
  variants: {
    shows: {
      start: { _after: { boxSize: '64px', borderRadius: 'full' } },
      stop: { _after: { boxSize: '32px', borderRadius: 'md' } },
      secondsLeft: { _after: { display: 'none' } },
    },
  },
})
const countdown = css({
  column: '0',
  alignItems: 'center',
  fontFamily: 'heading',
  fontWeight: 'bold',
  // Pixels, as the button.
  fontSize: '20px',
  lineHeight: 'tight',
  pointerEvents: 'none',
})
const ring = css({ position: 'absolute', inset: '0', boxSize: 'full', rotate: '-90deg' })
const progress = css({ stroke: 'action' })
const mark = css({ stroke: 'gold' })

const radius = 46
const circumference = 2 * Math.PI * radius

const angle = (videoMin / videoMax) * 2 * Math.PI
const at = (distance: number) => [50 + distance * Math.cos(angle), 50 + distance * Math.sin(angle)]
const [x1, y1] = at(radius - 8)
const [x2, y2] = at(radius + 4)

interface Props {
  isRecording: boolean
  disabled: boolean
  seconds: number
  onPress(): void
}

export function RecordButton({ isRecording, disabled, seconds, onPress }: Props) {
  const fraction = Math.min(1, seconds / videoMax)
  const isEarly = isRecording && seconds < videoMin
  const more = `${Math.ceil(videoMin - seconds)} s`
  return (
    <button
      type="button"
      // A disabled button would lose the focus while the recording starts.
      aria-disabled={disabled || undefined}
      aria-label={
        isEarly ? `Stop recording: ${more} more` : isRecording ? 'Stop recording' : 'Start recording'
      }
      onClick={() => !disabled && onPress()}
      className={button({ shows: isEarly ? 'secondsLeft' : isRecording ? 'stop' : 'start' })}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true" className={ring}>
        <circle cx="50" cy="50" r={radius} fill="none" stroke="currentColor" strokeWidth="5" />
        {isRecording && (
          <circle
            cx="50"
            cy="50"
            r={radius}
            fill="none"
            className={progress}
            strokeWidth="7"
            strokeDasharray={circumference}
            strokeDashoffset={circumference * (1 - fraction)}
          />
        )}
        <line x1={x1} y1={y1} x2={x2} y2={y2} className={mark} strokeWidth="5" />
      </svg>
      {isEarly && (
        <span className={countdown}>
          <span>{more}</span> <span>more</span>
        </span>
      )}
    </button>
  )
}
