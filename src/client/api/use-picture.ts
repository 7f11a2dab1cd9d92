import { useRef, useState } from 'react'
import { messageOf, UserError } from '#client/lib/request.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import type { ImageId } from '#contract/ids.ts'
import type { UploadedImage } from '#contract/images.ts'
import { uploadPicture } from './images.ts'

export interface PictureChoice {
  image: UploadedImage | null
  busy: boolean
  problem: string | null
  take(file: File): void
  remove(): void
  /**
   * Waits for a pending upload.
   * @throws UserError when it fails
   */
  imageId(): Promise<ImageId | null>
}

const failureText = 'The picture could not be added. Please try again.'

/** Uploads while the form is being filled in. @param side maximum of the longer side in pixels */
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
      const picture = await mine
      if (upload.current === mine) setImage(picture)
    } catch (error) {
      if (upload.current !== mine) return
      upload.current = null
      if (!handleUnauthorized(error)) setProblem(problemOf(error))
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
    async imageId() {
      try {
        return (await upload.current)?.id ?? null
      } catch (error) {
        throw new UserError(problemOf(error))
      }
    },
  }
}

const problemOf = (error: unknown) => messageOf(error, failureText)
