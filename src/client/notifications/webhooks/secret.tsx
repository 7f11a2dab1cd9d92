import { useEffect, useRef } from 'react'
import { copy } from '#client/lib/share.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import type { WebhookWithSecret } from '#contract/notifications/webhooks.ts'

interface SecretProps {
  webhook: WebhookWithSecret
  onDone(): void
}

/** Secret of a new webhook, which is shown once. */
export function Secret({ webhook: { url, secret }, onDone }: SecretProps) {
  const headingRef = useRef<HTMLDivElement>(null)
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), [])
  return (
    <Stack>
      <div ref={headingRef} tabIndex={-1}>
        <Text as="h3" look="figure" breakable>
          Secret of {new URL(url).host}
        </Text>
        <Muted small>
          Store it on that server now: it isn’t shown again. It proves that events come from here, by the{' '}
          <TextLink href="https://www.standardwebhooks.com">Standard Webhooks</TextLink> specification.
        </Muted>
      </div>
      <Field
        label="Secret"
        name="secret"
        value={secret}
        readOnly
        onFocus={event => event.currentTarget.select()}
      />
      <Row gap="3">
        <Button variant="action" onClick={() => void copy('Secret', secret)}>
          Copy Secret
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </Row>
    </Stack>
  )
}
