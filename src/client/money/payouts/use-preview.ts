import { useEffect, useRef, useState } from 'react'
import { announce } from '#client/lib/announce.ts'
import { type ToastOptions, toast } from '#client/lib/toast.ts'
import { css } from '#styled/css/index.js'

const below = css({ scrollMarginTop: '20', '&:focus': { outline: 'none' } })

interface Call<Sent, Answer> {
  send(options: { params: { id: string }; body: Sent }): Promise<Answer>
  fail(error: unknown): string | null
}

interface PreviewOptions<Body, Answer> {
  tournamentId: string
  /** Reads the form. */
  bodyOf(data: FormData): Body
  previewing: Call<Body, Answer>
  confirming: Call<Body & { preview: string }, unknown>
  /** Announced when the preview is shown. */
  announcement: string
  /** Shown after the confirmation. */
  success: ToastOptions
}

/** A form, a preview of what it does, and the confirmation, which sends the previewed body again. */
export function usePreview<Body, Answer extends { preview: string }>({
  tournamentId,
  bodyOf,
  previewing,
  confirming,
  announcement,
  success,
}: PreviewOptions<Body, Answer>) {
  const [preview, setPreview] = useState<{ body: Body; answer: Answer } | null>(null)
  const ref = useRef<HTMLDivElement>(null)
  /** Counts what makes a preview obsolete. */
  const changes = useRef(0)
  const params = { id: tournamentId }
  const forget = () => {
    changes.current += 1
    setPreview(null)
  }

  useEffect(() => {
    if (preview === null) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'start' })
  }, [preview])

  return {
    preview: preview?.answer,
    forget,
    form: {
      async onSubmit(data: FormData) {
        const body = bodyOf(data)
        const before = changes.current
        const answer = await previewing.send({ params, body })
        // The form shows other values by now.
        if (changes.current !== before) return
        setPreview({ body, answer })
        announce(announcement)
      },
      onError: previewing.fail,
      onInput: forget,
    },
    /** Props of the element with the preview, which gets the focus. */
    panel: { ref, tabIndex: -1, className: below },
    confirmation: {
      async onConfirm() {
        if (preview === null) return
        const { body, answer } = preview
        await confirming.send({ params, body: { ...body, preview: answer.preview } })
        toast(success)
        forget()
      },
      onError(error: unknown) {
        confirming.fail(error)
        // The figures may have changed.
        forget()
      },
    },
  }
}
