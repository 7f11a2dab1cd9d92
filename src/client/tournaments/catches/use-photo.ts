import { useEffect, useRef, useState } from 'react'
import { resizePicture } from '#client/lib/picture.ts'
import { messageOf } from '#client/lib/request.ts'

/** Longer side in pixels. */
const side = 1600

/** A photo on the device, made smaller. */
export function usePhoto() {
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const photo = useRef<Promise<Blob> | null>(null)

  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])

  const take = async (file: File) => {
    const mine = resizePicture(file, side)
    photo.current = mine
    setBusy(true)
    setProblem(null)
    try {
      const blob = await mine
      if (photo.current === mine) setUrl(URL.createObjectURL(blob))
    } catch (error) {
      if (photo.current === mine) photo.current = null
      setProblem(messageOf(error, 'The photo could not be read.'))
    } finally {
      setBusy(false)
    }
  }

  return {
    image: url === null ? null : { url },
    busy,
    problem,
    take: (file: File) => void take(file),
    remove() {
      photo.current = null
      setUrl(null)
      setProblem(null)
    },
    /** @throws UserError for an unreadable file */
    async content(): Promise<{ data: ArrayBuffer; type: string } | null> {
      const blob = await photo.current
      return blob && { data: await blob.arrayBuffer(), type: blob.type }
    },
  }
}
