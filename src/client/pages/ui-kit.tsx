import { NowProvider } from '#client/lib/now.tsx'
import { ThemeSwitch } from '#client/ui/controls/theme-switch.tsx'
import { ControlExamples } from '#client/ui/examples/controls.tsx'
import { FormExamples } from '#client/ui/examples/forms.tsx'
import { LayoutExamples } from '#client/ui/examples/layout.tsx'
import { MarkExamples } from '#client/ui/examples/marks.tsx'
import { OverlayExamples } from '#client/ui/examples/overlays.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { ToastRegion } from '#client/ui/overlays/toast-region.tsx'
import { css } from '#styled/css/index.js'

const now = Date.parse('2026-11-21T12:00:00Z')
const banner = css({ colorScheme: 'dark', backgroundColor: 'hullDeep', color: 'onHull', padding: '2' })

export default function UiKit() {
  return (
    <NowProvider now={now}>
      <SkipLink />
      <header className={banner}>
        <Logo href="/__ui" />
      </header>
      <Page>
        <PageHeader
          title="Design system"
          description="Components of src/client/ui in their main states."
          action={<ThemeSwitch />}
        />
        <ControlExamples />
        <LayoutExamples />
        <MarkExamples />
        <OverlayExamples />
        <FormExamples />
      </Page>
      <ToastRegion />
    </NowProvider>
  )
}
