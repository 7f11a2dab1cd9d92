import { css } from '#styled/css/index.js'

const mark = css({ boxSize: '9', flexShrink: '0' })

export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={className ?? mark}>
      <path d="M4 0H40L36 40H0Z" fill="#0C5FA8" />
      <path
        d="M0.9 31C6 31 8 26.5 12.5 26.5S18 31 22.5 31S28.5 26.5 32.5 26.5C34.8 26.5 36 27.5 37.2 28.500L36 40H0Z"
        fill="#74BCFF"
      />
      <circle cx="25.5" cy="8.5" r="2.6" fill="none" stroke="#FFFFFF" strokeWidth="2.4" />
      <path
        d="M25.5 11V21.500A6.3 6.3 0 0 1 12.9 21.500V18.500L16.6 22"
        fill="none"
        stroke="#FFFFFF"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
