import { toast } from '#client/lib/toast.ts'

/** Passes an address on: the system's own way where there is one, else a copied link. */
export async function share(title: string, url: string): Promise<void> {
  if (navigator.share !== undefined) {
    // A person who closes the system's sheet has changed their mind: nothing went wrong.
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
