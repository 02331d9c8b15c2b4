import { Page } from '../../components/page.tsx'

export function SandboxPage() {
  return (
    <Page title="Sandbox">
      <p>Not built yet</p>
    </Page>
  )
}
