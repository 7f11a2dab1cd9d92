import { useState } from 'react'
import { uploadPicture } from '#client/api/images.ts'
import { toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { changeProfile } from '#client/people/api/account.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { PictureDrop } from '#client/ui/forms/picture-drop.tsx'
import { Avatar } from '#client/ui/marks/avatar.tsx'
import { nameOrEmail } from '#contract/names.ts'
import type { ClientUser } from '#contract/people/auth.ts'
import { css } from '#styled/css/index.js'
import { useUpdateUser } from './use-update-user.ts'

const row = css({
  display: 'flex',
  flexDirection: { base: 'column', sm: 'row' },
  alignItems: { base: 'flex-start', sm: 'center' },
  gap: '5',
})
/** Pixels. */
const side = 512

export function PictureForm({ user }: { user: ClientUser }) {
  const updateUser = useUpdateUser()
  const [isBusy, setBusy] = useState(false)

  const save = async (profileImageUrl: string | null) => {
    const answer = await changeProfile({ body: { profileImageUrl } })
    updateUser(answer.user)
    toast({ title: profileImageUrl === null ? 'Picture removed' : 'Picture saved' })
  }

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const upload = (file: File) =>
    run(async () => {
      const { url } = await uploadPicture(file, side)
      await save(url)
    })

  return (
    <div className={row}>
      <Avatar src={user.profileImageUrl} name={nameOrEmail(user)} size="xl" />
      <PictureDrop busy={isBusy} onPicture={file => void upload(file)} />
      {user.profileImageUrl !== null && (
        <Button variant="ghost" disabled={isBusy} onClick={() => void run(() => save(null))}>
          Remove picture
        </Button>
      )}
    </div>
  )
}
