import { css, cva } from '#styled/css/index.js'
import { videoMax } from '../lib/video-length.ts'

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
    '&:disabled': { cursor: 'not-allowed', opacity: '0.5' },
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
    recording: {
      true: { _after: { boxSize: '32px', borderRadius: 'md' } },
      false: { _after: { boxSize: '64px', borderRadius: 'full' } },
    },
  },
})
const ring = cva({
  base: { position: 'absolute', inset: '0', boxSize: 'full', rotate: '-90deg' },
})

const gone = css({ stroke: 'action' })

const radius = 46
const around = 2 * Math.PI * radius

interface Props {
  isRecording: boolean
  disabled: boolean
  seconds: number
  onPress(): void
}

export function RecordButton({ isRecording, disabled, seconds, onPress }: Props) {
  const part = Math.min(1, seconds / videoMax)
  return (
    <button
      type="button"
      disabled={disabled}
      aria-label={isRecording ? 'Stop recording' : 'Start recording'}
      onClick={onPress}
      className={button({ recording: isRecording })}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true" className={ring()}>
        <circle cx="50" cy="50" r={radius} fill="none" stroke="currentColor" strokeWidth="5" />
        {isRecording && (
          <circle
            cx="50"
            cy="50"
            r={radius}
            fill="none"
            className={gone}
            strokeWidth="7"
            strokeDasharray={around}
            strokeDashoffset={around * (1 - part)}
          />
        )}
      </svg>
    </button>
  )
}
