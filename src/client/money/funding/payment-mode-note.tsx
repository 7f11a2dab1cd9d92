import FlaskConical from 'lucide-react/icons/flask-conical'
import { useBoot } from '#client/lib/boot.tsx'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { css } from '#styled/css/index.js'

const note = css({
  row: '2',
  paddingInline: '3',
  paddingBlock: '2',
  borderRadius: 'md',
  backgroundColor: 'amberSoft',
  color: 'onAmberSoft',
  textStyle: 'small',
  fontWeight: 'semibold',
  '& svg': { flexShrink: '0' },
})

const notes = { test: texts.testPayments, sandbox: texts.sandboxPayments, live: null } as const

export function PaymentModeNote() {
  const text = notes[useBoot().payments]
  if (text === null) return null
  return (
    <p className={note}>
      <FlaskConical size={18} />
      {text}
    </p>
  )
}
