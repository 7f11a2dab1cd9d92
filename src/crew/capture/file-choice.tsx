import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import { getQueue, queueOwner } from '../queue/runtime.ts'
import { isFullError } from './device.ts'
import { showEmptyFile, showEnding, showFailure, showFullDevice, showSaved } from './messages.ts'
import { addFile } from './picked-file.ts'

interface Props {
  /** Opens the system camera. */
  capture?: boolean
  variant?: 'action' | 'secondary'
  onSaved(id: string): void
  children: ReactNode
}

export function FileChoice({ capture = false, variant = 'action', onSaved, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  const add = async (file: File) => {
    const owner = queueOwner()
    if (owner === null) return showFailure()
    setBusy(true)
    try {
      const queue = getQueue()
      const result = await addFile(queue.store, file, owner)
      if (result.kind === 'empty') return showEmptyFile()
      if (result.kind === 'refused') return showEnding({ ...result, isCutShort: false })
      showSaved()
      queue.announce(result.id)
      onSaved(result.id)
    } catch (error) {
      if (isFullError(error)) showFullDevice()
      else showFailure()
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="video/*"
        aria-label={capture ? 'Record a video' : 'Choose a video'}
        tabIndex={-1}
        className={hiddenClass}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Fires `change` again for the same file.
          currentTarget.value = ''
          if (file) void add(file)
        }}
        {...(capture && { capture: 'environment' })}
      />
      <Button
        size="wet"
        variant={variant}
        pending={busy}
        pendingLabel="Saving..."
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}
