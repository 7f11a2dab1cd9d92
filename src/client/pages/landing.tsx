import { Page } from '#client/ui/layout.tsx'

export default function PagePlaceholder() {
  return <Page><h1>landing</h1></Page>
}
