import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { setBusy } from '#client/lib/busy.ts'
import { makeStore } from '#client/lib/store.ts'
import { useStore } from '#client/lib/use-store.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import { getQueue, queueOwner } from '../queue/runtime.ts'
import { isFullError } from './device.ts'
import { showEnding, showFailure, showUnsaved } from './messages.ts'
import { addFile } from './picked-file.ts'

/** The last video of the system camera that could not be stored: iOS has no other copy, so that no reload may come between. */
const unsavedFile = makeStore<File | null>(null)

interface Props {
  /** Opens the system camera. */
  capture?: boolean
  variant?: 'action' | 'secondary'
  onSaved(id: string): void
  children: ReactNode
}

export function FileChoice({ capture = false, variant = 'action', onSaved, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isSaving, setSaving] = useState(false)
  const unsaved = useStore(unsavedFile, null)

  const add = async (file: File) => {
    const owner = queueOwner()
    if (owner === null) return showFailure()
    setSaving(true)
    setBusy('file', true)
    try {
      const ending = await addFile(getQueue().store, file, owner)
      if (unsaved === file) unsavedFile.set(null)
      showEnding(ending)
      if (ending.kind === 'saved') onSaved(ending.id)
    } catch (error) {
      if (capture) {
        unsavedFile.set(file)
        showUnsaved()
      } else showEnding({ kind: 'lost', isFull: isFullError(error) })
    } finally {
      setSaving(false)
      setBusy('file', unsavedFile.get() !== null)
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
        pending={isSaving}
        pendingLabel="Saving..."
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      {capture && unsaved && !isSaving && (
        <Button size="wet" variant="action" onClick={() => void add(unsaved)}>
          Save Again
        </Button>
      )}
    </>
  )
}
