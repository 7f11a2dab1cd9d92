import Download from 'lucide-react/icons/download'
import { LinkButton } from '#client/ui/controls/button.tsx'

export const DownloadCsv = ({ href }: { href: string }) => (
  <LinkButton href={href} variant="secondary" download>
    <Download size={20} />
    Download CSV
  </LinkButton>
)
