import { LegalPage } from '#client/features/legal/legal-page.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import type { PageProps } from '#client/page-files.ts'

export default function TermsPage({ params: { version } }: PageProps) {
  return (
    <Shell width="reading">
      <LegalPage kind="terms" version={version} />
    </Shell>
  )
}
