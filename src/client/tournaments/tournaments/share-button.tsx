import Share2 from 'lucide-react/icons/share-2'
import { useBoot } from '#client/lib/boot.tsx'
import { share } from '#client/lib/share.ts'
import { Button } from '#client/ui/controls/button.tsx'

export function ShareButton({ title }: { title: string }) {
  const { canonical } = useBoot()
  return (
    <Button variant="secondary" onClick={() => void share(title, canonical)}>
      <Share2 size={20} aria-hidden />
      Share
    </Button>
  )
}
