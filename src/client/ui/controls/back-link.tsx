import ArrowLeft from 'lucide-react/icons/arrow-left'
import { TextLink, type TextLinkProps } from '#client/ui/controls/link.tsx'

/** Leads from a page to the page that it is a part of. */
export const BackLink = ({ href, children }: Pick<TextLinkProps, 'href' | 'children'>) => (
  <TextLink href={href} standalone>
    <ArrowLeft size={18} />
    {children}
  </TextLink>
)
