import { useState } from 'react'
import { scaleStorage } from '#client/lib/desk-cache.ts'
import { TextButton } from '#client/ui/controls/link.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Grid, Row } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'

/** Place and witness of weigh-ins. Empty: not stated. */
interface Scale {
  scale: string
  witness: string
}

/** Returns the device's last scale. */
function readScale(): Scale {
  const last = scaleStorage.read() as Partial<Scale> | null
  return { scale: String(last?.scale ?? ''), witness: String(last?.witness ?? '') }
}

export const storeScale = ({ scale, witness }: Scale): void => scaleStorage.write({ scale, witness })

/** Scale and witness as the device remembers them, until they are changed. */
export function ScaleLine() {
  const [defaults] = useState(readScale)
  const [isChanging, setChanging] = useState(false)
  if (isChanging) return <ScaleFields {...defaults} />
  const text = scaleText(defaults)
  return (
    <Row gap="3" rowGap="0">
      {text !== '' && (
        <Text as="span" breakable>
          {text}
        </Text>
      )}
      <TextButton
        onClick={() => setChanging(true)}
        aria-label={text === '' ? undefined : 'Change scale and witness'}
      >
        {text === '' ? 'Add scale and witness' : 'Change'}
      </TextButton>
      <input type="hidden" name="scale" value={defaults.scale} />
      <input type="hidden" name="witness" value={defaults.witness} />
    </Row>
  )
}

export const ScaleFields = ({ scale, witness }: Partial<Scale>) => (
  <Grid columns="fields">
    <Field label="Scale" name="scale" autoComplete="off" defaultValue={scale} />
    <Field label="Witness" name="witness" autoComplete="off" defaultValue={witness} />
  </Grid>
)

/** "Scale 1 · Witness R. Cole"; empty: neither is stated. */
export const scaleText = ({ scale, witness }: Partial<Scale>): string =>
  [scale, witness && `Witness ${witness}`].filter(Boolean).join(' · ')
