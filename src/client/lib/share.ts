import { toast } from '#client/lib/toast.ts'

/** Shares by the system's dialog, or else copies the link. */
export async function share(title: string, url: string): Promise<void> {
  if (navigator.share !== undefined) {
    // Closing the dialog is no error.
    await navigator.share({ title, url }).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: 'Paste it wherever you want to share it.' })
  } catch {
    toast({ title: 'Copy this link', description: url, duration: Infinity })
  }
}
