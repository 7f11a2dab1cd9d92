import { type ReactNode, useEffect, useRef } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { share } from '#client/lib/share.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { css } from '#styled/css/index.js'

const code = css({
  width: '14rem',
  maxWidth: 'full',
  height: 'auto',
  borderRadius: 'md',
  alignSelf: 'center',
})

interface LinkToShareProps {
  link: string
  /** Address of its QR code. */
  code: string
  /** Title in the share sheet. */
  title: string
  onDone(): void
}

export function LinkToShare({ link, code: src, title, onDone }: LinkToShareProps) {
  const { hasGate } = useBoot()
  return (
    <Stack>
      <img src={src} alt="QR code of the invitation" width={224} height={224} className={code} />
      {hasGate && <Muted small>Visitors need the site password.</Muted>}
      <Field label="Link" name="link" value={link} readOnly onFocus={event => event.currentTarget.select()} />
      <Row gap="3">
        <Button variant="action" onClick={() => void share(title, link)}>
          Share Link
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </Row>
    </Stack>
  )
}

interface InvitationToShareProps extends Pick<LinkToShareProps, 'title' | 'onDone'> {
  heading: ReactNode
  /** `qrCode`: SVG. */
  invitation: { link: string; qrCode: string; expiresAt: string }
}

/** An invitation for one person, which is shown once. */
export function InvitationToShare({ heading, invitation, ...rest }: InvitationToShareProps) {
  const { link, qrCode, expiresAt } = invitation
  const headingRef = useRef<HTMLDivElement>(null)
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), [])
  return (
    <Stack>
      <div ref={headingRef} tabIndex={-1}>
        <Text as="h3" look="figure">
          {heading}
        </Text>
        <Muted small>
          It works for one person, until <DateTime iso={expiresAt} />. Share it now: it isn’t shown again.
        </Muted>
      </div>
      <LinkToShare {...rest} link={link} code={`data:image/svg+xml,${encodeURIComponent(qrCode)}`} />
    </Stack>
  )
}
