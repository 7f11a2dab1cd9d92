import Copy from 'lucide-react/icons/copy'
import { useId, useState } from 'react'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { css } from '#styled/css/index.js'
import { useHelpMail } from '../lib/help.ts'
import { Screen } from '../lib/screen.tsx'
import { rtmpEndpoint, streamKey } from './stream-key.ts'

const label = css({ fontWeight: 'semibold' })
// The button goes below with large fonts.
const row = css({ display: 'flex', flexWrap: 'wrap', gap: '3' })
const box = css({
  flex: '1 1 6rem',
  minWidth: '0',
  minHeight: 'wet',
  paddingInline: '3',
  fontFamily: 'mono',
  fontSize: 'md',
  color: 'ink',
  backgroundColor: 'sunken',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'md',
})
const steps = css({ listStyle: 'decimal', paddingInlineStart: '6', column: '2' })
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'wet',
  color: 'sea',
  fontWeight: 'semibold',
  textDecoration: 'underline',
})

interface SecretProps {
  name: string
  value: string
  masked?: boolean
}

function CopyField({ name, value, masked = false }: SecretProps) {
  const id = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast({ title: 'Copied', description: `${name} copied to clipboard` })
    } catch {
      // The clipboard is missing over http, or blocked.
      toast({ title: 'Error', description: `${name} could not be copied`, variant: 'destructive' })
    }
  }
  return (
    <Stack gap="1.5">
      <label htmlFor={id} className={label}>
        {name}
      </label>
      <div className={row}>
        <input
          id={id}
          readOnly
          type={masked ? 'password' : 'text'}
          autoComplete="off"
          value={value}
          className={box}
        />
        <Button size="wet" variant="secondary" aria-label={`Copy ${name}`} onClick={() => void copy()}>
          <Copy size={22} />
          Copy
        </Button>
      </div>
    </Stack>
  )
}

export default function LiveScreen() {
  const [key] = useState(streamKey)
  return (
    <Screen title="Live">
      <Row gap="3">
        <Badge>Not Live</Badge>
        <p>Live streams are not shown on the site yet. Post videos meanwhile.</p>
      </Row>
      <Card as="section">
        <CardBody>
          <Text as="h2" look="subheading">
            Stream settings
          </Text>
          <CopyField name="RTMP endpoint" value={rtmpEndpoint(location.hostname)} />
          <CopyField name="Stream key" value={key} masked />
          <p>The key is made on this device. Keep it to yourself.</p>
        </CardBody>
      </Card>
      <Card as="section">
        <CardBody>
          <Text as="h2" look="subheading">
            How to stream
          </Text>
          <ol className={steps}>
            <li>Open a streaming app, such as OBS or Larix Broadcaster.</li>
            <li>Choose a custom RTMP service and paste the endpoint.</li>
            <li>Paste the stream key.</li>
            <li>Choose 720p at 2500 kbit/s, and start streaming.</li>
          </ol>
          <a href={useHelpMail('Live streaming')} className={link}>
            Get help with streaming
          </a>
        </CardBody>
      </Card>
    </Screen>
  )
}
