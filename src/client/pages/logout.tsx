import { Page } from '#client/ui/layout.tsx'

export default function PagePlaceholder() {
  return <Page><h1>logout</h1></Page>
}
