import { Button } from '#client/ui/controls/button.tsx'
import { PictureDrop } from '#client/ui/forms/picture-drop.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Failure } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

// A fieldset is as wide as its longest word by default.
const frame = css({ column: '1.5', minWidth: '0' })
const labelText = css({ textStyle: 'label', paddingBottom: '1.5' })
const preview = css({
  width: '40',
  maxWidth: 'full',
  aspectRatio: '16/9',
  objectFit: 'cover',
  borderRadius: 'md',
  backgroundColor: 'sunken',
})

export interface PictureFieldProps {
  label: string
  picture: {
    image: { url: string } | null
    busy: boolean
    problem: string | null
    take(file: File): void
    remove(): void
  }
}

export function PictureField({ label, picture }: PictureFieldProps) {
  return (
    <fieldset className={frame}>
      <legend className={labelText}>{label}</legend>
      {picture.image && (
        <Row gap="3">
          <img src={picture.image.url} alt="Chosen" className={preview} />
          <Button variant="ghost" onClick={picture.remove}>
            Remove picture
          </Button>
        </Row>
      )}
      <PictureDrop
        busy={picture.busy}
        onPicture={picture.take}
        label={picture.image ? 'Choose another picture' : 'Choose a picture'}
      />
      {picture.problem !== null && <Failure look="small">{picture.problem}</Failure>}
    </fieldset>
  )
}
