import ScrollText from 'lucide-react/icons/scroll-text'
import { MissingDocument } from '#client/ui/layout/missing-document.tsx'

export const NoLog = () => (
  <MissingDocument
    icon={<ScrollText size={26} aria-hidden />}
    title="No public catch log"
    description="There is no such tournament, or its organiser hasn’t made its log public."
  />
)
