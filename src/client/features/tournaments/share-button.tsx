import Share2 from 'lucide-react/icons/share-2'
import { useBoot } from '#client/lib/boot.tsx'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'

async function share(title: string, url: string): Promise<void> {
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

/** Passes this page on: the system's own way where there is one, else a copied link. */
export function ShareButton({ title }: { title: string }) {
  const { canonical } = useBoot()
  return (
    <Button variant="secondary" onClick={() => void share(title, canonical)}>
      <Share2 size={20} aria-hidden />
      Share
    </Button>
  )
}
