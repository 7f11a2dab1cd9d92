import { toast } from '#client/lib/toast.ts'

/** Falls back to copying the link. */
export async function share(title: string, url: string): Promise<void> {
  if (navigator.share !== undefined) {
    try {
      await navigator.share({ title, url })
      return
    } catch (error) {
      // The person closed the dialog, or it is open already. Browsers inside other apps may refuse to open it.
      if (error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)) return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: 'Paste it wherever you want to share it.' })
  } catch {
    toast({ title: 'Copy this link', description: url, duration: Infinity })
  }
}

/** @param what as in "Code" */
export async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: `${what} copied` })
  } catch {
    toast({ title: 'Copy it by hand', description: 'Select the text, and copy it.' })
  }
}
