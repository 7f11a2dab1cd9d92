import { useEffect, useRef } from 'react'
import { paths } from '#client/paths.ts'
import { Button, LinkButton, Spinner } from '#client/ui/controls/button.tsx'
import { fundingTexts as texts } from '#contract/funding-texts.ts'
import { css } from '#styled/css/index.js'

const box = css({ display: 'flex', flexDirection: 'column', gap: '4' })
const head = css({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '3',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
})
const words = css({ fontWeight: 'semibold', '&:focus': { outline: 'none' } })
const row = css({ display: 'flex', flexWrap: 'wrap', gap: '3' })

/** Nobody knows yet what became of a payment: nothing here pays again. */
export function Checking({ onCheck }: { onCheck(): void }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <div className={box}>
      <div className={head}>
        <Spinner size={20} />
        <p ref={text} tabIndex={-1} role="status" className={words}>
          {texts.checking}
        </p>
      </div>
      <div className={row}>
        <Button variant="secondary" onClick={onCheck}>
          Check now
        </Button>
        <LinkButton href={paths.myFunding()} variant="ghost">
          My Funding
        </LinkButton>
      </div>
    </div>
  )
}
