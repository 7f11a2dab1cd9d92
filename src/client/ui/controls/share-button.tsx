import Share2 from 'lucide-react/icons/share-2'
import { useBoot } from '#client/lib/boot.tsx'
import { share } from '#client/lib/share.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { css } from '#styled/css/index.js'

const onWide = css({ srOnly: { base: true, md: false } })

interface ShareButtonProps {
  title: string
  /** Shows only the icon on phones. */
  isCompact?: boolean
}

export function ShareButton({ title, isCompact = false }: ShareButtonProps) {
  const { canonical } = useBoot()
  return (
    <Button variant="secondary" onClick={() => void share(title, canonical)}>
      <Share2 size={20} />
      <span className={isCompact ? onWide : undefined}>Share</span>
    </Button>
  )
}
