import { Badge } from '#client/ui/marks/badge.tsx'
import { type ShownStatus, statusWords } from './status-words.ts'

export function FundingStatusBadge({ funding }: { funding: ShownStatus }) {
  const { tone, text } = statusWords(funding)
  return <Badge tone={tone}>{text}</Badge>
}
