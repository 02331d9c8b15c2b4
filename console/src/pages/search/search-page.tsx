import { Page } from '../../components/page.tsx'

export function SearchPage() {
  return (
    <Page title="Results">
      <p>Not built yet</p>
    </Page>
  )
}
