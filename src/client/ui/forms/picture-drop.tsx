import ImageUp from 'lucide-react/icons/image-up'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Spinner } from '#client/ui/controls/button.tsx'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import { imageTypes } from '#contract/images.ts'
import { css } from '#styled/css/index.js'

const drop = css({
  position: 'relative',
  row: '3',
  justifyContent: 'center',
  flexGrow: '1',
  width: { base: 'full', sm: 'auto' },
  minHeight: '24',
  padding: '4',
  textAlign: 'center',
  borderWidth: '2px',
  borderStyle: 'dashed',
  borderColor: 'edge',
  borderRadius: 'md',
  cursor: 'pointer',
  transitionProperty: 'border-color, background-color',
  transitionDuration: 'fast',
  '& svg': { flexShrink: '0', color: 'sea' },
  '&:hover': { borderColor: 'sea' },
  '&:has(:focus-visible)': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  '&[data-over]': { borderColor: 'sea', backgroundColor: 'seaSoft', color: 'onSeaSoft' },
  '&[data-busy]': { cursor: 'progress', color: 'inkMuted' },
})
const dropText = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  textAlign: 'start',
})
const strong = css({ fontWeight: 'semibold', color: 'sea' })
const hint = css({ textStyle: 'small' })

export interface PictureDropProps {
  busy: boolean
  onPicture(file: File): void
  label?: string | undefined
}

export function PictureDrop({ busy, onPicture, label = 'Choose a picture' }: PictureDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file && !busy) onPicture(file)
    // Allows choosing the same file again.
    if (input.current) input.current.value = ''
  }

  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    // Chosen before hydration.
    latest.current(input.current?.files)
  }, [])

  const over = (event: DragEvent, isInside: boolean) => {
    event.preventDefault()
    setOver(isInside)
  }

  return (
    <label
      className={drop}
      data-over={isOver || undefined}
      data-busy={busy || undefined}
      onDragOver={event => over(event, true)}
      onDragLeave={event => over(event, false)}
      onDrop={event => {
        over(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        accept={imageTypes}
        disabled={busy}
        className={hiddenClass}
        onChange={event => take(event.currentTarget.files)}
      />
      {busy ? <Spinner size={24} /> : <ImageUp size={24} />}
      <span className={dropText}>
        <span className={strong}>{busy ? 'Loading...' : label}</span>
        <span className={hint}>or drop one here: JPEG, PNG or WebP</span>
      </span>
    </label>
  )
}
