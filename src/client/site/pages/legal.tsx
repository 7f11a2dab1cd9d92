import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { LegalPage } from '#client/site/legal/legal-page.tsx'
import { legalKinds } from '#contract/site/legal-kinds.ts'

/** One route for each kind. */
export default function LegalTextPage({ params: { version } }: PageProps) {
  const { route } = useBoot()
  const kind = legalKinds.find(one => one === route)
  return <Shell width="reading">{kind && <LegalPage kind={kind} version={version} />}</Shell>
}
