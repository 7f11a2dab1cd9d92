import { useEffect, useRef } from 'react'
import { paths } from '#client/paths.ts'
import { Button, LinkButton, Spinner } from '#client/ui/controls/button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { css } from '#styled/css/index.js'

const head = css({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '3',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
})
const words = css({ fontWeight: 'semibold', '&:focus': { outline: 'none' } })

export function Checking({ onCheck }: { onCheck(): void }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <Stack>
      <div className={head}>
        <Spinner size={20} />
        <p ref={text} tabIndex={-1} role="status" className={words}>
          {texts.checking}
        </p>
      </div>
      <Row gap="3">
        <Button variant="secondary" onClick={onCheck}>
          Check now
        </Button>
        <LinkButton href={paths.myFunding()} variant="ghost">
          My Funding
        </LinkButton>
      </Row>
    </Stack>
  )
}
