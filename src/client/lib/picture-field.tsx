import { useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PictureDrop } from '#client/ui/picture-drop.tsx'
import type { ImageId } from '#contract/ids.ts'
import type { UploadedImage } from '#contract/images.ts'
import { css } from '#styled/css/index.js'
import { PictureError, uploadPicture } from './picture.ts'
import { messageOf } from './request.ts'
import { handleUnauthorized } from './unauthorized.ts'

export interface PictureChoice {
  image: UploadedImage | null
  busy: boolean
  problem: string | null
  take(file: File): void
  remove(): void
  /**
   * What to send with the form; waits for a picture that is still on its way.
   * @throws PictureError when that one does not arrive: the person was told no earlier
   */
  settled(): Promise<ImageId | null>
}

const failed = 'The picture could not be added. Please try again.'

/** A picture on its way to the server while the rest of a form is filled in. @param side most pixels of its longer side */
export function usePicture(side: number): PictureChoice {
  const [image, setImage] = useState<UploadedImage | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useRef<Promise<UploadedImage> | null>(null)

  const take = async (file: File) => {
    const mine = uploadPicture(file, side)
    upload.current = mine
    setBusy(true)
    setProblem(null)
    try {
      const arrived = await mine
      if (upload.current === mine) setImage(arrived)
    } catch (error) {
      if (upload.current !== mine) return
      upload.current = null
      if (!handleUnauthorized(error)) setProblem(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    image,
    busy,
    problem,
    take: file => void take(file),
    remove() {
      upload.current = null
      setImage(null)
      setProblem(null)
    },
    async settled() {
      try {
        return (await upload.current)?.id ?? null
      } catch (error) {
        throw new PictureError(wordsOf(error))
      }
    },
  }
}

const wordsOf = (error: unknown) => (error instanceof PictureError ? error.message : messageOf(error, failed))

const frame = css({ display: 'flex', flexDirection: 'column', gap: '1.5' })
const labelText = css({ textStyle: 'label', paddingBottom: '1.5' })
const chosen = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' })
const preview = css({
  width: '40',
  maxWidth: 'full',
  aspectRatio: '16/9',
  objectFit: 'cover',
  borderRadius: 'md',
  backgroundColor: 'sunken',
})
const errorText = css({ textStyle: 'small', fontWeight: 'medium', color: 'danger' })

/** The optional picture of a form; see {@link usePicture}. */
export function PictureField({ label, picture }: { label: string; picture: PictureChoice }) {
  return (
    <fieldset className={frame}>
      <legend className={labelText}>{label}</legend>
      {picture.image && (
        <div className={chosen}>
          <img src={picture.image.url} alt="Chosen" className={preview} />
          <Button variant="ghost" onClick={picture.remove}>
            Remove picture
          </Button>
        </div>
      )}
      <PictureDrop
        busy={picture.busy}
        onPicture={picture.take}
        label={picture.image ? 'Choose another picture' : 'Choose a picture'}
      />
      {picture.problem !== null && (
        <p role="alert" className={errorText}>
          {picture.problem}
        </p>
      )}
    </fieldset>
  )
}
