import type { PageProps } from '#client/page-files.ts'
import { Shell } from '#client/shell/shell.tsx'
import { LegalPage } from '#client/site/legal/legal-page.tsx'

export default function PrivacyPage({ params: { version } }: PageProps) {
  return (
    <Shell width="reading">
      <LegalPage kind="privacy" version={version} />
    </Shell>
  )
}
