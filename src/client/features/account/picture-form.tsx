import ImageUp from 'lucide-react/icons/image-up'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { readAnswer, request } from '#client/lib/request.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button, Spinner } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import type { ClientUser } from '#contract/auth.ts'
import { imageTypes, type UploadedImage } from '#contract/images.ts'
import { css } from '#styled/css/index.js'
import type { UserAnswer } from './account.queries.ts'
import { tellFailure } from './messages.ts'
import { PictureError, resizePicture } from './resize-picture.ts'
import { useKeepUser } from './use-keep-user.ts'

const row = css({
  display: 'flex',
  flexDirection: { base: 'column', sm: 'row' },
  alignItems: { base: 'flex-start', sm: 'center' },
  gap: '5',
})
const drop = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '3',
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

/** The name that stands for the face. */
const nameOf = (user: ClientUser) => [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email

const nameOfPicture = (picture: Blob) => (picture.type === 'image/webp' ? 'picture.webp' : 'picture.jpg')

export function PictureForm({ user }: { user: ClientUser }) {
  const keep = useKeepUser()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)

  const save = async (profileImageUrl: string | null) => {
    const answer = await request<UserAnswer>('PATCH', '/api/auth/user', { profileImageUrl })
    keep(answer.user)
    toast({ title: profileImageUrl === null ? 'Picture removed' : 'Picture saved' })
  }

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof PictureError)
        toast({ title: 'Error', description: error.message, variant: 'destructive' })
      else tellFailure(error)
    } finally {
      // The same file chosen again is a change again.
      if (input.current) input.current.value = ''
      setBusy(false)
    }
  }

  const upload = (file: File) =>
    run(async () => {
      const picture = await resizePicture(file)
      const body = new FormData()
      body.set('file', picture, nameOfPicture(picture))
      const { url }: UploadedImage = await readAnswer(await fetch('/api/images', { method: 'POST', body }))
      await save(url)
    })

  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !isBusy) void upload(file)
  }

  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    // Chosen before React listened.
    latest.current(input.current?.files ?? null)
  }, [])

  const over = (event: DragEvent, isInside: boolean) => {
    event.preventDefault()
    setOver(isInside)
  }

  return (
    <div className={row}>
      <Avatar src={user.profileImageUrl} name={nameOf(user)} size="xl" />
      <label
        className={drop}
        data-over={isOver || undefined}
        data-busy={isBusy || undefined}
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
          disabled={isBusy}
          className={hiddenClass}
          onChange={event => take(event.currentTarget.files)}
        />
        {isBusy ? <Spinner size={24} /> : <ImageUp size={24} aria-hidden />}
        <span className={dropText}>
          <span className={strong}>{isBusy ? 'Loading...' : 'Choose a picture'}</span>
          <span className={hint}>or drop one here: JPEG, PNG or WebP</span>
        </span>
      </label>
      {user.profileImageUrl !== null && (
        <Button variant="ghost" disabled={isBusy} onClick={() => void run(() => save(null))}>
          Remove picture
        </Button>
      )}
    </div>
  )
}
