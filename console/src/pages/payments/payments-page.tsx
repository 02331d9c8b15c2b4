import { Page } from '../../components/page.tsx'

export function PaymentsPage() {
  return (
    <Page title="Payments">
      <p>Not built yet</p>
    </Page>
  )
}
